import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { Database, SqlRow, Statement } from './database.js';

// With an encoding other than UTF-8, only the events of some customers would be refused.
const unicodeText = 'writable 😀';

/**
 * Fails if the database is read-only or full, or if its encoding is not UTF-8. It inserts a row and deletes it in the same
 * transaction.
 */
export const checkWritable = ({ transaction }: Database): TE.TaskEither<StoreUnavailable, void> =>
  transaction((query) =>
    pipe(
      query('INSERT INTO pasarela_schema (version, name) VALUES (0, $1)', [unicodeText]),
      TE.flatMap(() => query('DELETE FROM pasarela_schema WHERE version = 0')),
      TE.map(() => undefined),
    ),
  );

/** Fails if these statements do. They are rolled back. */
export const tryWrites = (
  { transaction }: Pick<Database, 'transaction'>,
  statements: ReadonlyArray<Statement>,
): TE.TaskEither<StoreUnavailable, void> =>
  pipe(
    transaction((query) =>
      pipe(
        statements.reduce<TE.TaskEither<StoreUnavailable, ReadonlyArray<SqlRow>>>(
          (before, statement) =>
            pipe(
              before,
              TE.flatMap(() => query(...statement)),
            ),
          TE.right([]),
        ),
        TE.flatMap(() => TE.left('written' as const)),
      ),
    ),
    TE.orElse((end) => (end === 'written' ? TE.right(undefined) : TE.left(end))),
  );
