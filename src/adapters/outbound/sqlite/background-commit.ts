import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type Libsql from 'libsql';
import type { StoreUnavailable } from '../../../domain/payment-error.js';
import { storeUnavailable } from '../sql/database.js';

const load = () => import('libsql/promise');

/**
 * Commits in a thread of the driver, so that the event loop goes on while the disk works, also when the commit copies the write-ahead
 * log into the file. Nothing else may use the connection meanwhile: it would block until the commit ends.
 */
export const commitInBackground = (
  connection: Libsql.Database,
): TE.TaskEither<StoreUnavailable, void> => {
  let loading: ReturnType<typeof load> | undefined;
  return async () => {
    try {
      // Each `import` of a module that is loaded already resolves its path again.
      loading ??= load();
      const { default: LibsqlInThreads } = await loading;
      // Both classes of the driver keep the connection in the same place.
      await LibsqlInThreads.prototype.exec.call(connection, 'COMMIT');
      return E.right(undefined);
    } catch (cause) {
      return E.left(storeUnavailable(cause));
    }
  };
};
