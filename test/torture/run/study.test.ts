import { expect } from 'chai';
import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import type { DriverCapabilities } from '../../../src/torture/plan/driver-capabilities.js';
import { messageName } from '../../../src/torture/plan/message.js';
import type { Plan } from '../../../src/torture/plan/plan.js';
import { singleFaults } from '../../../src/torture/plan/single-faults.js';
import { messagesAfter, studyShop } from '../../../src/torture/run/study.js';
import { callEntry, runOf, webhookEntry } from '../../support/torture/sample-result.js';

const pays = (order: number): JournalEntry => ({
  at: 1,
  order,
  kind: 'pays',
  attempt: 1,
  key: 'k',
  card: '',
  why: 'first',
});

const commit = (at: number, nth: number | null, name = 'insert orders'): JournalEntry => ({
  at,
  order: 1,
  kind: 'commit',
  name,
  nth,
  ended: 'committed',
  ms: 1,
});

const answered = (at: number, order: number): JournalEntry => ({
  at,
  order,
  kind: 'answered',
  attempt: 1,
  answer: null,
  problem: null,
});

const read = (at: number, order: number, nth: number) =>
  callEntry(at, order, { call: null, name: 'GET /v1/payment_intents/{id}', nth, method: 'GET' });

// Orders 1 to 4 take the journeys, 5 loses its first call, 6 is answered late.
const journal: ReadonlyArray<JournalEntry> = [
  pays(1),
  callEntry(10, 1, { key: null }),
  read(12, 1, 1),
  read(13, 1, 2),
  read(14, 1, 3),
  webhookEntry(20, 1, { since: 8 }),
  answered(21, 1),
  pays(2),
  callEntry(30, 2),
  callEntry(40, 2, { call: 2, name: 'POST /v1/refunds' }),
  pays(4),
  answered(50, 4),
  answered(60, 4),
  ...[1, 2, 3].map((attempt) => callEntry(100 * attempt, 5, { status: null, attempt })),
  answered(310, 5),
  callEntry(1000, 6, { status: null, ms: 900 }),
  callEntry(2500, 6, { status: null, attempt: 2, ms: 900 }),
  answered(2510, 6),
];

describe('the study of a shop', () => {
  const studied = async (
    entries: ReadonlyArray<JournalEntry>,
    capabilities: DriverCapabilities = { refunds: true, advance: true },
  ) => {
    const plans: Array<Plan> = [];
    const seen = await studyShop(
      async (plan) => {
        plans.push(plan);
        return runOf(plan.orders, entries, []);
      },
      { seed: 3 },
      {},
      capabilities,
      new AbortController().signal,
    );
    return { seen, plans };
  };

  it('learns the messages of each journey, each where it comes first', async () => {
    const { seen, plans } = await studied(journal);
    expect(
      seen.journeys.map(({ journey, messages }) => [journey.name, ...messages.map(messageName)]),
    ).to.deep.equal([
      [
        'paid',
        'order',
        'POST /v1/payment_intents',
        'GET /v1/payment_intents/{id}',
        'GET /v1/payment_intents/{id} #2',
        'webhook payment_intent.succeeded',
        'answer to pay',
      ],
      ['refunded', 'order', 'POST /v1/refunds'],
      ['declined', 'order'],
      ['challenged', 'order', 'answer to come_back'],
    ]);
    expect(seen.journeys[0]?.messages).to.deep.include({
      on: 'call',
      to: 'POST /v1/payment_intents',
      call: 1,
      changes: true,
      hasKey: false,
      events: true,
    });
    expect(plans.map(({ orders }) => orders.length)).to.deep.equal([6]);
  });

  it('learns which commits each order makes, and plays one order after the other for that', async () => {
    const commits = [commit(2, null), commit(3, 1), commit(4, 2), commit(5, 1, 'update orders')];
    const { seen, plans } = await studied([pays(1), ...commits, answered(9, 1)], {
      refunds: false,
      advance: false,
      database: true,
    });
    expect(seen.journeys[0]?.messages.map(messageName)).to.deep.equal([
      'order',
      'commit of insert orders',
      'commit of insert orders #2',
      'commit of update orders',
      'answer to pay',
    ]);
    expect(plans.map(({ atOnce }) => atOnce)).to.deep.equal([1]);
    const single = singleFaults(seen, {}).flatMap(({ cell, incidents }) =>
      cell.message === 'commit of insert orders #2' ? [[cell.fault, ...incidents(100)]] : [],
    );
    const at = { of: 'insert orders', commit: 2 };
    expect(single).to.deep.equal([
      ['killed_before_commit', { kind: 'killed_at_commit', ...at, when: 'before' }],
      ['killed_after_commit', { kind: 'killed_at_commit', ...at, when: 'after' }],
      ['commit_lost', { kind: 'commit_lost', ...at }],
      ['connection_broken', { kind: 'connection_broken', ...at }],
      ['deadlock', { kind: 'deadlock', ...at }],
    ]);
  });

  it('learns how often the shop tries a call, and how long it waits with all tries', async () => {
    const { seen } = await studied(journal);
    expect([seen.tries, seen.patienceMs]).to.deep.equal([3, 2400]);
  });

  it('sees the messages that came after an incident', () => {
    const after: ReadonlyArray<JournalEntry> = [
      pays(1),
      { at: 5, order: 1, kind: 'incident', incident: 'i' },
      // It struck this call, and this webhook.
      callEntry(7, 1, { ms: 4 }),
      webhookEntry(9, 1, { since: 4 }),
      callEntry(20, 1, { nth: 2, ms: 4 }),
      webhookEntry(30, 1, { since: 25 }),
      {
        at: 31,
        order: 1,
        kind: 'answered',
        attempt: 1,
        answer: { outcome: 'paid' },
        problem: null,
      },
      { at: 40, order: 1, kind: 'refunds', refund: 'r', amount: 5, why: 'first' },
      { at: 41, order: 1, kind: 'refund_answered', refund: 'r', answer: null, problem: 'lost' },
    ];
    const names = (incident: string) =>
      messagesAfter({ journal: after }, 1, incident).map(messageName);
    expect(names('i')).to.deep.equal([
      'POST /v1/payment_intents #2',
      'webhook payment_intent.succeeded',
      'answer to pay',
    ]);
    expect(names('another')).to.deep.equal([]);
  });

  it('learns that a shop tries once, and waits longer than the study', async () => {
    const { seen } = await studied([callEntry(90, 5, { status: null }), callEntry(900, 6)]);
    expect([seen.tries, seen.patienceMs]).to.deep.equal([1, null]);
  });
});
