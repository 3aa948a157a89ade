import * as E from 'fp-ts/lib/Either.js';
import {
  isPaymentError,
  type ThrownPaymentError,
} from '../../../../../application/thrown-payment-error.js';
import type { PaymentIntent } from '../../../../../domain/payment-intent.js';

/** The calls that a planned failure can hit. */
export const failureTargets = [
  'tokenize',
  'attach',
  'create',
  'confirm',
  'capture',
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
  'cut_short',
  'processing',
] as const;

/** `decline`: a decline code. `delay`: milliseconds, by which the answer is held back. */
export type PlannedFailure =
  | (typeof failureKinds)[number]
  | { readonly decline: string }
  | { readonly delay: number };

/**
 * What the customer, the bank and the network do on a processor that can be told to. A control that cannot do what it is
 * told throws a `ThrownPaymentError`.
 */
export type ProcessorControls = {
  readonly completeChallenge: (paymentIntent: string) => PaymentIntent;
  readonly failChallenge: (paymentIntent: string) => PaymentIntent;
  readonly settle: (id: string) => object;
  readonly fail: (id: string) => object;
  readonly expire: (paymentIntent: string) => object;
  readonly clock: {
    /** Unix seconds. */
    readonly now: () => number;
    readonly advance: (seconds: number) => void;
  };
  readonly failNext: (plan: {
    readonly on: (typeof failureTargets)[number];
    readonly with: PlannedFailure;
    readonly times?: number;
  }) => void;
  /** Seconds by which events come late from now on. */
  readonly delayEvents: (seconds: number) => void;
  readonly reset: () => void;
};

/** What a control of the processor does, as a value: its refusals it throws. Whatever else it throws is a defect. */
export const attemptControl = <A>(act: () => A): E.Either<ThrownPaymentError, A> => {
  try {
    return E.right(act());
  } catch (caught) {
    if (isPaymentError(caught)) return E.left(caught);
    throw caught;
  }
};
