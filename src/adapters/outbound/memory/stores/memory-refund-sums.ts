import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  CountedRefund,
  RefundCount,
  RefundSums,
} from '../../../../application/ports/refund-sums.js';

type Day = Pick<CountedRefund, 'client' | 'day' | 'currency'>;

const placeOf = ({ client, day, currency }: Day): string => JSON.stringify([client, day, currency]);

/** Drops up to `limit` entries of days before one. Returns their number. */
const drop = (entries: Map<string, Day>, before: string, limit: number): number => {
  const old = [...entries].filter(([, { day }]) => day < before).slice(0, limit);
  for (const [place] of old) entries.delete(place);
  return old.length;
};

/** Adds up refunds in memory: for its own process, and until that ends. */
export const createMemoryRefundSums = (): RefundSums => {
  const refunds = new Map<string, CountedRefund>();
  const sums = new Map<string, Day & { readonly amount: number }>();

  const sumOf = (day: Day): number => sums.get(placeOf(day))?.amount ?? 0;
  const add = ({ client, day, currency }: Day, more: number): void => {
    const of = { client, day, currency };
    sums.set(placeOf(of), { ...of, amount: sumOf(of) + more });
  };

  return {
    count: (refund, most) =>
      TE.fromIO((): RefundCount => {
        const { id, mayRepeat, amount } = refund;
        if (mayRepeat && refunds.has(id)) return { _tag: 'Counted' };
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
      TE.fromIO(() => Math.max(drop(refunds, before, limit), drop(sums, before, limit))),
  };
};
