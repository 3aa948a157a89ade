import type { ApiError } from './errors.js';

/** What a call ends in, besides its result: the processor's answer, or none. */
export type EngineFailure =
  | { readonly _tag: 'Answered'; readonly error: ApiError }
  | { readonly _tag: 'NoAnswer'; readonly outcome: 'not_done' | 'unknown' };
