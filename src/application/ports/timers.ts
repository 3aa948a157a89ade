import type * as IO from 'fp-ts/lib/IO.js';
import type * as T from 'fp-ts/lib/Task.js';

/** Runs a task at an interval in milliseconds, and returns a function that stops it. The task must not reject. */
export type SetRepeating = (milliseconds: number, task: T.Task<unknown>) => IO.IO<IO.IO<void>>;

/** Resolves after this many milliseconds. */
export type Sleep = (milliseconds: number) => T.Task<void>;
