import { expect } from 'chai';
import type { TortureOptions } from '../../src/torture/options/torture-options.js';
import { TortureProblem } from '../../src/torture/options/torture-problem.js';
import type { Incident } from '../../src/torture/plan/incident.js';
import type { Plan } from '../../src/torture/plan/plan.js';
import { describeTorture } from '../../src/torture/report/text-report.js';
import type { TortureResult } from '../../src/torture/result/torture-result.js';
import { runTorture, TortureFailure, torture } from '../../src/torture/torture.js';
import { smallShop } from '../support/torture/small-shop-options.js';

const replay = (...incidents: ReadonlyArray<Incident>): Plan => ({
  version: 1,
  seed: 5,
  atOnce: 1,
  orders: [{ number: 9, amount: 1999, currency: 'eur', incidents }],
});

const lostThenAgain: ReadonlyArray<Incident> = [
  { id: '9.1', kind: 'answer_lost', call: 1 },
  { id: '9.2', kind: 'retries', key: 'same' },
];

const problemOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

const lossesAndClicks = [
  'request_lost',
  'answer_lost',
  'answer_cut',
  'answer_late',
  'refused',
  'overtaken',
  'double_click',
  'second_tab',
  'webhook_late',
  'webhook_twice',
  'webhook_dropped',
  'webhooks_reversed',
  'webhook_first',
  'events_late',
  'reply_lost',
  'declined',
  'day_passes',
] as const;

describe('torture()', () => {
  it('resolves when no rule was broken, with what could not be tried', async () => {
    const result = await torture({
      ...smallShop(),
      plan: {
        single: false,
        orders: 2,
        seed: 3,
        // The small shop charges with the key of its customer, and another tab has another key.
        without: ['killed', 'frozen', 'killed_at_webhook', 'second_tab'],
      },
    });
    expect([result.passed, result.complete, result.seed, result.broken]).to.deep.equal([
      true,
      true,
      3,
      [],
    ]);
    expect(result.untried).to.include('no refunds: the driver has no refund()');
    expect(result.certificate).to.equal(null);
    expect(result.runs.map(({ phase, run }) => [phase, run.plan.orders.length])).to.deep.equal([
      ['random', 2],
    ]);
  });

  it('pays in each currency that the driver names', async () => {
    const faults = [
      'killed',
      'frozen',
      'killed_at_webhook',
      'challenged',
      'killed_at_answer',
    ] as const;
    const { certificate, broken } = await runTorture({
      ...smallShop(),
      currencies: ['eur', 'jpy'],
      shrink: false,
      plan: { orders: 4, seed: 5, without: [...faults, ...lossesAndClicks] },
    });
    const cells = certificate?.cells.filter(({ journey }) => journey === 'paid in jpy') ?? [];
    // The small shop charges euros.
    expect(cells.map(({ fault, rules }) => [fault, ...rules])).to.deep.equal([
      ['nothing', 'wrong_currency'],
    ]);
    expect(broken.map(({ rule }) => rule.name)).to.include('wrong_currency');
  });

  describe('of every single fault', () => {
    const options: TortureOptions = {
      ...smallShop('careless'),
      plan: {
        orders: 0,
        seed: 5,
        // A shop of a few lines: it is started anew for none of the faults, and pays no order that needs 3D Secure.
        without: ['killed', 'frozen', 'killed_at_webhook', 'second_tab', 'challenged'],
      },
    };
    const pay = 'POST /v1/payment_intents';
    const markOf = ({ certificate }: TortureResult, message: string, fault: string) => {
      const cell = certificate?.cells.find(
        (one) => one.journey === 'paid' && one.message === message && one.fault === fault,
      );
      return cell && [cell.mark, ...cell.rules];
    };
    let result: TortureResult;
    before(async () => {
      result = await runTorture({ ...options, shrink: false });
    });

    it('marks each message with each fault', () => {
      expect(result.runs.every(({ phase }) => phase === 'single')).to.equal(true);
      expect(markOf(result, pay, 'request_lost')).to.deep.equal(['held']);
      expect(markOf(result, pay, 'answer_lost')).to.deep.equal(['broke', 'charged_twice']);
      expect(markOf(result, 'order', 'double_click_later')).to.deep.equal([
        'broke',
        'charged_twice',
      ]);
      expect(markOf(result, 'webhook payment_intent.succeeded', 'webhook_twice')).to.deep.equal([
        'held',
      ]);
      expect(markOf(result, pay, 'killed_after')).to.deep.equal(['unreached']);
      expect(result.broken.map(({ rule }) => rule.name)).to.include('charged_twice');
    });

    it('plays first what did not hold in an earlier certificate, and keeps the other marks while it breaks', async () => {
      const again = await runTorture(
        { ...options, shrink: false },
        result.certificate === null ? {} : { since: result.certificate },
      );
      expect(markOf(again, pay, 'answer_lost')).to.deep.equal(['broke', 'charged_twice']);
      expect(markOf(again, pay, 'request_lost')).to.deep.equal(['held']);
      const played = again.runs.flatMap(({ run }) => run.plan.orders);
      const open = result.certificate?.cells.filter(({ mark }) => mark !== 'held') ?? [];
      expect(played.length).to.be.at.most(2 * open.length);
      expect(played.length).to.be.at.least(1);
    });
  });

  const { orders: ordersOf, ...shop } = smallShop();

  it('keeps the marks when the shop can no longer be judged later', async () => {
    let isRandom = false;
    const result = await runTorture(
      {
        ...shop,
        orders: async (context) => {
          if (isRandom) throw new Error('the shop answered 500');
          return ordersOf(context);
        },
        plan: {
          orders: 1,
          seed: 5,
          without: [
            ...lossesAndClicks.filter((kind) => kind !== 'request_lost'),
            'killed',
            'frozen',
            'killed_at_webhook',
            'challenged',
          ],
        },
      },
      {
        onProgress: ({ phase }) => {
          isRandom ||= phase === 'orders';
        },
      },
    );
    expect([result.passed, result.complete]).to.deep.equal([false, false]);
    expect(result.problem).to.match(/^orders\(\) got no response: Error: the shop answered 500/);
    expect(result.certificate?.cells.some(({ mark }) => mark === 'held')).to.equal(true);
    expect(describeTorture(result)).to.match(/The\s+test\s+ended\s+early:\s+orders\(\)/);
    expect(result.runs.map(({ phase }) => phase)).not.to.include('random');
  });

  it('keeps what it found when it is aborted while pairs are played', async () => {
    const aborting = new AbortController();
    const { complete, problem, runs, broken, certificate } = await runTorture(
      {
        ...smallShop('careless'),
        plan: {
          orders: 5,
          seed: 5,
          pairs: true,
          without: ['killed', 'frozen', 'killed_at_webhook', 'second_tab', 'challenged'],
        },
      },
      {
        signal: aborting.signal,
        onProgress: ({ phase }) => {
          if (phase === 'pairs') aborting.abort(new Error('Ctrl-C'));
        },
      },
    );
    expect([complete, problem]).to.deep.equal([false, null]);
    expect(new Set(runs.map(({ phase }) => phase))).to.deep.equal(new Set(['single']));
    expect(broken.map(({ rule, smallest }) => [rule.name, smallest])).to.deep.include([
      'charged_twice',
      null,
    ]);
    const cells = certificate?.cells ?? [];
    expect(cells.some(({ mark, second }) => mark === 'broke' && second === undefined)).to.equal(
      true,
    );
    const whys = cells.flatMap(({ second, why }) => (second === undefined ? [] : [why]));
    expect(whys).to.include('the test ended before');
  });

  it('rejects with the story when a rule was broken', async () => {
    const failure = await problemOf(
      torture(smallShop('careless'), { replay: replay(...lostThenAgain) }),
    );
    if (!(failure instanceof TortureFailure)) throw new Error(`not a failure: ${String(failure)}`);
    expect(failure.message).to.include('charged_twice').and.to.include('two charges of 19.99 EUR');
    expect(failure.result.broken.map(({ rule }) => rule.name)).to.deep.equal(['charged_twice']);
  });

  it('makes a plan smaller until nothing can be left out', async () => {
    const plan = replay(
      { id: '9.3', kind: 'webhook_twice', about: 'payment', ms: 0 },
      ...lostThenAgain,
    );
    const phases = new Set<string>();
    const { broken, passed } = await runTorture(
      { ...smallShop('careless'), shrink: true },
      { replay: plan, onProgress: ({ phase }) => phases.add(phase) },
    );
    expect(passed).to.equal(false);
    const smallest = broken.map((one) => one.smallest?.plan.orders.flatMap((o) => o.incidents));
    expect(smallest).to.deep.equal([lostThenAgain.slice(0, 1)]);
    expect([...phases]).to.include.members(['settling', 'visits', 'shrinking']);
  });

  it('keeps what it found when it is aborted while plans are made smaller', async () => {
    const aborting = new AbortController();
    const { broken, complete } = await runTorture(
      { ...smallShop('careless'), shrink: true },
      {
        replay: replay(...lostThenAgain),
        signal: aborting.signal,
        onProgress: ({ phase }) => {
          if (phase === 'shrinking') aborting.abort(new Error('Ctrl-C'));
        },
      },
    );
    expect(complete).to.equal(false);
    expect(broken.map(({ rule, smallest }) => [rule.name, smallest])).to.deep.equal([
      ['charged_twice', null],
    ]);
  });

  it('rejects when the first order, without incidents, has no answer', async () => {
    const pay = () => Promise.reject(new Error('connect ECONNREFUSED'));
    const phases: Array<string> = [];
    const problem = await problemOf(
      torture(
        { ...smallShop(), pay },
        { replay: replay(), onProgress: ({ phase }) => phases.push(phase) },
      ),
    );
    expect(problem).to.be.instanceOf(TortureProblem);
    expect(phases).to.deep.equal(['rehearsal']);
  });

  it('says what is wrong about options', async () => {
    const { pay: _, ...options } = smallShop();
    const problem = await problemOf(torture(options));
    expect(problem).to.be.instanceOf(TortureProblem);
  });
});
