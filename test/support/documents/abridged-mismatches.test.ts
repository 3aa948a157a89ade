import { expect } from 'chai';
import { abridgedMismatches } from './abridged-mismatches.js';

const value = { id: 'pi_123', amount: 1999, charges: { data: [{ paid: true }] }, extra: 1 };

describe('abridgedMismatches', () => {
  const same: ReadonlyArray<unknown> = [
    {},
    { id: 'pi_123' },
    { id: 'pi_…' },
    { charges: { data: [{ paid: true }] } },
    { charges: { data: [] } },
  ];
  for (const shown of same) {
    it(`finds ${JSON.stringify(shown)} in the value`, () => {
      expect(abridgedMismatches(shown, value)).to.deep.equal([]);
    });
  }

  const other: ReadonlyArray<readonly [unknown, string]> = [
    [{ id: 'ch_…' }, '$.id is "pi_123", not ch_…'],
    [{ amount: '1999' }, '$.amount is 1999, not "1999"'],
    [{ missing: null }, '$.missing is undefined, not null'],
    [{ charges: { data: [{ paid: false }] } }, '$.charges.data.0.paid is true, not false'],
    [{ charges: { data: {} } }, '$.charges.data is [{"paid":true}], not {}'],
  ];
  for (const [shown, mismatch] of other) {
    it(`does not find ${JSON.stringify(shown)} there`, () => {
      expect(abridgedMismatches(shown, value)).to.deep.equal([mismatch]);
    });
  }
});
