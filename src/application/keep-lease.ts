import type * as E from 'fp-ts/lib/Either.js';
import type * as IO from 'fp-ts/lib/IO.js';
import type * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../domain/payment-error.js';
import { defectsAsData } from './defects-as-data.js';
import type { Clock } from './ports/clock.js';
import type { SetRepeating } from './ports/timers.js';

/** How leases are renewed. */
export type LeaseRenewal = {
  readonly setRepeating: SetRepeating;
  readonly clock: Clock;
  /** How long a lease lasts. It is renewed three times in that time. */
  readonly leaseSeconds: number;
};

/**
 * Does some work and renews its lease until the work ends. `extend` renews the lease until a moment (Unix seconds), and is
 * `false` when another owner has it. `onExtended` gets the result of every renewal; a throw is `Unexpected`.
 */
export const keepLease =
  ({ setRepeating, clock, leaseSeconds }: LeaseRenewal) =>
  (
    extend: (leaseUntil: number, now: number) => TE.TaskEither<PaymentError, boolean>,
    onExtended: (extended: E.Either<PaymentError, boolean>) => IO.IO<void> = () => () => {},
  ) =>
  <A>(work: T.Task<A>): T.Task<A> =>
  () => {
    const renew = defectsAsData(() => {
      const now = clock();
      return extend(now + leaseSeconds, now);
    });
    const stop = setRepeating((leaseSeconds * 1000) / 3, async () => onExtended(await renew())())();
    return work().finally(stop);
  };
