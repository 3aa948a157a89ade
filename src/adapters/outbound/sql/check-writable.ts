import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database } from './database.js';

// A database whose encoding does not have every character would refuse the events of some customers, and of no others.
const everyCharacter = 'writable 😀';

/**
 * Fails where nothing can be written, or not everything: to a file or a server that only reads, for want of room, and where
 * the encoding is not UTF-8. For that a row is written and taken away, which changes nothing.
 */
export const checkWritable = ({ transaction }: Database): TE.TaskEither<StoreUnavailable, void> =>
  transaction((query) =>
    pipe(
      query('INSERT INTO pasarela_schema (version, name) VALUES (0, $1)', [everyCharacter]),
      TE.flatMap(() => query('DELETE FROM pasarela_schema WHERE version = 0')),
      TE.map(() => undefined),
    ),
  );
