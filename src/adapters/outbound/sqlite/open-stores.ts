import {
  checkedOptions,
  hasFunctions,
  must,
  optional,
  type Rules,
} from '../../../application/checked-options.js';
import type { Logger } from '../../../application/ports/logger.js';
import { type DurableStores, openDurableStores } from '../sql/open-stores.js';
import { describeSqlite, openSqlite } from './open-sqlite.js';

// SQLite takes no name for a file that goes when it is closed, and its driver takes URLs for other things.
const isPath = (path: unknown): boolean =>
  typeof path === 'string' && path !== '' && !/^[a-z]{2,}:/iu.test(path);

type Options = {
  readonly path: string;
  /** Is told when the schema is waited for, which another process changes. */
  readonly logger?: Pick<Logger, 'info'>;
};

const rules: Rules<Options> = {
  path: must('must be the path of a file: is the environment variable set?', isPath),
  logger: optional(hasFunctions({ info: true })),
};

/**
 * Opens the stores in a file, and makes the file and its folders where they are missing; `:memory:` is one that nobody else
 * sees. The schema is brought up to date. Several processes of one machine may share the file, on a local disk. Rejects with
 * a `TypeError` for wrong options, and with an `Error` that says why the file cannot be opened, and has its `cause`.
 */
export const openSqliteStores = async (options: Options): Promise<DurableStores> => {
  const { path, logger } = checkedOptions('openSqliteStores', rules, options);
  return openDurableStores(describeSqlite(path), openSqlite(path), logger);
};
