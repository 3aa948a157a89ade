import { expect } from 'chai';
import * as fc from 'fast-check';
import { createTable } from '../../../../../../src/adapters/outbound/memory/engine/store/table.js';
import { seed } from '../../../../../support/inputs/seed.js';

describe('a walk over several keys of an index', () => {
  it('yields the same rows as a filtered walk over all rows, in both directions', () => {
    const group = fc.constantFrom('a', 'b', 'c', 'd');
    fc.assert(
      fc.property(
        fc.array(group, { maxLength: 30 }),
        fc.uniqueArray(group),
        fc.integer({ min: -1, max: 31 }),
        (groups, keys, at) => {
          const table = createTable<{ readonly id: string; readonly group: string }, 'group'>({
            group: (row) => row.group,
          });
          for (const [id, name] of groups.entries()) table.put({ id: `${id}`, group: name });
          const expected = groups
            .map((name, id) => ({ id: `${id}`, group: name }))
            .filter((row) => keys.includes(row.group));
          const selection = { index: 'group', keys } as const;
          expect([...table.newestFirst(selection, { below: at })]).to.deep.equal(
            expected.filter(({ id }) => Number(id) < at).toReversed(),
          );
          expect([...table.oldestFirst(selection, { above: at })]).to.deep.equal(
            expected.filter(({ id }) => Number(id) > at),
          );
        },
      ),
      { seed },
    );
  });
});
