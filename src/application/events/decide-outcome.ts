import type { EventOutcome } from '../ports/event-store.js';
import { retryDelay } from './retry-delay.js';

/** What becomes of an event after a try. `errors`: how its handlers failed; `attempt` counts from 1 in its round. */
export const decideOutcome = (ended: {
  readonly errors: ReadonlyArray<string>;
  readonly attempt: number;
  readonly maxTries: number;
  readonly now: number;
  /** 0 to 1. */
  readonly random: number;
}): EventOutcome => {
  const { errors, attempt, maxTries, now, random } = ended;
  return errors.length === 0
    ? { _tag: 'Handled' }
    : {
        _tag: 'Failed',
        error: errors.join('; '),
        nextAttemptAt: attempt < maxTries ? now + retryDelay(attempt, random) : null,
      };
};
