import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';

/**
 * Fails where nothing can be written: to a file or a server that only reads, and for want of room. For that a row is
 * written and taken away, which changes nothing.
 */
export const checkWritable = ({ transaction }: Database): TE.TaskEither<StoreUnavailable, void> =>
  transaction((query) =>
    pipe(
      query("INSERT INTO pasarela_schema (version, name) VALUES (0, 'writable')"),
      TE.chain(() => query('DELETE FROM pasarela_schema WHERE version = 0')),
      TE.map(() => undefined),
    ),
  );
