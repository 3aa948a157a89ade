import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { refusal } from './refusal.js';
import { shown } from './shown.js';

const century = 100 * 365.25 * 24 * 60 * 60;

/** By how much the clock is to move, when it has already been moved by `advanced`. Seconds. */
export const checkStep = (advanced: number, seconds: unknown): E.Either<ProcessorError, number> => {
  const left = century - advanced;
  return typeof seconds === 'number' &&
    Number.isSafeInteger(seconds) &&
    seconds >= 0 &&
    seconds <= left
    ? E.right(seconds)
    : E.left(
        refusal(
          `The clock advances by a whole number of seconds from 0 to ${left} (100 years in all), not by ${shown(seconds)}`,
          'seconds',
        ),
      );
};
