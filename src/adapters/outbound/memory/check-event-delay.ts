import * as E from 'fp-ts/lib/Either.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import { refusal } from './refusal.js';
import { shown } from './shown.js';

// As long as the processor keeps events: 30 days.
const longest = 30 * 24 * 60 * 60;

/** By how many seconds events are to come late. */
export const checkEventDelay = (seconds: unknown): E.Either<ProcessorError, number> =>
  typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 0 && seconds <= longest
    ? E.right(seconds)
    : E.left(
        refusal(
          `Events come late by a whole number of seconds from 0 to ${longest}, not by ${shown(seconds)}`,
          'seconds',
        ),
      );
