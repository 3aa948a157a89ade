import type { DurableStores } from '../sql/durable-stores.js';
import { openDurableStores } from '../sql/open-durable-stores.js';
import { describePostgres } from './describe-postgres.js';
import { isPostgresUrl } from './is-postgres-url.js';
import { openPostgres } from './open-postgres.js';

/**
 * Opens the stores in a PostgreSQL database, for any number of instances, and brings its schema up to date. Rejects with a
 * `TypeError` for a wrong `url` (`postgres://<user>@<host>/<database>`), and with an `Error` that says why the database
 * cannot be opened; neither holds the password.
 */
export const openPostgresStores = async ({
  url,
}: {
  readonly url: string;
}): Promise<DurableStores> => {
  if (!isPostgresUrl(url)) {
    throw new TypeError(
      'openPostgresStores: url must be postgres://<user>@<host>/<database>: is the environment variable set?',
    );
  }
  return openDurableStores(describePostgres(url), openPostgres(url));
};
