import type * as IO from 'fp-ts/lib/IO.js';
import type * as T from 'fp-ts/lib/Task.js';

/** Runs a task every so many milliseconds and returns a function that stops it. The task must not reject. */
export type SetRepeating = (milliseconds: number, task: T.Task<unknown>) => IO.IO<IO.IO<void>>;

/** Waits for some milliseconds. */
export type Sleep = (milliseconds: number) => T.Task<void>;
