import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database, SqlRow } from '../sql/database.js';

// How often the file is looked at, in milliseconds.
const every = 1000;

/** Calls a listener when another process has written to the file: `version` gives other rows then. */
export const watchOthers =
  (version: TE.TaskEither<unknown, ReadonlyArray<SqlRow>>): Database['onAnnouncement'] =>
  (listener) => {
    let seen: unknown;
    const look = async (): Promise<void> => {
      const found = pipe(
        await version(),
        E.map(([row]) => row?.['data_version']),
        E.getOrElseW(() => seen),
      );
      if (seen !== undefined && found !== seen) listener();
      seen = found;
    };
    void look();
    const timer = setInterval(() => void look(), every);
    timer.unref();
    return () => {
      clearInterval(timer);
    };
  };
