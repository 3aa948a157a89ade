import { expect } from 'chai';
import * as fc from 'fast-check';
import { createMemoryProcessor } from '../../../../src/memory.js';
import { processingFee } from '../../../../src/simulator/engine/balance/fees.js';
import { seed } from '../../../support/inputs/seed.js';

describe('the fee of a charge', () => {
  it('is a share of the amount, rounded half up, and a fixed part', () => {
    const rows = [
      [3.7, 30, 4400, 193],
      [1.5, 25, 1000, 40],
      [1.5, 0, 33, 0],
      [1.5, 0, 34, 1],
      [0.0001, 0, 999_999_999_999, 1_000_000],
      [100, 7, 999_999_999_999, 1_000_000_000_006],
      [0, 0, 500, 0],
    ] as const;
    const fees = rows.map(
      ([percent, fixed, amount]) => processingFee({ percent, fixed }, amount)?.amount,
    );
    expect(fees).to.deep.equal(rows.map(([, , , fee]) => fee));
    expect(processingFee(null, 4400)).to.equal(null);
  });

  it('is exact for every percentage of up to four decimals', () => {
    const share = fc.integer({ min: 0, max: 1_000_000 });
    const amount = fc.integer({ min: 1, max: 999_999_999_999 });
    fc.assert(
      fc.property(share, amount, (millionths, cents) => {
        const fee = processingFee({ percent: millionths / 10_000, fixed: 0 }, cents)?.amount ?? 0;
        const exact = BigInt(millionths) * BigInt(cents);
        const error = BigInt(fee) * 1_000_000n - exact;
        expect(error <= 500_000n && error > -500_000n).to.equal(true);
      }),
      { seed },
    );
  });

  it('must be a percentage and whole minor units', () => {
    const refused = (fees: object): string => {
      try {
        Reflect.apply(createMemoryProcessor, undefined, [{ fees }]);
        return 'accepted';
      } catch (error) {
        return error instanceof TypeError ? error.message : 'another error';
      }
    };
    expect(refused({ percent: 1.4, fixed: 25 })).to.equal('accepted');
    expect(refused({ percent: 1.40001, fixed: 0.5 })).to.equal(
      'createMemoryProcessor: fees.percent must be a percentage from 0 to 100 with at most four decimals; fees.fixed must be zero or a positive whole number',
    );
    expect(refused({ percent: '1.4', fixed: 0, fixd: 1 })).to.equal(
      'createMemoryProcessor: fees.percent must be a percentage from 0 to 100 with at most four decimals; there is no option fees.fixd (did you mean fees.fixed?)',
    );
    expect(refused({ percent: 101, fixed: 0 })).to.include('from 0 to 100');
  });
});
