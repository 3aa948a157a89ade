import type { ProcessorError } from '../../../domain/payment-error.js';
import type { CallFailure } from './with-retries.js';

/** What the caller is told about a change that failed: with an attempt lost, nothing but a refusal of the work is sure. */
export const outcomeOf = ({ error, meaning, lost }: CallFailure): ProcessorError => {
  if (meaning === 'refused' || !lost) return error;
  // Both say themselves that nobody knows.
  if (error._tag === 'ProcessorFailed' || error._tag === 'Unexpected') return error;
  const cause = 'cause' in error ? error.cause : new Error(error.message);
  return { _tag: 'ProcessorUnavailable', outcome: 'unknown', cause };
};
