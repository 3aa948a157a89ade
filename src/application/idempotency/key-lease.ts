import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { LeaseRenewal } from '../keep-lease.js';
import type {
  IdempotencyDoubt,
  IdempotencyLease,
  IdempotencyStore,
} from '../ports/idempotency-store.js';
import { repeatableFor } from './decide-claim.js';

/** The lease of a claimed key, as far as this process knows it. */
export type KeyLease = {
  /** Renews the lease until a moment (Unix seconds). `false`: another request has the key. */
  readonly extend: (leaseUntil: number, now: number) => TE.TaskEither<PaymentError, boolean>;
  /** Whether the lease certainly still runs, by this process's clock. */
  readonly isCertain: IO.IO<boolean>;
  /** Checks that the request may be sent now. Reads the store only when the lease may have ended. */
  readonly check: TE.TaskEither<ProcessorError, void>;
  /** The same, just before an attempt. */
  readonly beforeAttempt: TE.TaskEither<ProcessorError, void>;
  /** Notes that the request may have been sent, and returns its outcome. */
  readonly noteSent: <A>(outcome: A) => A;
};

/** How a key was claimed. `askedAt`: the moment before the store was asked, Unix seconds. */
type ClaimedKey = {
  readonly lease: IdempotencyLease;
  readonly askedAt: number;
  readonly doubt: IdempotencyDoubt | null;
};

type Dependencies = Pick<LeaseRenewal, 'clock' | 'leaseSeconds'> & {
  readonly store: Pick<IdempotencyStore, 'extend'>;
};

const isOver = 'the idempotency key belongs to another request, or its store cannot be reached';
const isOld = 'the processor may have forgotten the idempotency key';

/**
 * Watches the lease of a key. A process that was suspended, or cut off from its store, may have lost the key to another
 * request, and the processor may have forgotten it: so every attempt is checked, and none is sent in doubt.
 */
export const watchLease = (
  { store, clock, leaseSeconds }: Dependencies,
  { lease, askedAt, doubt }: ClaimedKey,
): KeyLease => {
  let confirmedAt = askedAt;
  let wasSent = doubt !== null;

  /** How many seconds the lease certainly still runs. A clock that was set back tells nothing. */
  const left = (): number => {
    const passed = clock() - confirmedAt;
    return passed < 0 ? 0 : leaseSeconds - passed;
  };

  const extend: KeyLease['extend'] = (leaseUntil, now) =>
    pipe(
      store.extend(lease, leaseUntil, now),
      TE.tapIO((isOurs) => () => {
        confirmedAt = isOurs ? now : Number.NEGATIVE_INFINITY;
      }),
    );

  const notSent = (reason: string): E.Either<ProcessorError, never> =>
    E.left({
      _tag: 'ProcessorUnavailable',
      outcome: wasSent ? 'unknown' : 'not_done',
      cause: new Error(`nothing was sent: ${reason}`),
    });

  const renewed = async (): Promise<boolean> => {
    const now = clock();
    const extended = await defectsAsData(() => extend(now + leaseSeconds, now))();
    return E.isRight(extended) && extended.right;
  };

  const check: KeyLease['check'] = async () => {
    // It is renewed three times in its length: with less than a third left, a renewal has failed or is late.
    if (left() * 3 <= leaseSeconds && !(await renewed())) return notSent(isOver);
    const age = (doubt?.age ?? 0) + Math.max(0, clock() - askedAt);
    return wasSent && age >= repeatableFor ? notSent(isOld) : E.right(undefined);
  };

  return {
    extend,
    // Stores count seconds of their own, which may begin up to a second before ours.
    isCertain: () => left() > 1,
    check,
    beforeAttempt: async () => {
      const checked = await check();
      if (E.isRight(checked)) wasSent = true;
      return checked;
    },
    noteSent: (outcome) => {
      wasSent = true;
      return outcome;
    },
  };
};
