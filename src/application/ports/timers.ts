import type * as IO from 'fp-ts/lib/IO.js';
import type * as T from 'fp-ts/lib/Task.js';

/** Runs a task, which must not reject, again and again after so many milliseconds. It gives what ends that. */
export type SetRepeating = (milliseconds: number, task: T.Task<unknown>) => IO.IO<IO.IO<void>>;

/** Lets some milliseconds pass. */
export type Sleep = (milliseconds: number) => T.Task<void>;
