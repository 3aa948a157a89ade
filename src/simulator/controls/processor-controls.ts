import * as E from 'fp-ts/lib/Either.js';
import { isPaymentError, type ThrownPaymentError } from '../../application/thrown-payment-error.js';
import { isObject } from '../../domain/input/json.js';
import type { MemoryControls } from './memory-controls.js';

const names = [
  'completeChallenge',
  'failChallenge',
  'settle',
  'fail',
  'expire',
  'completeCheckout',
  'createConfirmationToken',
  'failNext',
  'delayEvents',
  'reset',
];

const areControls = (value: unknown): value is MemoryControls =>
  isObject(value) && names.every((name) => typeof Reflect.get(value, name) === 'function');

/** The controls of a processor, if it has them: only the in-memory processor does. */
export const controlsOf = (processor: object): MemoryControls | undefined => {
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
