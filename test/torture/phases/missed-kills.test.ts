import { expect } from 'chai';
import { ordersOfMissedKills } from '../../../src/torture/phases/missed-kills.js';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { callEntry, plannedOrder, runOf } from '../../support/torture/sample-result.js';

const killed = (id: string, call = 1): Incident => ({ id, kind: 'killed', call, when: 'after' });

const missedIn = (
  incidents: ReadonlyArray<Incident>,
  ...journal: Parameters<typeof runOf>[1]
): ReadonlyArray<number> =>
  ordersOfMissedKills(runOf([plannedOrder(1, incidents)], journal, [])).map(({ number }) => number);

describe('kills that met a shop that was being started', () => {
  const happened = { at: 2, order: 1, kind: 'incident', incident: '1.1' } as const;

  it('are those of calls that were made, at which nobody was killed', () => {
    expect(missedIn([killed('1.1')], callEntry(3, 1))).to.deep.equal([1]);
    expect(
      missedIn([{ id: '1.1', kind: 'frozen', call: 1, when: 'before', ms: 5 }], callEntry(3, 1)),
    ).to.deep.equal([1]);
  });

  for (const [title, missed] of [
    ['that happened', missedIn([killed('1.1')], callEntry(3, 1), happened)],
    ['at a call that the shop did not make', missedIn([killed('1.1', 4)], callEntry(3, 1))],
    ['of no order', missedIn([], callEntry(3, 1))],
    [
      'that were something else',
      missedIn([{ id: '1.1', kind: 'answer_lost', call: 1 }], callEntry(3, 1)),
    ],
  ] as const) {
    it(`are none ${title}`, () => {
      expect(missed).to.deep.equal([]);
    });
  }
});
