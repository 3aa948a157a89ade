import { expect } from 'chai';
import type { CallEntry, CommitEntry, JournalEntry } from '../../../src/torture/journal/journal.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { tellStory } from '../../../src/torture/report/story.js';
import {
  callEntry,
  orderLedger,
  paymentId,
  plannedOrder,
  runOf,
  sampleResult,
  webhookEntry,
} from '../../support/torture/sample-result.js';

const pays = (
  at: number,
  more: Partial<Extract<JournalEntry, { kind: 'pays' }>> = {},
): JournalEntry => ({
  at,
  order: 1,
  kind: 'pays',
  attempt: 1,
  key: 'a1',
  card: 'pm_card_visa',
  why: 'first',
  ...more,
});

const storyOf = (
  journal: ReadonlyArray<JournalEntry>,
  {
    incidents = [],
    details = false,
  }: { incidents?: ReadonlyArray<Incident>; details?: boolean } = {},
) => {
  const order = plannedOrder(1, incidents);
  return tellStory(runOf([order], journal, [orderLedger(1)]), order, { details });
};

const textsOf = (...args: Parameters<typeof storyOf>): ReadonlyArray<string> =>
  storyOf(...args).lines.map(({ text }) => text);

describe('the story of an order', () => {
  it('can be told although the shop read without an end', () => {
    const reads = Array.from({ length: 130_000 }, (_, at) =>
      callEntry(10 + at, 1, { method: 'GET', call: null, key: null }),
    );
    const end: JournalEntry = {
      at: 300_000,
      order: 1,
      kind: 'answered',
      attempt: 1,
      answer: { outcome: 'paid' },
      problem: null,
    };
    expect(textsOf([pays(0), ...reads, end])).to.deep.equal([
      'the customer paid 19.99 EUR',
      'the customer was told "paid"',
    ]);
  });

  it('tells many restarts for other orders in one line after the first', () => {
    const restarts = (count: number, begin: number): ReadonlyArray<JournalEntry> =>
      Array.from(
        { length: count },
        (_, index): ReadonlyArray<JournalEntry> => [
          { at: begin + 2 * index, order: null, kind: 'shop', what: 'killed' },
          { at: begin + 2 * index + 1, order: null, kind: 'shop', what: 'started' },
        ],
      ).flat();
    const told = storyOf([
      pays(0),
      ...restarts(3, 10),
      webhookEntry(20, 1),
      ...restarts(5, 30),
      webhookEntry(60, 1),
    ]).lines;
    expect(told.map(({ at, text }) => `${at} ${text}`)).to.deep.equal([
      '0 the customer paid 19.99 EUR',
      '10 the shop was killed',
      '11 the shop was up again',
      '12 the shop was killed',
      '13 the shop was up again',
      '14 the shop was killed',
      '15 the shop was up again',
      '17 the webhook payment_intent.succeeded came: accepted',
      '30 the shop was killed',
      '31 the shop was up again',
      '32 the shop was killed 4 more times, and was up again',
      '57 the webhook payment_intent.succeeded came a second time: accepted',
    ]);
  });

  it('tells a lost answer, the call with another key, and both ledgers', () => {
    const [broken] = sampleResult().broken;
    const { run, plan } = broken?.smallest ?? expect.fail();
    const [order = expect.fail()] = plan.orders;
    const { lines, endings, incidents } = tellStory(run, order, { details: false });
    expect(lines.map(({ at, text }) => `${at} ${text}`)).to.deep.equal([
      '0 the customer paid 19.99 EUR',
      '304 the shop called POST /v1/payment_intents with key A: charge of 19.99 EUR (pi_…x7Kd), but the response was lost',
      '320 the customer got no response (HTTP 502)',
      '340 the customer tried again, with the same key',
      '350 the shop called POST /v1/payment_intents again, with another key (B): second charge of 19.99 EUR (pi_…9aaB)',
      '362 the webhooks charge.succeeded and payment_intent.succeeded came: accepted',
      '372 the customer was told "paid"',
    ]);
    expect(lines.map(({ tone, lost }) => lost ?? tone)).to.deep.equal([
      'plain',
      'back',
      'there',
      'plain',
      'bad',
      'plain',
      'good',
    ]);
    expect(endings.map(({ ledger }) => ledger)).to.deep.equal([
      [
        ['processor', 'two charges of 19.99 EUR (pi_…x7Kd, pi_…9aaB)'],
        ['shop', 'one order: paid, 19.99 EUR'],
        ['customer', 'no response, then told "paid"'],
      ],
    ]);
    expect(incidents).to.deep.equal([
      { text: "the response to the shop's first call is lost", happened: true },
      { text: 'a customer without a response tries again with the same key', happened: true },
    ]);
  });

  for (const [what, incident, call, expected] of [
    [
      'a lost request',
      { id: 'i', kind: 'request_lost', call: 1 },
      { done: false, status: null, processorStatus: null, object: null, state: null },
      'the request was lost before the processor saw it',
    ],
    [
      'an answer that broke off',
      { id: 'i', kind: 'answer_cut', call: 1 },
      { status: null },
      'charge of 19.99 EUR (pi_…x7Kd), but the response broke off in the middle',
    ],
    [
      'a late answer that the shop waited for',
      { id: 'i', kind: 'answer_late', call: 1, ms: 1500 },
      {},
      'charge of 19.99 EUR (pi_…x7Kd), but the response was 1.5 s late',
    ],
    [
      'a late answer that came too late',
      { id: 'i', kind: 'answer_late', call: 1, ms: 1500 },
      { status: null },
      'charge of 19.99 EUR (pi_…x7Kd), but the response was 1.5 s late, and the shop did not wait for it',
    ],
    [
      'a refusal',
      { id: 'i', kind: 'refused', call: 1, status: 429 },
      { done: false, status: 429, processorStatus: null, object: null, state: null },
      'the processor did nothing, and responded with 429',
    ],
    [
      'a kill before the work',
      { id: 'i', kind: 'killed', call: 1, when: 'before' },
      { done: false, status: null, processorStatus: null, object: null, state: null },
      'the shop was killed before the processor did anything',
    ],
    [
      'a kill after the work',
      { id: 'i', kind: 'killed', call: 1, when: 'after' },
      { status: null },
      'charge of 19.99 EUR (pi_…x7Kd), but the shop was killed before it had the response',
    ],
    [
      'a freeze',
      { id: 'i', kind: 'frozen', call: 1, when: 'after', ms: 900 },
      {},
      'charge of 19.99 EUR (pi_…x7Kd), but the shop stood still for 900 ms meanwhile',
    ],
    [
      'a day',
      { id: 'i', kind: 'day_passes', call: 1 },
      { status: null },
      'charge of 19.99 EUR (pi_…x7Kd), but the response was lost, and 25 hours passed',
    ],
    [
      'a shop that hung up by itself',
      { id: 'i', kind: 'double_click', ms: 0 },
      { status: null },
      'charge of 19.99 EUR (pi_…x7Kd), but the shop got no response',
    ],
    [
      'a call that was broken off before it was done',
      { id: 'i', kind: 'double_click', ms: 0 },
      { done: false, status: null, processorStatus: null },
      'it was broken off',
    ],
    [
      'a decline',
      { id: 'i', kind: 'declined', code: 'insufficient_funds', next: 'leaves' },
      { status: 402, processorStatus: 402, error: 'card_declined', state: null, object: null },
      'the processor responded with 402 card_declined',
    ],
    [
      'a repeated answer',
      { id: 'i', kind: 'double_click', ms: 0 },
      { replayed: true },
      'the processor repeated its first response',
    ],
    [
      'a payment that is not finished',
      { id: 'i', kind: 'challenged', ends: 'left' },
      { state: 'requires_action' },
      'pi_…x7Kd is requires_action',
    ],
  ] satisfies ReadonlyArray<readonly [string, Incident, Partial<CallEntry>, string]>) {
    it(`says what came of a call: ${what}`, () => {
      const [, line] = textsOf([pays(0), callEntry(10, 1, call)], { incidents: [incident] });
      expect(line).to.equal(`the shop called POST /v1/payment_intents with key A: ${expected}`);
    });
  }

  for (const [what, call, expected] of [
    [
      'a refund of a charge without an amount',
      { path: '/v1/charges/ch_1/refund', key: null, object: 'ch_1', amount: null },
      'the shop called POST /v1/charges/ch_1/refund without a key: refund (ch_1)',
    ],
    [
      'a refund',
      { path: '/v1/refunds', object: `re_${'3Q7mXb2eZvKYlo2C000011aa'}`, amount: 500 },
      'the shop called POST /v1/refunds with key A: refund of 5.00 EUR (re_…11aa)',
    ],
    [
      'a refund without an amount',
      { path: '/v1/refunds', object: 're_1', amount: null },
      'the shop called POST /v1/refunds with key A: refund (re_1)',
    ],
    [
      'a change of a charge, which is no second charge',
      { path: '/v1/charges/ch_1', object: 'ch_1', amount: null },
      'the shop called POST /v1/charges/ch_1 with key A: ch_1 is succeeded',
    ],
    [
      'an object without a state',
      { path: '/v1/customers', object: 'cus_1', state: null, amount: null },
      'the shop called POST /v1/customers with key A: cus_1',
    ],
    [
      'a charge whose amount is not in the call',
      { amount: null },
      'the shop called POST /v1/payment_intents with key A: charge of 19.99 EUR (pi_…x7Kd)',
    ],
    [
      'an error without a code',
      { done: false, status: 500, object: null },
      'the shop called POST /v1/payment_intents with key A: the processor responded with 500',
    ],
    [
      'a read of what is not there',
      {
        method: 'GET',
        path: '/v1/payment_intents/pi_1',
        status: 404,
        state: null,
        error: 'resource_missing',
      },
      'the shop read /v1/payment_intents/pi_1: the processor responded with 404 resource_missing',
    ],
  ] satisfies ReadonlyArray<readonly [string, Partial<CallEntry>, string]>) {
    it(`tells ${what}`, () => {
      const [, line] = textsOf([pays(0), callEntry(10, 1, call)], { details: true });
      expect(line).to.equal(expected);
    });
  }

  it('counts refunds', () => {
    const refunds = ['re_1', 're_2', 're_2'].map((object, at) =>
      callEntry(at * 10 + 10, 1, { path: '/v1/refunds', object, amount: 500, key: `k${at}` }),
    );
    expect(textsOf([pays(0), ...refunds]).slice(2)).to.deep.equal([
      'the shop called POST /v1/refunds again, with another key (B): second refund of 5.00 EUR (re_2)',
      'the shop called POST /v1/refunds again, with another key (C): re_2 is succeeded',
    ]);
  });

  it('says why webhooks had no answer: a kill, or something unknown', () => {
    expect(
      textsOf([
        pays(0),
        webhookEntry(12, 1, { status: null, error: 'connection closed' }),
        { at: 13, order: null, kind: 'shop', what: 'killed' },
        webhookEntry(500, 1, { status: null, error: null, attempt: 2, event: 'evt_2' }),
      ]).slice(1),
    ).to.deep.equal([
      'the webhook payment_intent.succeeded came: no response, because the shop was killed',
      'the shop was killed',
      'the webhook payment_intent.succeeded came (attempt 2): no response (unknown)',
    ]);
  });

  it('tells what nobody answered, and double presses of the staff', () => {
    expect(
      textsOf([
        pays(0),
        { at: 1, order: 1, kind: 'answered', attempt: 1, answer: null, problem: null },
        { at: 2, order: 1, kind: 'refunds', refund: 'r', amount: 500, why: 'double_click' },
        { at: 3, order: 1, kind: 'challenge', ends: 'left', payment: 'pi_1' },
        { at: 4, order: null, kind: 'shop_died', code: null, output: '' },
        { at: 5, order: 1, kind: 'challenge', ends: 'refused', payment: 'pi_1' },
      ]).slice(1),
    ).to.deep.equal([
      'the customer got no response',
      'the staff pressed the button of the refund a second time',
      'the customer left 3D Secure alone',
      'the shop ended by itself',
      'the customer failed 3D Secure',
    ]);
  });

  it('tells keys apart: the same, another, none', () => {
    const keys = ['k1', 'k1', 'k2', null].map((key, at) =>
      callEntry(at * 10 + 10, 1, { key, state: 'requires_action' }),
    );
    expect(textsOf([pays(0), ...keys]).slice(1)).to.deep.equal([
      'the shop called POST /v1/payment_intents with key A: pi_…x7Kd is requires_action',
      'the shop called POST /v1/payment_intents again, with the same key (A): pi_…x7Kd is requires_action',
      'the shop called POST /v1/payment_intents again, with another key (B): pi_…x7Kd is requires_action',
      'the shop called POST /v1/payment_intents again, without a key: pi_…x7Kd is requires_action',
    ]);
  });

  it('gives a call two lines when a webhook came before its answer', () => {
    const lines = textsOf(
      [
        pays(0),
        webhookEntry(20, 1, { since: 12 }),
        callEntry(30, 1, { ms: 25 }),
        { at: 11, order: 1, kind: 'incident', incident: 'i' },
      ],
      { incidents: [{ id: 'i', kind: 'webhook_first', call: 1 }] },
    );
    expect(lines).to.deep.equal([
      'the customer paid 19.99 EUR',
      'the shop called POST /v1/payment_intents with key A',
      "the webhooks of the shop's first call come before its response",
      'the webhook payment_intent.succeeded came: accepted',
      'POST /v1/payment_intents: charge of 19.99 EUR (pi_…x7Kd)',
    ]);
  });

  it('tells how much of a payment was captured', () => {
    const lines = textsOf([
      callEntry(10, 1, { state: 'requires_capture', amount: 1999 }),
      callEntry(20, 1, {
        path: `/v1/payment_intents/${paymentId('x7Kd')}/capture`,
        amount: 500,
      }),
    ]);
    expect(lines.at(-1)).to.include('charge of 5.00 EUR (pi_…x7Kd)');
  });

  it('tells of commits that did not go well, and of the others with details', () => {
    const commit = (at: number, ended: CommitEntry['ended']): JournalEntry => ({
      at,
      order: 1,
      kind: 'commit',
      name: 'update orders',
      nth: at,
      ended,
      ms: 1,
    });
    const journal = [
      pays(0),
      commit(1, 'committed'),
      commit(2, 'unanswered'),
      commit(3, 'refused'),
      commit(4, 'broken'),
    ];
    const wrote = 'the shop wrote to its database (update orders)';
    const bad = [
      `${wrote}: committed, but the shop was not told`,
      `${wrote}: taken back by the database`,
      `${wrote}: the connection broke before the commit`,
    ];
    expect(textsOf(journal)).to.deep.equal(['the customer paid 19.99 EUR', ...bad]);
    expect(textsOf(journal, { details: true })).to.deep.equal([
      'the customer paid 19.99 EUR',
      `${wrote}: committed`,
      ...bad,
    ]);
  });

  it('counts reads that are alike, and leaves them out of the short story', () => {
    const read = (at: number): JournalEntry =>
      callEntry(at, 1, {
        call: null,
        method: 'GET',
        path: `/v1/payment_intents/${paymentId('x7Kd')}`,
        key: null,
      });
    const journal = [pays(0), read(10), read(20), read(30)];
    expect(textsOf(journal, { details: true })).to.deep.equal([
      'the customer paid 19.99 EUR',
      'the shop read /v1/payment_intents/pi_…x7Kd 3 times: succeeded',
    ]);
    expect(textsOf(journal)).to.deep.equal(['the customer paid 19.99 EUR']);
  });

  it('tells webhooks that were dropped, refused, tried again and sent twice', () => {
    expect(
      textsOf([
        pays(0),
        webhookEntry(10, 1, { status: null, error: 'dropped' }),
        webhookEntry(20, 1, { status: 500, attempt: 2 }),
        webhookEntry(30, 1, { status: null, error: 'connection refused', attempt: 3 }),
        webhookEntry(40, 1, { attempt: 4 }),
        webhookEntry(50, 1),
      ]).slice(1),
    ).to.deep.equal([
      'the webhook payment_intent.succeeded did not reach the shop',
      'the webhook payment_intent.succeeded came (attempt 2): the shop responded with 500',
      'the webhook payment_intent.succeeded came (attempt 3): no response (connection refused)',
      'the webhook payment_intent.succeeded came (attempt 4): accepted',
      'the webhook payment_intent.succeeded came a second time: accepted',
    ]);
  });

  it('has both ledgers where the customer who came back changed something', () => {
    const order = plannedOrder(1);
    const run = runOf([order], [pays(0)], []);
    const { endings } = tellStory(
      {
        ...run,
        ledgers: [
          {
            when: 'settled',
            orders: [orderLedger(1, { shopOrders: [] })],
            strangePayments: [],
            deaths: [],
          },
          { when: 'visited', orders: [orderLedger(1)], strangePayments: [], deaths: [] },
        ],
      },
      order,
      { details: false },
    );
    expect(endings.map(({ title, ledger }) => [title, ledger[1]?.[1]])).to.deep.equal([
      ['When everything had settled', 'no order'],
      ['After the customer had come back', 'one order: paid, 19.99 EUR'],
    ]);
  });

  it('tells of an event with a wrong signature, which comes after the ledgers were read', () => {
    expect(
      textsOf([
        pays(0),
        { at: 100, order: null, kind: 'judged', when: 'visited' },
        { at: 110, order: 1, kind: 'forged', type: 'payment_intent.succeeded', status: 200 },
        { at: 120, order: 1, kind: 'forged', type: 'payment_intent.succeeded', status: null },
        { at: 130, order: null, kind: 'judged', when: 'forged' },
      ]),
    ).to.deep.equal([
      'the customer paid 19.99 EUR',
      'somebody else sent the webhook payment_intent.succeeded, with a wrong signature: the shop responded with 200',
      'somebody else sent the webhook payment_intent.succeeded, with a wrong signature: no response',
    ]);
  });

  it('leaves out what the end of the run broke off', () => {
    expect(
      textsOf([
        pays(0),
        { at: 90, order: null, kind: 'judged', when: 'settled' },
        { at: 100, order: null, kind: 'judged', when: 'visited' },
        webhookEntry(101, 1, { status: null, error: 'aborted' }),
      ]),
    ).to.deep.equal(['the customer paid 19.99 EUR']);
  });

  it('tells since when a shop hung', () => {
    expect(
      textsOf([
        pays(10),
        { at: 45_020, order: null, kind: 'shop_hung', since: 20, problem: 'HTTP 500' },
        {
          at: 46_000,
          order: 1,
          kind: 'answered',
          attempt: 1,
          answer: { outcome: 'paid' },
          problem: null,
        },
      ]),
    ).to.include('the shop had not responded since 0.02 s: HTTP 500');
  });

  it('tells kills for other orders, deaths, time, 3D Secure, refunds and visits', () => {
    expect(
      textsOf([
        { at: 0, order: null, kind: 'shop', what: 'started' },
        pays(10),
        { at: 20, order: 7, kind: 'shop', what: 'killed' },
        { at: 30, order: 7, kind: 'shop', what: 'started' },
        { at: 40, order: null, kind: 'shop', what: 'frozen' },
        { at: 50, order: null, kind: 'shop', what: 'thawed' },
        { at: 60, order: null, kind: 'shop_died', code: 1, output: 'one\nboom \u001B[31m\n' },
        { at: 70, order: null, kind: 'clock', seconds: 90_000 },
        { at: 80, order: 1, kind: 'challenge', ends: 'approved', payment: 'pi_1' },
        {
          at: 90,
          order: 1,
          kind: 'answered',
          attempt: 1,
          answer: { outcome: 'action' },
          problem: null,
        },
        {
          at: 91,
          order: 1,
          kind: 'answered',
          attempt: 2,
          answer: { outcome: 'action', payment: 'cs_1' },
          problem: null,
        },
        { at: 92, order: 1, kind: 'challenge', ends: 'approved', payment: 'cs_1' },
        { at: 100, order: 1, kind: 'refunds', refund: 'r', amount: 500, why: 'first' },
        {
          at: 110,
          order: 1,
          kind: 'refund_answered',
          refund: 'r',
          answer: { outcome: 'failed', message: 'no\nmoney' },
          problem: null,
        },
        { at: 120, order: null, kind: 'judged', when: 'settled' },
        pays(130, { why: 'visits', key: 'a2' }),
        { at: 140, order: null, kind: 'shop', what: 'stopped' },
      ]),
    ).to.deep.equal([
      'the customer paid 19.99 EUR',
      'the shop was killed (because of order 7)',
      'the shop was up again',
      'the shop stood still',
      'the shop went on',
      String.raw`the shop ended by itself, with code 1: boom \u001b[31m`,
      '25 hours passed',
      'the customer passed 3D Secure',
      'the customer was sent to 3D Secure',
      'the customer was sent to the payment page',
      'the customer passed the payment page',
      'the staff gave back 5.00 EUR',
      'the staff was told "failed" (no money)',
      'everything had settled',
      'the customer came back and tried with a good card, with another key',
    ]);
  });
});
