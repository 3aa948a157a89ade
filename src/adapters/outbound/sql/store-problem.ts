import type { StoreUnavailable } from '../../../domain/payment-error.js';
import type { SchemaTooNew } from './migrate.js';

const unreachable = 'start the database, or correct its host and port';

const advice: { readonly [code: string]: string } = {
  ECONNREFUSED: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  ETIMEDOUT: unreachable,
  EHOSTUNREACH: unreachable,
  // PostgreSQL: a wrong password, no such database, no such schema, no right, and a table that is there.
  '28P01': 'correct the user and the password',
  '3D000': 'create the database, or correct its name',
  '3F000': 'create the schema, or correct search_path',
  '42501': 'give its user the rights to use the schema and to create tables in it',
  '42P07': 'use a database or a schema of its own',
  SQLITE_NOTADB: 'correct the path, or name a new file',
};

const adviceOf = (cause: unknown): string => {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return Object.hasOwn(advice, code) ? `: ${advice[code]}` : '';
};

const reasonOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return String(cause);
  // The driver's message is only about its protocol.
  if (cause.message.includes('client password must be')) return 'the server requires a password';
  if (cause.message !== '') return cause.message;
  return 'code' in cause ? String(cause.code) : cause.name;
};

/** Describes why a store could not be opened. `store`: its name, without a password. */
export class StoreProblem extends Error {
  override readonly name = 'StoreProblem';

  constructor(store: string, problem: StoreUnavailable | SchemaTooNew) {
    super(
      problem._tag === 'SchemaTooNew'
        ? `the store ${store} belongs to a newer version of Pasarela: its schema has version ${problem.found}, and this version supports up to ${problem.known}: start the newer version`
        : `the store ${store} cannot be opened: ${reasonOf(problem.cause)}${adviceOf(problem.cause)}`,
      problem._tag === 'StoreUnavailable' ? { cause: problem.cause } : {},
    );
  }
}
