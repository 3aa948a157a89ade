import { randomUUID } from 'node:crypto';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { CountedRefund, RefundCount, RefundSums } from '../../../src/index.js';

/** Sums of refunds over a map. A function runs without a pause, so it is one step. */
export const createMapRefundSums = (): RefundSums => {
  const refunds = new Map<string, CountedRefund>();

  const sumOf = ({ client, day, currency }: CountedRefund): number =>
    [...refunds.values()]
      .filter((one) => one.client === client && one.day === day && one.currency === currency)
      .reduce((sum, { amount }) => sum + amount, 0);

  return {
    count: (refund, most) =>
      TE.fromIO((): RefundCount => {
        const earlier = refunds.get(refund.id);
        if (refund.mayRepeat && earlier !== undefined) return { _tag: 'Counted' };
        const sum = sumOf(refund);
        if (sum + refund.amount > most) return { _tag: 'Exceeded', sum };
        if (earlier !== undefined) refunds.set(randomUUID(), earlier);
        refunds.set(refund.id, refund);
        return { _tag: 'Counted' };
      }),
    settle: (id, amount) =>
      TE.fromIO(() => {
        const refund = refunds.get(id);
        if (refund === undefined) return;
        if (amount === 0) refunds.delete(id);
        else refunds.set(id, { ...refund, amount });
      }),
    purge: (before, limit) =>
      TE.fromIO(() => {
        const old = [...refunds].filter(([, { day }]) => day < before).slice(0, limit);
        for (const [id] of old) refunds.delete(id);
        return old.length;
      }),
  };
};
