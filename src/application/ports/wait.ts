import type * as T from 'fp-ts/lib/Task.js';

/** Lets some milliseconds pass. */
export type Wait = (milliseconds: number) => T.Task<void>;
