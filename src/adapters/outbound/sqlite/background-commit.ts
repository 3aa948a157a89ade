import * as TE from 'fp-ts/lib/TaskEither.js';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/database.js';

/**
 * Commits in a thread of the driver, so that the event loop goes on while the disk works, also when the commit copies the write-ahead
 * log into the file. Nothing else may use the connection meanwhile: it would block until the commit ends.
 */
export const commitInBackground = (
  connection: Libsql.Database,
): TE.TaskEither<StoreUnavailable, void> =>
  TE.tryCatch(async () => {
    const { default: LibsqlInThreads } = await import('libsql/promise');
    // Both classes of the driver keep the connection in the same place.
    await LibsqlInThreads.prototype.exec.call(connection, 'COMMIT');
  }, storeUnavailable);
