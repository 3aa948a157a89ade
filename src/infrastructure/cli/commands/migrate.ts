import * as E from 'fp-ts/lib/Either.js';
import { openMigrated } from '../../../adapters/outbound/sql/migrate.js';
import { StoreProblem } from '../../../adapters/outbound/sql/store-problem.js';
import { decodeConfig } from '../../config/config.js';
import { describeStore } from '../../config/store.js';
import { createLogger } from '../../logger.js';
import { openDatabase } from '../../stores.js';
import type { CommandIo } from '../command-io.js';
import { CommandProblem, decodedOrThrow } from '../failures.js';

/** `pasarela migrate`: updates the schema of the store. `pasarela serve` does that too. */
export const migrateCommand = async ({ env, stdout }: CommandIo): Promise<void> => {
  const { store, logLevel } = decodedOrThrow(decodeConfig(env));
  if (store.kind === 'memory')
    throw new CommandProblem(
      'an in-memory store has no schema: set DATABASE_URL to file:<path> or postgres://...',
    );
  const opened = await openMigrated(openDatabase(store), createLogger(logLevel))();
  if (E.isLeft(opened)) throw new StoreProblem(describeStore(store), opened.left);
  const { database, migrated } = opened.right;
  const closed = await database.close();
  if (E.isLeft(closed)) throw new StoreProblem(describeStore(store), closed.left);
  const { from, to } = migrated;
  const change = from === to ? `is up to date: ${to}` : `went from ${from} to ${to}`;
  stdout.write(`the schema of ${describeStore(store)} ${change}\n`);
};
