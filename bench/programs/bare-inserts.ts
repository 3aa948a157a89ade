import * as t from 'io-ts';
import Libsql from 'libsql';
import { Client } from 'pg';
import { run } from '../harness/must-succeed.js';
import { openStore } from '../harness/open-store.js';
import { runAsChild } from '../harness/run-as-child.js';
import { webhookEvent } from '../harness/webhook-event.js';

const Rows = t.array(t.UnknownRecord);
type Row = Readonly<Record<string, unknown>>;

/** Runs one statement, which commits by itself. `$1` is the first value. */
type Query = (sql: string, values?: ReadonlyArray<unknown>) => Promise<ReadonlyArray<Row>>;

const overSqlite = (path: string): Query => {
  const database = new Libsql(path);
  // As our store has it: a commit survives a crash of the machine.
  database.exec('PRAGMA synchronous = FULL');
  const prepared = new Map<string, Libsql.Statement<Array<unknown>>>();
  return async (sql, values = []) => {
    const statement =
      prepared.get(sql) ?? database.prepare<Array<unknown>>(sql.replaceAll('$', '?'));
    prepared.set(sql, statement);
    const rows: unknown = statement.all([...values]);
    return Rows.is(rows) ? rows : [];
  };
};

const overPostgres = async (url: string): Promise<Query> => {
  const client = new Client({ connectionString: url });
  await client.connect();
  return async (sql, values = []) => {
    const { rows } = await client.query<Row>(sql, [...values]);
    return rows;
  };
};

/** The row that our store makes of an event, without its number: the columns, and the values for an event of another name. */
const storedRow = async (query: Query, name: string) => {
  const [row = {}] = await query(`SELECT * FROM pasarela_events WHERE id = 'evt_${name}'`);
  const columns = Object.keys(row).filter((column) => column !== 'seq');
  const valuesFor = (other: string): ReadonlyArray<unknown> =>
    columns.map((column) => {
      const value = row[column];
      return typeof value === 'string' ? value.replaceAll(name, other) : value;
    });
  return { columns, valuesFor };
};

// Inserts the rows of events one after another, each in a transaction of its own, as one would without our store.
await runAsChild(t.type({ store: t.string }), async ({ store }) => {
  const sample = 'sample0';
  const stores = await openStore(store);
  const now = Math.floor(Date.now() / 1000);
  await run(stores.eventStore.store(webhookEvent(sample, now), now));
  await stores.close();

  const query = store.startsWith('file:')
    ? overSqlite(store.slice('file:'.length))
    : await overPostgres(store);
  const { columns, valuesFor } = await storedRow(query, sample);
  const places = columns.map((_, n) => `$${n + 1}`).join(', ');
  const insert = `INSERT INTO pasarela_events (${columns.join(', ')}) VALUES (${places})`;
  let made = 0;

  const perSecond = async (count: number, step: (name: string) => Promise<unknown>) => {
    const begun = performance.now();
    for (let n = 0; n < count; n += 1) {
      made += 1;
      await step(`bare${made}`);
    }
    return { perSecond: count / ((performance.now() - begun) / 1000) };
  };

  return {
    rounds: {
      insert: (count) => perSecond(count, (name) => query(insert, valuesFor(name))),
      // The least that handling needs: one write that takes the event, and one that says how it ended.
      handle: async (count) => {
        const first = made;
        await perSecond(count, (name) => query(insert, valuesFor(name)));
        made = first;
        return perSecond(count, async (name) => {
          await query('UPDATE pasarela_events SET attempts = 1 WHERE id = $1', [`evt_${name}`]);
          await query(`UPDATE pasarela_events SET state = 'handled' WHERE id = $1`, [
            `evt_${name}`,
          ]);
        });
      },
    },
  };
});
