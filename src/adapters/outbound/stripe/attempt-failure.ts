import type { ProcessorError } from '../../../domain/payment-error.js';

/** Why one attempt of a call gave no result. */
export type AttemptFailure = {
  readonly error: ProcessorError;
  /**
   * What it tells of the work. `refused`: the processor looked at it and did not do it, in no earlier attempt either.
   * `turned_away`: this attempt did nothing. `in_use`: a request with this idempotency key is still being worked on.
   * `reused`: the key belongs to a request with other parameters, which only an earlier call can have made.
   * `lost`: it may have been done.
   */
  readonly meaning: 'refused' | 'turned_away' | 'in_use' | 'reused' | 'lost';
  /** Whether another attempt makes sense. */
  readonly again: boolean;
};
