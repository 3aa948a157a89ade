import type { PostgresMessage } from './postgres-messages.js';
import { readableIn, textsOf } from './postgres-messages.js';
import { statementsIn, writtenTables } from './written-tables.js';

/** The writes that the database is about to make lasting. */
export type PendingCommit = {
  /** Its writes, each once: `insert orders, update payments`. */
  readonly name: string;
  /** All statements of the transaction, with their parameters. */
  readonly text: string;
};

/** Follows what a client runs on a connection, so that it is known when it commits. */
type Transaction = {
  /** The client sends a message. */
  readonly send: (message: PostgresMessage) => void;
  /** The commit that follows from everything that was sent since the database was ready; `null`: it commits no writes. */
  readonly pending: () => PendingCommit | null;
  /** The database is ready again: `I` without a transaction, `T` in one, `E` in one that failed. */
  readonly ready: (status: string) => void;
};

type Run = { readonly sql: string; readonly text: string };

const isBegin = ({ sql }: Run): boolean => /^(?:begin|start\s+transaction)\b/i.test(sql);
const isCommit = ({ sql }: Run): boolean => /^(?:commit|end)\b/i.test(sql);

/** A connection that has run nothing. */
export const createTransaction = (): Transaction => {
  const statements = new Map<string, string>();
  const portals = new Map<string, Run>();
  let status = 'I';
  // Of the transaction that is open, and since the database was ready.
  let earlier: ReadonlyArray<Run> = [];
  let now: Array<Run> = [];

  return {
    send: (message) => {
      if (message.type === 'Q') {
        const [text = ''] = textsOf(message, 1);
        now.push(...statementsIn(text).map((sql) => ({ sql, text: readableIn(message) })));
      }
      if (message.type === 'P') {
        const [name = '', sql = ''] = textsOf(message, 3);
        statements.set(name, sql);
      }
      if (message.type === 'B') {
        const [portal = '', statement = ''] = textsOf(message, 3);
        const [sql = ''] = statementsIn(statements.get(statement) ?? '');
        portals.set(portal, { sql, text: readableIn(message) });
      }
      if (message.type === 'E') {
        const [portal = ''] = textsOf(message, 2);
        const run = portals.get(portal);
        if (run !== undefined) now.push(run);
      }
    },
    pending: () => {
      const all = [...earlier, ...now];
      const writes = all.flatMap(({ sql }) => writtenTables(sql));
      const isOpen = status !== 'I' || now.some(isBegin);
      const commits = isOpen ? status !== 'E' && now.some(isCommit) : true;
      return commits && writes.length > 0
        ? {
            name: [...new Set(writes)].join(', '),
            text: all.map(({ sql, text }) => `${sql}\n${text}`).join('\n'),
          }
        : null;
    },
    ready: (given) => {
      status = given;
      earlier = status === 'I' ? [] : [...earlier, ...now];
      now = [];
    },
  };
};
