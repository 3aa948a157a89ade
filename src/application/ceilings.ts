import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isoOfSeconds } from '../domain/input/moment.js';
import type { Refund } from '../domain/objects/refund.js';
import type { PaymentError, PaymentTooLarge, StoreUnavailable } from '../domain/payment-error.js';
import { decisionOf, type ProcessorDecision } from '../domain/processor-decision.js';
import { defectsAsData } from './defects-as-data.js';
import type { Clock } from './ports/clock.js';
import type { RefundSums } from './ports/refund-sums.js';

/** The most that may be paid or refunded, in minor units of whichever currency. Absent: no ceiling of ours. */
export type Ceilings = {
  /** Of one payment, when it is created. */
  readonly largestPayment?: number | undefined;
  /** Of one refund. */
  readonly largestRefund?: number | undefined;
  /** Of all refunds of a client in one currency and one day (UTC). */
  readonly largestRefundsPerDay?: number | undefined;
};

/** The ceilings of a client. `client`: separates its sums from those of others. */
export type ClientCeilings = Ceilings & { readonly client: string };

/** A request, for the ceilings. */
type CeilingAttempt = {
  /** Identifies the request, and its repetitions under an idempotency key. */
  readonly id: IO.IO<string>;
  /** An earlier request with the key may have been done. */
  readonly inDoubt: boolean;
  /** Whether no other request can have taken the key since this one began. */
  readonly holdsKey: T.Task<boolean>;
};

/** The dependencies of use cases with ceilings. */
export type CeilingDependencies = {
  readonly ceilings: ClientCeilings;
  readonly refundSums: RefundSums;
  readonly attempt: CeilingAttempt;
  readonly clock: Clock;
};

const least = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);

/** The ceilings of a client, which are never above those that hold for everyone. */
export const ceilingsFor = (everyone: Ceilings, own: ClientCeilings): ClientCeilings => ({
  client: own.client,
  largestPayment: least(everyone.largestPayment, own.largestPayment),
  largestRefund: least(everyone.largestRefund, own.largestRefund),
  largestRefundsPerDay: least(everyone.largestRefundsPerDay, own.largestRefundsPerDay),
});

/** Whether a client has ceilings of its own, or a sum that is counted for each client. */
export const isCountedAlone = (
  everyone: Ceilings,
  { largestPayment, largestRefund, largestRefundsPerDay }: ClientCeilings,
): boolean =>
  [everyone.largestRefundsPerDay, largestPayment, largestRefund, largestRefundsPerDay].some(
    (ceiling) => ceiling !== undefined,
  );

// The date in UTC: `2026-01-31`.
const dayOf = (seconds: number): string => isoOfSeconds(seconds).slice(0, 10);

/** Refuses a payment above the ceiling. */
export const checkPaymentCeiling = (
  { ceilings }: Pick<CeilingDependencies, 'ceilings'>,
  { amount, currency }: { readonly amount: number; readonly currency: string },
): E.Either<PaymentTooLarge, void> => {
  const { largestPayment: largest } = ceilings;
  return largest === undefined || amount <= largest
    ? E.right(undefined)
    : E.left({ _tag: 'PaymentTooLarge', largest, given: amount, currency });
};

/** Whether a refund without an amount, which is everything that is left, must be known exactly before it is made. */
export const needsCharge = (
  { largestRefund, largestRefundsPerDay }: Ceilings,
  amount: number | undefined,
): boolean =>
  largestRefundsPerDay !== undefined || (largestRefund !== undefined && amount === undefined);

/**
 * When an error shows that no refund was made under its key: `always`, because the processor has decided; `alone`, if no other request
 * had the key; or `never`.
 */
type NotDone = 'always' | 'alone' | 'never';

const notDoneByDecision: { readonly [D in ProcessorDecision]: NotDone } = {
  final: 'always',
  turned_away: 'alone',
  undecided: 'never',
};

const notDoneAfter = (error: PaymentError): NotDone => {
  switch (error._tag) {
    case 'CardError':
    case 'NotFound':
      return 'always';
    case 'ProcessorRefused':
      // The key belongs to another request, which may have refunded.
      return error.code === 'idempotency_error' ? 'never' : notDoneByDecision[decisionOf(error)];
    case 'ProcessorUnavailable':
      return error.outcome === 'not_done' ? 'alone' : 'never';
    case 'ProcessorAuthenticationFailed':
    case 'UnsupportedOperation':
      return 'alone';
    default:
      return 'never';
  }
};

// The money of a refund that failed is back in the account, for good.
const givenBackBy = ({ status, amount }: Refund): number =>
  status === 'failed' || status === 'canceled' ? 0 : amount;

const counted = T.of<unknown>(undefined);

/** A refund for the ceilings, in minor units. `currency`: `''` when it was not read, or the processor did not say. */
type AskedRefund = {
  readonly id: string;
  readonly mayRepeat: boolean;
  readonly amount: number;
  readonly currency: string;
};

/**
 * Makes a refund below the ceilings. Where refunds of a day are added up, it is counted before it is made, and taken back only
 * when it was certainly not made.
 */
export const belowRefundCeilings =
  ({ ceilings, refundSums, attempt, clock }: CeilingDependencies, asked: AskedRefund) =>
  (make: () => TE.TaskEither<PaymentError, Refund>): TE.TaskEither<PaymentError, Refund> => {
    const { id, mayRepeat, amount, currency } = asked;
    const { client, largestRefund, largestRefundsPerDay } = ceilings;
    const tooLarge = (per: 'refund' | 'day', largest: number, before: number): PaymentError => ({
      _tag: 'RefundTooLarge',
      per,
      largest,
      given: amount,
      before,
      currency: currency === '' ? null : currency,
    });
    if (largestRefund !== undefined && amount > largestRefund) {
      return TE.left(tooLarge('refund', largestRefund, 0));
    }
    if (largestRefundsPerDay === undefined) return make();
    // Should this fail, the refund stays counted as it was: too much rather than too little.
    const settle = (given: number): T.Task<unknown> =>
      defectsAsData(() => refundSums.settle(id, given));
    const settleFailure = (error: PaymentError): T.Task<unknown> => {
      const notDone = notDoneAfter(error);
      if (notDone === 'always') return settle(0);
      return notDone === 'alone' && !mayRepeat
        ? pipe(
            attempt.holdsKey,
            T.flatMap((isAlone) => (isAlone ? settle(0) : counted)),
          )
        : counted;
    };
    const settleSuccess = (refund: Refund): T.Task<unknown> => {
      const given = givenBackBy(refund);
      return given > 0 && given === amount ? counted : settle(given);
    };
    return pipe(
      TE.fromIO(() => dayOf(clock())),
      TE.flatMap((day) =>
        refundSums.count({ id, mayRepeat, client, day, currency, amount }, largestRefundsPerDay),
      ),
      TE.flatMap((count) =>
        count._tag === 'Exceeded'
          ? TE.left(tooLarge('day', largestRefundsPerDay, count.sum))
          : pipe(make(), T.tap(E.match(settleFailure, settleSuccess))),
      ),
    );
  };

// Longer than any key is in doubt, but for those that nobody settles.
const keptDays = 90;

/** Deletes up to `limit` counted refunds that are too old to be repeated. */
export const purgeRefundSums =
  ({ refundSums, clock }: Pick<CeilingDependencies, 'refundSums' | 'clock'>) =>
  (limit: number): TE.TaskEither<StoreUnavailable, number> =>
    refundSums.purge(dayOf(clock() - keptDays * 24 * 60 * 60), limit);
