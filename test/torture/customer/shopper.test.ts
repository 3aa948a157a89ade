import { expect } from 'chai';
import { createShopper } from '../../../src/torture/customer/shopper.js';
import type { PayAnswer } from '../../../src/torture/options/driver.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';
import type { Incident, IncidentOf } from '../../../src/torture/plan/incident.js';
import { orderWith, shopOfAnswers } from './shop-of-answers.js';

const good = '4242424242424242';
const guarded = '4000000000003220';
const refused = '4000000000009995';

const paid: PayAnswer = { outcome: 'paid' };
const failed: PayAnswer = { outcome: 'failed' };
const pending: PayAnswer = { outcome: 'pending' };
const action: PayAnswer = { outcome: 'action', payment: 'pi_1' };
const page: PayAnswer = { outcome: 'action', payment: 'cs_1' };
const silence = new Error('fetch failed');

const declined: Incident = {
  id: 'd',
  kind: 'declined',
  code: 'insufficient_funds',
  next: 'other_card',
};
const challenged = (ends: IncidentOf<'challenged'>['ends']): Incident => ({
  id: 'c',
  kind: 'challenged',
  ends,
});

type Scene = {
  readonly name: string;
  readonly incidents?: ReadonlyArray<Incident>;
  readonly pay: ReadonlyArray<PayAnswer | Error>;
  readonly comeBack?: ReadonlyArray<PayAnswer | Error>;
  readonly asked: ReadonlyArray<string>;
  readonly happened?: ReadonlyArray<string>;
  /** Steps of the customer at the processor; not compared if absent. */
  readonly challenges?: ReadonlyArray<string>;
  readonly answers: ReadonlyArray<string | null>;
  readonly wantsMore?: boolean;
};

const scenes: ReadonlyArray<Scene> = [
  {
    name: 'pays once with a good card',
    pay: [paid],
    asked: [`pay ${good} o17-abc-1`],
    answers: ['paid'],
  },
  {
    name: 'leaves without an answer, and wants to know',
    pay: [silence],
    asked: [`pay ${good} o17-abc-1`],
    answers: [null],
    wantsMore: true,
  },
  {
    name: 'retries with the same key until there is an answer',
    incidents: [{ id: 'r', kind: 'retries', key: 'same' }],
    pay: [silence, silence, paid],
    asked: [`pay ${good} o17-abc-1`, `pay ${good} o17-abc-1`, `pay ${good} o17-abc-1`],
    happened: ['r', 'r'],
    answers: [null, null, 'paid'],
  },
  {
    name: 'gives up after three retries, each with another key',
    incidents: [{ id: 'r', kind: 'retries', key: 'other' }],
    pay: [silence, silence, silence, silence],
    asked: [1, 2, 3, 4].map((key) => `pay ${good} o17-abc-${key}`),
    happened: ['r', 'r', 'r'],
    answers: [null, null, null, null],
    wantsMore: true,
  },
  {
    name: 'presses twice, with one key, and believes the better answer',
    incidents: [{ id: 't', kind: 'double_click', ms: 0 }],
    pay: [paid, failed],
    asked: [`pay ${good} o17-abc-1`, `pay ${good} o17-abc-1`],
    happened: ['t'],
    answers: ['failed', 'paid'],
  },
  {
    name: 'pays in a second tab, with a key of its own',
    incidents: [{ id: 't', kind: 'second_tab', ms: 0 }],
    pay: [failed, silence],
    asked: [`pay ${good} o17-abc-1`, `pay ${good} o17-abc-2`],
    happened: ['t'],
    answers: ['failed', null],
    wantsMore: true,
  },
  {
    name: 'takes another card after a decline',
    incidents: [declined],
    pay: [failed, paid],
    asked: [`pay ${refused} o17-abc-1`, `pay ${good} o17-abc-2`],
    happened: ['d'],
    answers: ['failed', 'paid'],
  },
  {
    name: 'leaves for good after a decline',
    incidents: [{ ...declined, next: 'leaves' }],
    pay: [failed],
    asked: [`pay ${refused} o17-abc-1`],
    happened: ['d'],
    answers: ['failed'],
  },
  {
    name: 'passes 3D Secure and comes back',
    incidents: [challenged('approved')],
    pay: [action],
    comeBack: [paid],
    asked: [`pay ${guarded} o17-abc-1`, 'come back from pi_1'],
    happened: ['c'],
    answers: ['action', 'paid'],
  },
  {
    name: 'passes 3D Secure of a shop to which nobody comes back',
    incidents: [challenged('approved')],
    pay: [action],
    asked: [`pay ${guarded} o17-abc-1`],
    happened: ['c'],
    answers: ['action'],
    wantsMore: true,
  },
  {
    name: 'fails 3D Secure, and is told so',
    incidents: [challenged('refused')],
    pay: [action],
    comeBack: [failed],
    asked: [`pay ${guarded} o17-abc-1`, 'come back from pi_1'],
    happened: ['c'],
    answers: ['action', 'failed'],
    wantsMore: true,
  },
  {
    name: 'leaves 3D Secure alone',
    incidents: [challenged('left')],
    pay: [action],
    comeBack: [],
    asked: [`pay ${guarded} o17-abc-1`],
    happened: ['c'],
    answers: ['action'],
  },
  {
    name: 'passes 3D Secure, and closes the page before it leads back',
    incidents: [challenged('closed')],
    pay: [action],
    comeBack: [],
    asked: [`pay ${guarded} o17-abc-1`],
    happened: ['c'],
    answers: ['action'],
  },
  {
    name: "passes 3D Secure in the bank's app, when the page has given up",
    incidents: [challenged('late')],
    pay: [action],
    comeBack: [failed],
    asked: [`pay ${guarded} o17-abc-1`, 'come back from pi_1'],
    happened: ['c'],
    // A customer who approves a payment does not believe that it failed.
    answers: ['action', 'failed', 'action'],
  },
  {
    name: 'meets a decline on a payment page, and takes another card there',
    incidents: [declined],
    pay: [page],
    comeBack: [paid],
    asked: [`pay ${refused} o17-abc-1`, 'come back from cs_1'],
    happened: ['d'],
    challenges: [`cs_1 approved ${refused}`, `cs_1 approved ${good}`],
    answers: ['action', 'paid'],
  },
  {
    name: 'meets a decline on a payment page, and leaves for good',
    incidents: [{ ...declined, next: 'leaves' }],
    pay: [page],
    comeBack: [],
    asked: [`pay ${refused} o17-abc-1`],
    happened: ['d'],
    challenges: [`cs_1 approved ${refused}`],
    answers: ['action'],
  },
  {
    name: 'pays on a payment page, and closes it before it leads back',
    incidents: [challenged('late')],
    pay: [page],
    comeBack: [],
    asked: [`pay ${guarded} o17-abc-1`],
    happened: ['c'],
    challenges: [`cs_1 approved ${guarded}`],
    answers: ['action'],
  },
  {
    name: 'meets 3D Secure with the second card',
    incidents: [declined, challenged('approved')],
    pay: [failed, action],
    comeBack: [paid],
    asked: [`pay ${refused} o17-abc-1`, `pay ${guarded} o17-abc-2`, 'come back from pi_1'],
    happened: ['d', 'c'],
    answers: ['failed', 'action', 'paid'],
  },
];

describe('a customer', () => {
  for (const scene of scenes) {
    it(scene.name, async () => {
      const { shopping, asked, challenges, happened } = shopOfAnswers(scene);
      const shopper = createShopper(orderWith(...(scene.incidents ?? [])), shopping);
      await shopper.shop();
      expect(asked).to.deep.equal(scene.asked);
      expect(happened()).to.deep.equal(scene.happened ?? []);
      if (scene.challenges !== undefined) expect(challenges).to.deep.equal(scene.challenges);
      expect(shopper.answers().map((answer) => answer?.outcome ?? null)).to.deep.equal(
        scene.answers,
      );
      expect(shopper.cameBackWithGoodCard()).to.equal(false);
      expect(shopper.wantsMore([])).to.equal(scene.wantsMore ?? false);
      expect(shopper.isPaid()).to.equal(scene.answers.at(-1) === 'paid');
    });
  }

  const secondTab: Incident = { id: 's', kind: 'second_tab', ms: 0 };

  it('pays in both tabs when each has a payment of its own', async () => {
    const { shopping, challenges, asked } = shopOfAnswers({
      pay: [action, { ...action, payment: 'pi_2' }],
      comeBack: [paid, failed],
    });
    const shopper = createShopper(orderWith(secondTab), shopping);
    await shopper.shop();
    expect(challenges).to.deep.equal([`pi_1 approved ${good}`, `pi_2 approved ${good}`]);
    expect(asked.slice(2)).to.deep.equal(['come back from pi_1', 'come back from pi_2']);
    expect(shopper.answers().at(-1)).to.equal(paid);
    expect(shopper.isPaid()).to.equal(true);
  });

  it('pays once when both tabs have the same payment, or the other tab has paid', async () => {
    for (const pay of [
      [action, action],
      [paid, action],
    ]) {
      const { shopping, challenges } = shopOfAnswers({ pay });
      await createShopper(orderWith(secondTab), shopping).shop();
      expect(challenges.length).to.be.below(2);
    }
  });

  it('is told the id of the order in the shop', async () => {
    const { shopping } = shopOfAnswers({ pay: [{ ...paid, order: 'W-9' }] });
    const shopper = createShopper(orderWith(), shopping);
    expect(shopper.shopOrder()).to.equal('o17-abc');
    await shopper.shop();
    expect(shopper.shopOrder()).to.equal('W-9');
  });

  it('who was told "pending" wants more only while the shop waits itself', async () => {
    const { shopping } = shopOfAnswers({ pay: [pending] });
    const shopper = createShopper(orderWith(), shopping);
    await shopper.shop();
    const shopOrder = { id: 'o17-abc', amount: 1999 };
    expect(shopper.wantsMore([{ ...shopOrder, state: 'pending' }])).to.equal(true);
    expect(shopper.wantsMore([{ ...shopOrder, state: 'paid' }])).to.equal(false);
  });

  it('tries again at once when the shop was killed for another order', async () => {
    const { shopping, asked } = shopOfAnswers({
      pay: [silence, paid],
      onPay: ({ journal }) => {
        if (journal.entries().length < 3) journal.add(null, { kind: 'shop', what: 'killed' });
      },
    });
    const shopper = createShopper(orderWith(), shopping);
    await shopper.shop();
    expect(asked).to.deep.equal([`pay ${good} o17-abc-1`, `pay ${good} o17-abc-1`]);
    expect(shopper.isPaid()).to.equal(true);
  });

  it('leaves when the shop was killed for the order itself', async () => {
    const { shopping, asked } = shopOfAnswers({
      pay: [silence],
      onPay: ({ journal }) => journal.add(null, { kind: 'shop', what: 'killed' }),
    });
    const killed: Incident = { id: 'k', kind: 'killed', call: 1, when: 'after' };
    await createShopper(orderWith(killed), shopping).shop();
    expect(asked).to.have.lengthOf(1);
  });

  it('rejects with the problem of a driver that is at fault', async () => {
    const { shopping } = shopOfAnswers({ pay: [new TortureProblem('pay() returned undefined')] });
    const problem: unknown = await createShopper(orderWith(), shopping)
      .shop()
      .catch((error: unknown) => error);
    expect(problem).to.be.instanceOf(TortureProblem);
  });

  it('stops when the run is aborted', async () => {
    const reason = new Error('Ctrl-C');
    const shop = shopOfAnswers({ pay: [silence], onPay: () => shop.abort(reason) });
    const problem: unknown = await createShopper(orderWith(), shop.shopping)
      .shop()
      .catch((error: unknown) => error);
    expect(problem).to.equal(reason);
  });
});

describe('a customer who comes back', () => {
  const visit = async (
    incidents: ReadonlyArray<Incident>,
    pay: ReadonlyArray<PayAnswer | Error>,
    comeBack?: ReadonlyArray<PayAnswer>,
  ) => {
    const { shopping, asked } = shopOfAnswers({ pay, ...(comeBack && { comeBack }) });
    const shopper = createShopper(orderWith(...incidents), shopping);
    await shopper.shop();
    const before = asked.length;
    await shopper.comeBack();
    expect(shopper.cameBackWithGoodCard()).to.equal(true);
    return asked.slice(before);
  };

  it('has the same key without an answer to a good card', async () => {
    expect(await visit([], [silence, paid])).to.deep.equal([`pay ${good} o17-abc-1`]);
  });

  it('has a new key for the good card after another card', async () => {
    expect(await visit([declined], [silence, paid])).to.deep.equal([`pay ${good} o17-abc-2`]);
  });

  it('has a new key after "failed", and one more if that fails too', async () => {
    expect(await visit([], [failed, failed, paid])).to.deep.equal([
      `pay ${good} o17-abc-2`,
      `pay ${good} o17-abc-3`,
    ]);
  });

  it('tries three times without an answer, the last time with a new key', async () => {
    expect(await visit([], [silence, silence, silence, silence])).to.deep.equal([
      `pay ${good} o17-abc-1`,
      `pay ${good} o17-abc-1`,
      `pay ${good} o17-abc-2`,
    ]);
  });

  it('comes again without a response, with the key of the page, which is loaded again after two tries', async () => {
    const { shopping, asked } = shopOfAnswers({
      pay: [silence, silence, silence, silence, silence, silence, paid],
    });
    const shopper = createShopper(orderWith(), shopping);
    await shopper.shop();
    expect(shopper.isTurnedAway()).to.equal(false);
    await shopper.comeBack();
    const before = asked.length;
    for (const isTurnedAway of [true, true, true]) {
      expect(shopper.isTurnedAway()).to.equal(isTurnedAway);
      await shopper.comeAgain();
    }
    expect(asked.slice(before)).to.deep.equal([
      `pay ${good} o17-abc-2`,
      `pay ${good} o17-abc-3`,
      `pay ${good} o17-abc-3`,
    ]);
    expect([shopper.isTurnedAway(), shopper.isPaid()]).to.deep.equal([false, true]);
  });

  it('comes again when the payment failed, each time with a new key, and not when the shop waits itself', async () => {
    const { shopping, asked } = shopOfAnswers({ pay: [failed, failed, failed, failed, pending] });
    const shopper = createShopper(orderWith(), shopping);
    await shopper.shop();
    await shopper.comeBack();
    expect(shopper.isTurnedAway()).to.equal(true);
    await shopper.comeAgain();
    expect(asked.at(-1)).to.equal(`pay ${good} o17-abc-5`);
    expect(shopper.isTurnedAway()).to.equal(false);
  });

  for (const [by, keys] of [
    ['click', ['o17-abc-1', 'o17-abc-1']],
    ['tab', ['o17-abc-1', 'o17-abc-2']],
    ['webhooks', ['o17-abc-1']],
  ] as const) {
    it(`presses again while a call waits for a second ${by}`, async () => {
      const overtaken: Incident = { id: 'o', kind: 'overtaken', call: 1, when: 'after', by, ms: 9 };
      const { shopping, paid: pays } = shopOfAnswers({ pay: [failed, paid] });
      const { driver, journal } = shopping;
      const shopper = createShopper(orderWith(overtaken), {
        ...shopping,
        driver: {
          ...driver,
          pay: async (order, context) => {
            await new Promise((resolve) => setImmediate(resolve));
            if (pays.length === 0) journal.add(17, { kind: 'held', incident: 'o' });
            return driver.pay(order, context);
          },
        },
      });
      await shopper.shop();
      expect(pays.map(({ key }) => key)).to.deep.equal(keys);
    });
  }

  it('passes 3D Secure of both payments, where a second tab overtook the first', async () => {
    const overtaken: Incident = {
      id: 'o',
      kind: 'overtaken',
      call: 1,
      when: 'after',
      by: 'tab',
      ms: 9,
    };
    const other: PayAnswer = { outcome: 'action', payment: 'pi_2' };
    const { shopping, challenges } = shopOfAnswers({ pay: [action, other] });
    const { driver, journal } = shopping;
    let pays = 0;
    const shopper = createShopper(orderWith(overtaken), {
      ...shopping,
      driver: {
        ...driver,
        pay: async (order, context) => {
          await new Promise((resolve) => setImmediate(resolve));
          pays += 1;
          if (pays === 1) journal.add(17, { kind: 'held', incident: 'o' });
          return driver.pay(order, context);
        },
      },
    });
    await shopper.shop();
    expect(challenges.map((one) => one.split(' ')[0])).to.deep.equal(['pi_1', 'pi_2']);
  });

  const later: Incident = { id: 'l', kind: 'comes_back', seconds: 3660 };

  it('passes 3D Secure later, where it was left alone', async () => {
    const { shopping, asked, challenges, happened } = shopOfAnswers({
      pay: [action],
      comeBack: [paid],
    });
    const shopper = createShopper(orderWith(challenged('left'), later), shopping);
    await shopper.shop();
    expect(shopper.wantsMore([])).to.equal(false);
    await shopper.goOn();
    expect(asked.at(-1)).to.equal('come back from pi_1');
    expect(challenges).to.deep.equal([`pi_1 approved ${guarded}`]);
    expect(happened()).to.deep.equal(['c', 'l']);
    expect(shopper.isPaid()).to.equal(true);
  });

  it('takes another card later, where the first one was declined', async () => {
    const { shopping, asked } = shopOfAnswers({ pay: [failed, paid] });
    const shopper = createShopper(
      orderWith({ id: 'd', kind: 'declined', code: 'insufficient_funds', next: 'leaves' }, later),
      shopping,
    );
    await shopper.shop();
    await shopper.goOn();
    expect(asked).to.deep.equal([`pay ${refused} o17-abc-1`, `pay ${good} o17-abc-2`]);
  });

  it('has nothing to do later, where everything is done', async () => {
    const { shopping, asked, happened } = shopOfAnswers({ pay: [paid] });
    const shopper = createShopper(orderWith(later), shopping);
    await shopper.shop();
    await shopper.goOn();
    expect([asked.length, happened()]).to.deep.equal([1, ['l']]);
  });
});
