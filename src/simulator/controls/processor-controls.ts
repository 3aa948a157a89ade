import * as E from 'fp-ts/lib/Either.js';
import { isPaymentError, type ThrownPaymentError } from '../../application/thrown-payment-error.js';
import { isObject } from '../../domain/json.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import type { SetupIntent } from '../../domain/setup-intent.js';

/** The calls that a planned failure can affect. */
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

/** The kinds of planned failure, besides a decline and a delay. */
export const failureKinds = [
  'rate_limit',
  'server_error',
  'unreachable',
  'timeout_before',
  'timeout_after',
  'cut_short',
  'processing',
] as const;

/** A failure planned for a call. `decline`: a decline code. `delay`: milliseconds by which the response is delayed. */
export type SimulatedFailure =
  | (typeof failureKinds)[number]
  | { readonly decline: string }
  | { readonly delay: number };

/**
 * Simulates the customer, the bank and the network on the in-memory processor. A control that cannot be applied throws a
 * `ThrownPaymentError`.
 */
export type ProcessorControls = {
  readonly completeChallenge: (intent: string) => PaymentIntent | SetupIntent;
  readonly failChallenge: (intent: string) => PaymentIntent | SetupIntent;
  readonly settle: (id: string) => object;
  readonly fail: (id: string) => object;
  readonly expire: (paymentIntent: string) => object;
  readonly completeCheckout: (
    session: string,
    customer: {
      readonly card?: string;
      readonly email?: string;
      readonly name?: string;
      readonly phone?: string;
    },
  ) => object;
  readonly clock: {
    /** Unix seconds. */
    readonly now: () => number;
    readonly advance: (seconds: number) => void;
  };
  readonly failNext: (plan: {
    readonly on: (typeof failureTargets)[number];
    readonly with: SimulatedFailure;
    readonly times?: number;
  }) => void;
  /** Delays events by this many seconds from now on. */
  readonly delayEvents: (seconds: number) => void;
  readonly reset: () => void;
};

const names = [
  'completeChallenge',
  'failChallenge',
  'settle',
  'fail',
  'expire',
  'completeCheckout',
  'failNext',
  'delayEvents',
  'reset',
];

const areControls = (value: unknown): value is ProcessorControls =>
  isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');

/** The controls of a processor, if it has them: only the in-memory processor does. */
export const controlsOf = (processor: object): ProcessorControls | undefined => {
  const controls: unknown = Reflect.get(processor, 'controls');
  return areControls(controls) ? controls : undefined;
};

/** Runs a control, and returns the `ThrownPaymentError` that it may throw. Any other error is a defect, and is thrown again. */
export const attemptControl = <A>(act: () => A): E.Either<ThrownPaymentError, A> => {
  try {
    return E.right(act());
  } catch (caught) {
    if (isPaymentError(caught)) return E.left(caught);
    throw caught;
  }
};
