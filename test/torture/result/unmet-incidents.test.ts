import { expect } from 'chai';
import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { unmetIncidents } from '../../../src/torture/result/unmet-incidents.js';
import { plannedOrder, runOf } from '../../support/torture/sample-result.js';
import { ledgersOf, payment } from '../judge/ledgers.js';

const webhook: JournalEntry = {
  at: 1,
  order: 1,
  kind: 'webhook',
  event: 'evt_1',
  type: 'charge.succeeded',
  attempt: 1,
  status: 200,
  error: null,
  since: 0,
};

const ordersWith = (make: (id: string) => Incident, count: number) =>
  Array.from({ length: count }, (_, place) => plannedOrder(place + 1, [make(`i${place}`)]));

const challenged = ordersWith((id) => ({ id, kind: 'challenged', ends: 'left' }), 3);
const late = ordersWith((id) => ({ id, kind: 'webhook_late', about: 'payment', ms: 5 }), 3);
const noWebhooks =
  'no webhooks: the processor sent none. The option shop.webhook says where the shop receives them';

describe('what a run could not try', () => {
  it('is nothing where incidents happened, or might have happened if there were more', () => {
    const happened: JournalEntry = { at: 2, order: 1, kind: 'incident', incident: 'i0' };
    expect(unmetIncidents(runOf(challenged, [webhook, happened], []))).to.deep.equal([]);
    expect(unmetIncidents(runOf(challenged.slice(1), [webhook], []))).to.deep.equal([]);
  });

  it('is a kind of incident that never happened', () => {
    expect(unmetIncidents(runOf(challenged, [webhook], []))).to.deep.equal([
      "challenged: none of 3 happened, as pay() never returned { outcome: 'action', payment }: the customers had nothing to do",
    ]);
    expect(unmetIncidents(runOf(late, [webhook], []))).to.deep.equal([
      'webhook_late: none of 3 happened, as no order came to the call or webhook that it happens to',
    ]);
  });

  it('is everything about webhooks if none was sent', () => {
    expect(unmetIncidents(runOf(late, [], []))).to.deep.equal([noWebhooks]);
  });

  it('is the payments that belong to no order', () => {
    const run = runOf([], [webhook], []);
    const ledgers = [ledgersOf([], { strangePayments: [payment('pi_1'), payment('pi_2')] })];
    expect(unmetIncidents({ ...run, ledgers }).join()).to.match(
      /^two payments: no order is known that they belong to\./,
    );
  });

  it('is the end, if the shop was still at work', () => {
    const run = { ...runOf([], [webhook], []), settled: false };
    expect(unmetIncidents(run).join()).to.match(/^the end: the shop was still at work/);
  });
});
