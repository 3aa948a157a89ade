import Database from 'libsql';

// SQLite in a file: what is written is there after a kill.
const database = new Database(process.env.DATABASE);
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL, intent TEXT, session TEXT,
    state TEXT NOT NULL DEFAULT 'open', refunded INTEGER NOT NULL DEFAULT 0,
    shipments INTEGER NOT NULL DEFAULT 0
  );
  CREATE TABLE IF NOT EXISTS attempts (
    key TEXT PRIMARY KEY, order_id TEXT NOT NULL, card TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'sent', message TEXT
  );
  CREATE TABLE IF NOT EXISTS refunds (
    id TEXT PRIMARY KEY, order_id TEXT NOT NULL, amount INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'pending'
  );
  CREATE TABLE IF NOT EXISTS events (id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS days (seconds INTEGER NOT NULL);
`);

/** Runs a statement. Returns how many rows it changed. */
export const run = (sql, ...values) => database.prepare(sql).run(...values).changes;

/** The first row, or undefined. */
export const get = (sql, ...values) => database.prepare(sql).get(...values);

export const all = (sql, ...values) => database.prepare(sql).all(...values);

/** Runs several statements, all or none. */
export const together = (work) => database.transaction(work)();
