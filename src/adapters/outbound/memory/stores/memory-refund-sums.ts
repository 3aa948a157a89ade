import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  CountedRefund,
  RefundCount,
  RefundSums,
} from '../../../../application/ports/refund-sums.js';

type Day = Pick<CountedRefund, 'client' | 'day' | 'currency'>;

const placeOf = ({ client, day, currency }: Day): string => JSON.stringify([client, day, currency]);

/** Adds up refunds in memory: for its own process, and until that ends. */
export const createMemoryRefundSums = (): RefundSums => {
  const refunds = new Map<string, CountedRefund>();
  const sums = new Map<string, number>();

  const sumOf = (day: Day): number => sums.get(placeOf(day)) ?? 0;
  const add = (day: Day, amount: number): void => {
    const sum = sumOf(day) + amount;
    if (sum === 0) sums.delete(placeOf(day));
    else sums.set(placeOf(day), sum);
  };

  return {
    count: (refund, most) =>
      TE.fromIO((): RefundCount => {
        const { id, amount } = refund;
        if (refunds.has(id)) return { _tag: 'Counted' };
        const sum = sumOf(refund);
        if (sum + amount > most) return { _tag: 'Exceeded', sum };
        refunds.set(id, refund);
        add(refund, amount);
        return { _tag: 'Counted' };
      }),
    settle: (id, amount) =>
      TE.fromIO(() => {
        const refund = refunds.get(id);
        if (refund === undefined) return;
        add(refund, amount - refund.amount);
        if (amount === 0) refunds.delete(id);
        else refunds.set(id, { ...refund, amount });
      }),
    purge: (before, limit) =>
      TE.fromIO(() => {
        const old = [...refunds.values()].filter(({ day }) => day < before).slice(0, limit);
        for (const { id, amount, ...day } of old) {
          refunds.delete(id);
          add(day, -amount);
        }
        return old.length;
      }),
  };
};
