import { expect } from 'chai';
import * as fc from 'fast-check';
import { type Agenda, createAgenda } from '../../../../src/simulator/engine/store/agenda.js';
import { seed } from '../../../support/inputs/seed.js';

const drained = (agenda: Agenda): ReadonlyArray<string> => {
  const ids: Array<string> = [];
  for (let task = agenda.first(); task !== undefined; task = agenda.first()) {
    ids.push(task.id);
    agenda.removeFirst();
  }
  return ids;
};

describe('the agenda', () => {
  it('gives tasks in the order of time, those of a second as they were added, also after a restart and in a copy', () => {
    const at = fc.integer({ min: 1_780_000_000, max: 1_780_000_005 });
    fc.assert(
      fc.property(fc.array(at, { maxLength: 30 }), fc.nat({ max: 30 }), (times, done) => {
        const agenda = createAgenda();
        for (const [index, time] of times.entries()) {
          agenda.add({ at: time, step: 'end_refund', id: String(index) });
        }
        const expected = [...times.entries()]
          .toSorted(([, one], [, other]) => one - other)
          .map(([index]) => String(index));
        for (let count = 0; count < Math.min(done, times.length); count += 1) agenda.removeFirst();
        const twin = createAgenda(agenda.dump());
        const fork = createAgenda(agenda);
        expect(drained(fork)).to.deep.equal(expected.slice(done));
        expect(drained(agenda)).to.deep.equal(expected.slice(done));
        expect(drained(twin)).to.deep.equal(expected.slice(done));
      }),
      { seed },
    );
  });
});
