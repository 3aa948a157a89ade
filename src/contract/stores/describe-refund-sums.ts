import { strict as assert } from 'node:assert';
import { checkedOptions } from '../../application/checked-input.js';
import type {
  CountedRefund,
  RefundCount,
  RefundSums,
} from '../../application/ports/refund-sums.js';
import { frameworkOf, type TestFramework } from '../test-framework.js';
import { clausesOf } from './clauses.js';
import { valueOf } from './store-assertions.js';
import { type OpenStore, openStore, useStore } from './use-store.js';

const refund: CountedRefund = {
  id: 'refund 1',
  mayRepeat: true,
  client: 'shop',
  day: '2026-01-31',
  currency: 'eur',
  amount: 400,
};

const counted: RefundCount = { _tag: 'Counted' };

const exceeded = (sum: number): RefundCount => ({ _tag: 'Exceeded', sum });

const countIn = (
  sums: RefundSums,
  given: Partial<CountedRefund>,
  most = 1000,
): Promise<RefundCount> => valueOf(sums.count({ ...refund, ...given }, most));

/**
 * Defines the tests that every `RefundSums` must pass.
 *
 * @param name the name of the store, used in the title of the suite
 * @param opening opens an empty store and another instance of it, and closes them
 * @param framework as for `describePaymentProcessor`
 */
export const describeRefundSums = (
  name: string,
  opening: OpenStore<RefundSums>,
  framework?: TestFramework,
): void => {
  const used = frameworkOf('describeRefundSums', framework);
  const checked = checkedOptions('describeRefundSums', openStore<RefundSums>(), opening);
  const { describe } = used;
  const it = clausesOf(used.it, 'refund sums');
  describe(`refund sums: ${name}`, () => {
    const { store, openAnother } = useStore(checked, used);
    const count = (given: Partial<CountedRefund> = {}, most = 1000): Promise<RefundCount> =>
      countIn(store(), given, most);
    const settle = (id: string, amount: number): Promise<void> =>
      valueOf(store().settle(id, amount));
    // A count of 1 above the maximum says what is counted.
    const sumOf = async (given: Partial<CountedRefund> = {}): Promise<number> => {
      const probe = await count({ ...given, id: 'probe', amount: 1 }, 0);
      return probe._tag === 'Exceeded' ? probe.sum : Number.NaN;
    };

    it('counts refunds up to the maximum, and says what is counted', async () => {
      assert.deepEqual(await count(), counted);
      assert.deepEqual(await count({ id: 'refund 2', amount: 601 }), exceeded(400));
      assert.deepEqual(await count({ id: 'refund 2', amount: 600 }), counted);
      assert.deepEqual(await count({ id: 'refund 3', amount: 1 }), exceeded(1000));
      assert.equal(await sumOf(), 1000);
    });

    it('refuses a first refund above the maximum, and keeps nothing of it', async () => {
      assert.deepEqual(await count({ amount: 1001 }), exceeded(0));
      assert.deepEqual(await count({ amount: 1000 }), counted);
    });

    it('counts a refund once, however often it is repeated, also below a lower maximum', async () => {
      await count();
      assert.deepEqual(await count(), counted);
      assert.deepEqual(await count({ day: '2026-02-01', amount: 900 }, 1), counted);
      assert.equal(await sumOf(), 400);
      assert.equal(await sumOf({ day: '2026-02-01' }), 0);
    });

    it('counts a refund under an id of an earlier one, if it is no repetition', async () => {
      await count({ day: '2026-01-30' });
      const another = { mayRepeat: false, amount: 900 };
      assert.deepEqual(await count(another, 899), exceeded(0));
      assert.deepEqual(await count(another), counted);
      assert.equal(await sumOf({ day: '2026-01-30' }), 400);
      assert.equal(await sumOf(), 900);
      assert.deepEqual(await count({ amount: 900 }, 1), counted);
      await settle('refund 1', 0);
      assert.equal(await sumOf({ day: '2026-01-30' }), 400);
      assert.equal(await sumOf(), 0);
    });

    it('adds up each client, day and currency by itself', async () => {
      await count();
      for (const other of [{ client: 'till' }, { day: '2026-02-01' }, { currency: 'usd' }]) {
        const id = JSON.stringify(other);
        assert.deepEqual(await count({ ...other, id, amount: 1000 }), counted);
        assert.equal(await sumOf(other), 1000);
      }
      assert.equal(await sumOf(), 400);
    });

    it('counts no more than fit of refunds at the same time, on several instances', async () => {
      const another = await openAnother(store());
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          countIn(index % 2 === 0 ? store() : another, { id: `refund ${index}`, amount: 300 }),
        ),
      );
      assert.equal(outcomes.filter(({ _tag }) => _tag === 'Counted').length, 3);
      assert.equal(await sumOf(), 900);
    });

    it('counts one refund once when its repetitions come at the same time', async () => {
      const another = await openAnother(store());
      const outcomes = await Promise.all(
        [store(), another, store(), another].map((sums) => countIn(sums, { amount: 600 })),
      );
      assert.deepEqual(outcomes, [counted, counted, counted, counted]);
      assert.equal(await sumOf(), 600);
    });

    it('settle sets what a refund really gave back', async () => {
      await count();
      await settle('refund 1', 150);
      assert.equal(await sumOf(), 150);
      await settle('refund 1', 200);
      assert.equal(await sumOf(), 200);
      assert.deepEqual(await count({ amount: 999 }), counted);
      assert.equal(await sumOf(), 200);
    });

    it('settle with 0 forgets the refund, so that its id counts again', async () => {
      await count();
      await settle('refund 1', 0);
      assert.equal(await sumOf(), 0);
      assert.deepEqual(await count({ amount: 700 }), counted);
      assert.equal(await sumOf(), 700);
    });

    it('settle of an unknown refund changes nothing', async () => {
      await count();
      await settle('refund 2', 100);
      assert.equal(await sumOf(), 400);
    });

    it('purge drops refunds of days before one, at most limit at once', async () => {
      for (const [index, day] of [
        '2026-01-29',
        '2026-01-30',
        '2026-01-30',
        '2026-01-31',
      ].entries()) {
        await count({ id: `refund ${index}`, day, amount: 100 });
      }
      assert.equal(await valueOf(store().purge('2026-01-31', 2)), 2);
      assert.equal(await valueOf(store().purge('2026-01-31', 2)), 1);
      assert.equal(await valueOf(store().purge('2026-01-31', 2)), 0);
      assert.equal(await sumOf({ day: '2026-01-29' }), 0);
      assert.equal(await sumOf({ day: '2026-01-31' }), 100);
    });
  });
};
