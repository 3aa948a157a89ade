import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { createTurns } from '../../../src/fake-server/webhooks/sender.js';
import { seed } from '../../support/inputs/seed.js';

type Turn = { readonly key: string; readonly at: number; readonly end: () => void };

const ask = fc.constantFrom('a', 'b');
const end = fc.nat({ max: 5 });

describe('turns', () => {
  it('are so many at once under each key, in the order in which they were asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.oneof(ask, end), { maxLength: 40 }),
        async (atOnce, steps) => {
          const turns = createTurns(atOnce);
          const asked: Array<string> = [];
          const begun: Array<Turn> = [];
          const ended = new Set<Turn>();
          const countOf = (key: string, list: Iterable<{ readonly key: string }>): number =>
            [...list].filter((one) => one.key === key).length;
          for (const step of steps) {
            const open = begun.filter((turn) => !ended.has(turn));
            if (typeof step === 'string') {
              const at = asked.push(step);
              void turns.take(step).then((over) => begun.push({ key: step, at, end: over }));
            } else {
              const turn = open[step % Math.max(open.length, 1)];
              if (turn !== undefined) {
                ended.add(turn);
                turn.end();
              }
            }
            await setImmediate();
            for (const key of ['a', 'b']) {
              const left = asked.filter((one) => one === key).length - countOf(key, ended);
              expect(countOf(key, begun) - countOf(key, ended)).to.equal(Math.min(atOnce, left));
            }
          }
          for (const key of ['a', 'b']) {
            const order = begun.filter((turn) => turn.key === key).map(({ at }) => at);
            expect(order).to.deep.equal(order.toSorted((one, other) => one - other));
          }
        },
      ),
      { seed, numRuns: 50 },
    );
  });
});
