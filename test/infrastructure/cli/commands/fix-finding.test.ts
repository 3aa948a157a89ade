import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { type FakeServer, startFakeServer } from '../../../../src/fake-server.js';
import { createPayments } from '../../../../src/infrastructure/create-payments.js';
import { useHttpServer } from '../../../support/http/use-http-server.js';
import { textAt } from '../../../support/json/at.js';
import { explodingDependencies } from '../../../support/processors/exploding-dependencies.js';
import { runHere } from '../../../support/programs/run-here.js';
import { useSqlite } from '../../../support/stores/use-sqlite.js';

const secret = 'a secret of the store';

describe('pasarela reconcile fix', () => {
  const { fresh, another } = useSqlite();
  type StrangeAnswer = readonly [status: number, body: object];
  const answers = new Map<string, StrangeAnswer | ((request: IncomingMessage) => StrangeAnswer)>();
  const strange = useHttpServer((request, response) => {
    const { method, url = '' } = request;
    const path = url.replace(/\?.*/, '');
    const found =
      answers.get(`${method} ${path}`) ?? ([404, { error: { message: path } }] as const);
    const [status, body] = typeof found === 'function' ? found(request) : found;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  let stripe: FakeServer;
  let folder: string;

  beforeEach(async () => {
    answers.clear();
    stripe = await startFakeServer({ seed: 'fix' });
    folder = await mkdtemp(join(tmpdir(), 'pasarela-fix-test-'));
  });
  afterEach(async () => {
    await stripe.close();
    await rm(folder, { recursive: true });
  });

  const call = async (path: string, params: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await fetch(`${stripe.url}/v1/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${stripe.apiKey}` },
      body: new URLSearchParams(params),
    });
    expect(response.status).to.equal(200);
    return response.json();
  };
  const pay = (more: Readonly<Record<string, string>> = {}) =>
    call('payment_intents', {
      amount: '1999',
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      'payment_method_types[]': 'card',
      ...more,
    });
  const authorize = () => pay({ capture_method: 'manual' });
  const report = (text: string) => writeFile(join(folder, 'report.json'), text);
  const fix = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    runHere(['reconcile', 'fix', 'x:1', ...args, '--from-report', folder], {
      STRIPE_SECRET_KEY: stripe.apiKey,
      STRIPE_BASE_URL: stripe.url,
      STRIPE_MAX_RETRIES: '0',
      DATABASE_URL: 'memory:',
      ...env,
    });
  /** Repairs a finding of a report that has only this one. */
  const repair = async (
    plan: object,
    env: Readonly<Record<string, string>> = {},
    args: ReadonlyArray<string> = ['--yes'],
  ) => {
    const finding = { id: 'x:1', message: 'It is so.', advice: 'Look.', repair: plan };
    await report(JSON.stringify({ findings: [finding] }));
    return fix(args, env);
  };
  const release = (payment: string) => ({ _tag: 'ReleaseAuthorization', payment });
  const refund = (charge: string, besides: string, amount = 1999) => ({
    _tag: 'RefundCharge',
    charge,
    besides,
    amount,
    currency: 'eur',
  });
  const statusOf = async (payment: string) =>
    textAt(
      await (
        await fetch(`${stripe.url}/v1/payment_intents/${payment}`, {
          headers: { authorization: `Bearer ${stripe.apiKey}` },
        })
      ).json(),
      'status',
    );

  it('says that there is no report that it can read', async () => {
    expect((await fix([])).stderr).to.match(
      /^pasarela: the report \S+ cannot be read: ENOENT.*Run pasarela reconcile first/,
    );
    const finding = { id: 'x:1', message: 'm', advice: 'a' };
    for (const [text, problem] of [
      ['{', 'cannot be read'],
      ['{}', 'is not a report of this version'],
      [
        JSON.stringify({ findings: [{ ...finding, repair: { _tag: 'PayAgain' } }] }),
        'is not a report of this version',
      ],
    ] as const) {
      await report(text);
      const end = await fix(['--yes']);
      expect(end, text).to.include({ code: 1, stdout: '' });
      expect(end.stderr).to.include(problem);
    }
  });

  it('shows what it would do, without a call', async () => {
    const nowhere = { STRIPE_BASE_URL: 'http://127.0.0.1:9' };
    for (const [plan, text] of [
      [refund('ch_2', 'ch_1'), 'give back 19.99 EUR of ch_2; ch_1 stays'],
      [release('pi_1'), 'cancel pi_1, so that the authorized amount goes back to the customer'],
      [
        { _tag: 'StoreEvents', payment: 'pi_1', createdFrom: 1 },
        'fetch the events of the day of pi_1 from the processor and store those that are missing; the service then handles them',
      ],
      [
        { _tag: 'SettleKey', key: 'order "1"', scope: '' },
        'look up the outcome of the key "order \\"1\\"" and store it',
      ],
    ] as const) {
      expect(await repair(plan, nowhere, [])).to.deep.equal({
        code: 0,
        stdout: `It is so.\nwould ${text}\nnothing was done: pass --yes to do it\n`,
        stderr: '',
      });
    }
  });

  it('releases an authorization once', async () => {
    const id = textAt(await authorize(), 'id');
    expect((await repair(release(id))).stdout).to.include(
      `\nreleased the authorization of ${id}\n`,
    );
    expect(await statusOf(id)).to.equal('canceled');
    expect((await repair(release(id))).stdout).to.include(
      `\nnothing was done: ${id} is canceled by now\n`,
    );
  });

  it('releases nothing that was captured meanwhile, or that has no payment intent', async () => {
    const id = textAt(await authorize(), 'id');
    await call(`payment_intents/${id}/capture`, {});
    expect((await repair(release(id))).stdout).to.include(
      `nothing was done: ${id} is succeeded by now\n`,
    );
    expect(await statusOf(id)).to.equal('succeeded');
    expect((await repair(release('ch_1'))).stdout).to.include(
      'nothing was done: ch_1 is a charge without a payment intent: release it at the processor\n',
    );
  });

  it('says how a refund began that is not done', async () => {
    const charge = { object: 'charge', amount: 1999, status: 'succeeded', paid: true };
    const more = { currency: 'eur', amount_refunded: 0, payment_intent: null };
    for (const id of ['ch_1', 'ch_2']) {
      answers.set(`GET /v1/charges/${id}`, [200, { id, ...charge, ...more }]);
    }
    for (const [status, text] of [
      ['failed', 'nothing was done: the refund re_1 of 19.99 EUR is failed\n'],
      ['canceled', 'nothing was done: the refund re_1 of 19.99 EUR is canceled\n'],
      ['pending', 'asked to give back 19.99 EUR (re_1), which is pending\n'],
      ['requires_action', 'asked to give back 19.99 EUR (re_1), which is requires_action\n'],
    ] as const) {
      answers.set('POST /v1/refunds', [
        200,
        {
          id: 're_1',
          object: 'refund',
          amount: 1999,
          currency: 'eur',
          charge: 'ch_2',
          created: 2,
          status,
        },
      ]);
      const end = await repair(refund('ch_2', 'ch_1'), { STRIPE_BASE_URL: strange() });
      expect(end, status).to.deep.equal({ code: 0, stdout: `It is so.\n${text}`, stderr: '' });
    }
  });

  it('looks again after a refund, and says when the other charge was given back at the same time', async () => {
    const charge = { object: 'charge', amount: 1999, status: 'succeeded', paid: true };
    const more = { currency: 'eur', amount_refunded: 0, payment_intent: null };
    answers.set('GET /v1/charges/ch_2', [200, { id: 'ch_2', ...charge, ...more }]);
    for (const [other, warning] of [
      [
        [200, { id: 'ch_1', ...charge, ...more, amount_refunded: 1999 }],
        'ch_1 was given back at the same time',
      ],
      [[500, {}], 'whether ch_1 was given back too is not known'],
    ] as const) {
      answers.set('GET /v1/charges/ch_1', [200, { id: 'ch_1', ...charge, ...more }]);
      answers.set('POST /v1/refunds', () => {
        answers.set('GET /v1/charges/ch_1', other);
        return [
          200,
          {
            id: 're_1',
            object: 'refund',
            amount: 1999,
            currency: 'eur',
            charge: 'ch_2',
            created: 2,
            status: 'succeeded',
          },
        ];
      });
      const end = await repair(refund('ch_2', 'ch_1'), { STRIPE_BASE_URL: strange() });
      expect(end).to.deep.equal({
        code: 0,
        stdout: `It is so.\ngave back 19.99 EUR (re_1). ATTENTION: ${warning}: look whether the customer still pays for the order\n`,
        stderr: '',
      });
    }
  });

  it('gives back one of two charges when another repair gives back the other at the same time', async () => {
    const charge = { object: 'charge', amount: 1999, status: 'succeeded', paid: true };
    const more = { currency: 'eur', amount_refunded: 0, payment_intent: null };
    for (const id of ['ch_1', 'ch_2']) {
      answers.set(`GET /v1/charges/${id}`, [200, { id, ...charge, ...more }]);
    }
    const keys: Array<unknown> = [];
    answers.set('POST /v1/refunds', ({ headers }) => {
      keys.push(headers['idempotency-key']);
      return [400, { error: { type: 'idempotency_error', message: 'other parameters' } }];
    });
    for (const [one, other] of [
      ['ch_1', 'ch_2'],
      ['ch_2', 'ch_1'],
    ] as const) {
      expect(await repair(refund(one, other), { STRIPE_BASE_URL: strange() })).to.deep.equal({
        code: 0,
        stdout: `It is so.\nnothing was done: another repair gives ${other} back, so ${one} stays\n`,
        stderr: '',
      });
    }
    expect(keys).to.deep.equal(['reconcile:refund:ch_1:ch_2:0', 'reconcile:refund:ch_1:ch_2:0']);
  });

  it('refuses the report of another account, whatever it would repair', async () => {
    const finding = { id: 'x:1', message: 'It is so.', advice: 'Look.' };
    for (const plan of [
      refund('ch_2', 'ch_1'),
      release('pi_1'),
      { _tag: 'StoreEvents', payment: 'pi_1', createdFrom: Math.floor(Date.now() / 1000) - 3600 },
      { _tag: 'SettleKey', key: 'order 1', scope: '' },
    ]) {
      await report(
        JSON.stringify({ account: 'acct_other/live', findings: [{ ...finding, repair: plan }] }),
      );
      const end = await fix(['--yes']);
      expect(end).to.include({ code: 1, stdout: 'It is so.\n' });
      expect(end.stderr).to.match(
        /^pasarela: the report is about the account acct_other\/live, and the key is of acct_\w+\/test: /,
      );
    }
  });

  it('refuses a report that was changed by hand', async () => {
    for (const plan of [refund('ch 2', 'ch_1'), refund('ch_2', ''), refund('ch_2', 'ch_1', 0.5)]) {
      expect(await repair(plan)).to.deep.include({
        code: 1,
        stderr: 'pasarela: the report was changed by hand\n',
      });
    }
  });

  it('says why the processor did nothing, and audits that the outcome is unknown', async () => {
    const AUDIT_LOG = join(folder, 'audit.log');
    for (const [status, problem] of [
      [400, 'the processor refused the call: Look again'],
      [401, 'the processor refused STRIPE_SECRET_KEY'],
      [500, 'no response from the processor: '],
    ] as const) {
      answers.set('GET /v1/payment_intents/pi_1', [
        status,
        { error: { type: 'invalid_request_error', message: 'Look again' } },
      ]);
      const end = await repair(release('pi_1'), { STRIPE_BASE_URL: strange(), AUDIT_LOG });
      expect(end, String(status)).to.include({ code: 1, stdout: 'It is so.\n' });
      expect(end.stderr).to.include(`pasarela: ${problem}`);
    }
    const entries = (await readFile(AUDIT_LOG, 'utf8')).trim().split('\n');
    expect(entries).to.have.length(3);
    for (const entry of entries) {
      expect(JSON.parse(entry)).to.include({
        operation: 'reconcile.ReleaseAuthorization',
        payment_intent: 'pi_1',
        outcome: 'unknown',
      });
    }
    const alone = await repair(release('pi_1'), { STRIPE_BASE_URL: 'http://127.0.0.1:9' });
    expect(alone.stderr).to.include('pasarela: no response from the processor: ');
    const memory = await repair(release('pi_1'), { PROCESSOR: 'memory' });
    expect(memory.stderr).to.include(
      'pasarela: only the service itself can change its in-memory processor\n',
    );
  });

  it('stores no events that might be handled twice, and says when none is missing', async () => {
    await fresh();
    const path = String(
      (await valueOf((await another()).query('PRAGMA database_list', [])))[0]?.['file'],
    );
    const env = { DATABASE_URL: `file:${path}` };
    const events = (createdFrom: number) => ({ _tag: 'StoreEvents', payment: 'pi_1', createdFrom });
    expect((await repair(events(1), env)).stderr).to.include(
      'pasarela: the payment is older than EVENT_ID_DAYS: its events might be handled twice\n',
    );
    const recent = events(Math.floor(Date.now() / 1000) - 3600);
    expect((await repair(recent, env)).stdout).to.include(
      'nothing was done: the processor lists no event that is missing\n',
    );
    answers.set('GET /v1/events', [
      400,
      { error: { type: 'invalid_request_error', message: 'Look again' } },
    ]);
    expect(await repair(recent, { ...env, STRIPE_BASE_URL: strange() })).to.deep.include({
      code: 1,
      stderr: 'pasarela: the processor refused the call: Look again\n',
    });
  });

  it('settles a key whose outcome it finds, and leaves another in doubt', async () => {
    await fresh();
    const database = await another();
    const path = String((await valueOf(database.query('PRAGMA database_list', [])))[0]?.['file']);
    const keys = createSqlIdempotencyStore(database);
    const env = { DATABASE_URL: `file:${path}`, IDEMPOTENCY_SECRET: secret };
    const charge = textAt(await pay(), 'latest_charge');
    for (const key of ['found', 'lost']) {
      const lost = createPayments({
        processor: {
          ...explodingDependencies,
          createRefund: () =>
            TE.left({ _tag: 'ProcessorUnavailable', outcome: 'unknown', cause: 'lost' }),
        },
        stores: { idempotencyStore: keys },
        idempotencySecret: secret,
        clock: () => Math.floor(Date.now() / 1000),
      }).withIdempotencyKey(key, { scope: 'client:shop' });
      await lost.refundCharge({ charge, amount_minor: 300 }).catch(() => undefined);
    }
    const sent = await valueOf(keys.unsettled({ key: 'found', limit: 5 }));
    await call('refunds', {
      charge,
      amount: '300',
      'metadata[pasarela_key]': sent[0]?.firstSent?.derivedKey ?? '',
    });
    const settle = (key: string, scope = 'client:shop') =>
      repair({ _tag: 'SettleKey', key, scope }, env);
    expect((await settle('found')).stdout).to.include('settled the key "found"\n');
    expect((await settle('lost')).stdout).to.include(
      'nothing was done: the key stays in doubt: pasarela idempotency settle says why\n',
    );
    expect((await settle('found')).stderr).to.include('is not in doubt');
    const left = await valueOf(keys.unsettled({ limit: 5 }));
    expect(left.map(({ key }) => key)).to.deep.equal(['lost']);
  });
});
