import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';

/** A refund that counts towards the sum of its client, day and currency. */
export type CountedRefund = {
  /** Identifies the refund. Its repetitions have the same one, and count once. */
  readonly id: string;
  /** Whether this may be a repetition. `false`: an earlier refund with the id was another one, and both count. */
  readonly mayRepeat: boolean;
  readonly client: string;
  /** The day in UTC: `2026-01-31`. */
  readonly day: string;
  /** Three letters, lower case. */
  readonly currency: string;
  /** In minor units, 0 or more. */
  readonly amount: number;
};

/** The result of a count. `sum`: the sum without this refund, in minor units. */
export type RefundCount =
  | { readonly _tag: 'Counted' }
  | { readonly _tag: 'Exceeded'; readonly sum: number };

/**
 * Adds up refunds by client, day and currency, for all instances on the store together: of several refunds at once, no more are
 * counted than fit.
 */
export type RefundSums = {
  /**
   * Counts a refund before it is made, unless the sum would exceed `most`. If it may be a repetition, and is counted already, it stays
   * as it is.
   */
  readonly count: (
    refund: CountedRefund,
    most: number,
  ) => TE.TaskEither<StoreUnavailable, RefundCount>;
  /** Sets what a counted refund really gave back, in minor units; 0: nothing, and it is forgotten. */
  readonly settle: (id: string, amount: number) => TE.TaskEither<StoreUnavailable, void>;
  /** Drops up to `limit` refunds, and as many sums, of days before one. Returns the larger number. */
  readonly purge: (before: string, limit: number) => TE.TaskEither<StoreUnavailable, number>;
};

/** The names of its functions. */
export const refundSumsFunctions: { readonly [N in keyof RefundSums]: true } = {
  count: true,
  settle: true,
  purge: true,
};
