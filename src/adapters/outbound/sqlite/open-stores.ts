import {
  checkedOptions,
  hasFunctions,
  optional,
  options as optionsOf,
  textThat,
} from '../../../application/checked-input.js';
import type { Logger } from '../../../application/ports/logger.js';
import { type DurableStores, openDurableStores } from '../sql/open-stores.js';
import { describeSqlite, openSqlite } from './open-sqlite.js';

// For SQLite an empty name is a temporary file, and for its driver a URL is another server.
const isPath = (path: string): boolean => path !== '' && !/^[a-z]{2,}:/iu.test(path);

type Options = {
  /** The path of the file, or `:memory:`. */
  readonly path: string;
  /** Logs a line when it waits for another process that is migrating the schema. */
  readonly logger?: Pick<Logger, 'info'>;
};

const Options = optionsOf<Options>({
  path: textThat('must be the path of a file: is the environment variable set?', isPath),
  logger: optional(hasFunctions<Pick<Logger, 'info'>>({ info: true })),
});

/**
 * Opens the stores in an SQLite file, creates the file and its folders if they are missing, and migrates its schema.
 * `:memory:` is a private database in memory. Several processes of one machine may share a file on a local disk. Rejects with
 * a `TypeError` for invalid options, and with an `Error` that says why the file cannot be opened, with its `cause`.
 */
export const openSqliteStores = async (options: Options): Promise<DurableStores> => {
  const { path, logger } = checkedOptions('openSqliteStores', Options, options);
  return openDurableStores(describeSqlite(path), openSqlite(path), logger);
};
