import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryRefundSums } from '../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import { ceilingsFor, purgeRefundSums } from '../../src/application/ceilings.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';

describe('ceilingsFor', () => {
  it('takes the lower one of each', () => {
    expect(
      ceilingsFor(
        { largestPayment: 100, largestRefundsPerDay: 50 },
        { client: 'shop', largestPayment: 200, largestRefund: 10, largestRefundsPerDay: 20 },
      ),
    ).to.deep.equal({
      client: 'shop',
      largestPayment: 100,
      largestRefund: 10,
      largestRefundsPerDay: 20,
    });
  });

  it('has none where neither is given', () => {
    const { client, ...none } = ceilingsFor({}, { client: 'shop' });
    expect([client, Object.values(none)]).to.deep.equal([
      'shop',
      [undefined, undefined, undefined],
    ]);
  });
});

describe('purgeRefundSums', () => {
  it('drops refunds of more than 90 days ago', async () => {
    const refundSums = createMemoryRefundSums();
    const clock = () => Date.UTC(2026, 3, 1) / 1000;
    const refund = { mayRepeat: true, client: 'shop', currency: 'eur', amount: 5 };
    await valueOf(refundSums.count({ ...refund, id: '1', day: '2025-12-31' }, 100));
    await valueOf(refundSums.count({ ...refund, id: '2', day: '2026-01-01' }, 100));
    const purge = purgeRefundSums({ refundSums, clock });
    expect(await purge(10)()).to.deep.equal(E.right(1));
    expect(await purge(10)()).to.deep.equal(E.right(0));
  });
});
