import { expect } from 'chai';
import type { Incident } from '../../../src/torture/plan/incident.js';
import { simplerThan } from '../../../src/torture/shrink/variants.js';

const refunded = (parts: ReadonlyArray<number>, atOnce: boolean): Incident => ({
  id: 'r',
  kind: 'refunded',
  parts,
  atOnce,
});
const dropped = (tries: number): Incident => ({
  id: 'd',
  kind: 'webhook_dropped',
  about: 'payment',
  tries,
});

const cases: ReadonlyArray<readonly [Incident, ReadonlyArray<Incident>]> = [
  [{ id: 'f', kind: 'frozen', call: 1, when: 'before', ms: 900 }, []],
  [
    { id: 'k', kind: 'killed_at_commit', of: 'update orders', commit: 2, when: 'before' },
    [{ id: 'k', kind: 'connection_broken', of: 'update orders', commit: 2 }],
  ],
  [
    { id: 'k', kind: 'killed_at_commit', of: 'update orders', commit: 1, when: 'after' },
    [{ id: 'k', kind: 'commit_lost', of: 'update orders', commit: 1 }],
  ],
  [dropped(1), []],
  [dropped(3), [dropped(1)]],
  [refunded([5], false), []],
  [refunded([5], true), [refunded([5], false)]],
  [refunded([5, 7], false), [refunded([5], false)]],
  [refunded([5, 7], true), [refunded([5], false), refunded([5, 7], false)]],
  [{ id: 's', kind: 'second_tab', ms: 4 }, []],
];

describe('what is simpler than an incident', () => {
  for (const [incident, simpler] of cases) {
    it(`${JSON.stringify(incident)}: ${simpler.length === 0 ? 'nothing' : JSON.stringify(simpler)}`, () => {
      expect(simplerThan(incident)).to.deep.equal(simpler);
    });
  }
});
