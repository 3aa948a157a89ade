import type * as E from 'fp-ts/lib/Either.js';
import type { PaymentIntent } from '../../../../domain/payment-intent.js';
import type { ProcessorError } from '../../../../domain/payment-error.js';

/** The calls that a planned failure can hit. */
export const failureTargets = [
  'tokenize',
  'attach',
  'create',
  'confirm',
  'cancel',
  'refund',
  'any',
] as const;

/** What can go wrong with a call, besides a decline. */
export const failureKinds = [
  'rate_limit',
  'server_error',
  'unreachable',
  'timeout_before',
  'timeout_after',
  'processing',
] as const;

export type PlannedFailure = (typeof failureKinds)[number] | { readonly decline: string };

/** What the customer, the bank and the network do on a processor that can be told to. */
export type ProcessorControls = {
  readonly completeChallenge: (paymentIntent: string) => E.Either<ProcessorError, PaymentIntent>;
  readonly failChallenge: (paymentIntent: string) => E.Either<ProcessorError, PaymentIntent>;
  readonly settle: (id: string) => E.Either<ProcessorError, object>;
  readonly fail: (id: string) => E.Either<ProcessorError, object>;
  readonly clock: {
    /** Unix seconds. */
    readonly now: () => number;
    readonly advance: (seconds: number) => void;
  };
  readonly failNext: (plan: {
    readonly on: (typeof failureTargets)[number];
    readonly with: PlannedFailure;
    readonly times?: number;
  }) => E.Either<ProcessorError, void>;
  readonly reset: () => void;
};
