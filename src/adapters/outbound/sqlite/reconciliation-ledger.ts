import { setImmediate as nextTurn } from 'node:timers/promises';
import type Libsql from 'libsql';
import type {
  KeptFinding,
  LedgerLine,
  LedgerPart,
  LedgerRows,
  ReconciliationLedger,
} from '../../../application/ports/reconciliation-ledger.js';
import type {
  BookedEntry,
  LedgerCase,
  LedgerDispute,
  ReconciledOrder,
  ReconciledPayment,
} from '../../../domain/reconciliation/ledger-case.js';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

const schema = `
CREATE TABLE IF NOT EXISTS labels (label TEXT NOT NULL, finished INTEGER);
CREATE TABLE IF NOT EXISTS began (at INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS progress (part TEXT PRIMARY KEY, cursor TEXT, done INTEGER NOT NULL, rows INTEGER NOT NULL,
  since INTEGER);
CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT, state TEXT NOT NULL,
  refunded INTEGER, reference TEXT, shipments INTEGER, created INTEGER, shipped_at INTEGER);
CREATE TABLE IF NOT EXISTS payments (id TEXT PRIMARY KEY, created INTEGER NOT NULL, amount INTEGER NOT NULL,
  currency TEXT NOT NULL, status TEXT NOT NULL, customer TEXT, order_name TEXT, place TEXT);
CREATE TABLE IF NOT EXISTS charges (id TEXT PRIMARY KEY, payment TEXT, created INTEGER NOT NULL, amount INTEGER NOT NULL,
  captured INTEGER NOT NULL, held INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL, method TEXT,
  customer TEXT, capture_before INTEGER, order_name TEXT);
CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, charge TEXT, payment TEXT, amount INTEGER NOT NULL,
  status TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS disputes (id TEXT PRIMARY KEY, charge TEXT NOT NULL, payment TEXT, amount INTEGER NOT NULL,
  status TEXT NOT NULL, created INTEGER NOT NULL, due INTEGER, currency TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS entries (id TEXT PRIMARY KEY, type TEXT NOT NULL, category TEXT NOT NULL, source TEXT,
  amount INTEGER NOT NULL, fee INTEGER NOT NULL, net INTEGER NOT NULL, currency TEXT NOT NULL, created INTEGER NOT NULL,
  available_on INTEGER NOT NULL, rate REAL, payment TEXT);
CREATE TABLE IF NOT EXISTS payouts (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL,
  status TEXT NOT NULL, created INTEGER NOT NULL, automatic INTEGER NOT NULL, told INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS paid_out (payout TEXT NOT NULL, entry TEXT NOT NULL, net INTEGER NOT NULL,
  PRIMARY KEY (payout, entry)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (payment TEXT NOT NULL, type TEXT NOT NULL, PRIMARY KEY (payment, type)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refusals (payment TEXT NOT NULL, key TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (payment, key)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS findings (n INTEGER PRIMARY KEY, id TEXT NOT NULL, rule TEXT NOT NULL, severity TEXT NOT NULL,
  order_id TEXT, payment TEXT, about TEXT NOT NULL, amount INTEGER, currency TEXT, message TEXT NOT NULL,
  advice TEXT NOT NULL, repair TEXT, since INTEGER);
CREATE TABLE IF NOT EXISTS loose (id TEXT PRIMARY KEY, of_order INTEGER NOT NULL, amount INTEGER NOT NULL,
  currency TEXT NOT NULL, at INTEGER);
`;

// Made after the rows: quicker than to keep them up to date with each row.
const indexes = `
CREATE INDEX IF NOT EXISTS charges_payment ON charges (payment);
CREATE INDEX IF NOT EXISTS refunds_charge ON refunds (charge);
CREATE INDEX IF NOT EXISTS disputes_payment ON disputes (payment);
CREATE INDEX IF NOT EXISTS entries_payment ON entries (payment);
CREATE INDEX IF NOT EXISTS paid_out_entry ON paid_out (entry);
CREATE INDEX IF NOT EXISTS payments_place ON payments (place);
CREATE INDEX IF NOT EXISTS orders_reference ON orders (reference);
CREATE INDEX IF NOT EXISTS findings_payment ON findings (payment);
CREATE INDEX IF NOT EXISTS findings_about ON findings (about);
CREATE INDEX IF NOT EXISTS findings_order ON findings (order_id);
CREATE INDEX IF NOT EXISTS loose_amount ON loose (amount, of_order);
`;

// Orders and payments that an earlier judgement did not see may come in.
const pairing = `
UPDATE charges SET payment = id WHERE payment IS NULL;
INSERT OR IGNORE INTO payments (id, created, amount, currency, status, customer, order_name)
  SELECT payment, min(created), max(amount), currency, status, customer, order_name FROM charges GROUP BY payment;
UPDATE refunds SET payment = (SELECT payment FROM charges WHERE id = charge) WHERE charge IS NOT NULL;
UPDATE disputes SET payment = coalesce((SELECT payment FROM charges WHERE id = charge), payment);
UPDATE entries SET payment = coalesce(
  (SELECT payment FROM charges WHERE id = source), (SELECT payment FROM refunds WHERE id = source),
  (SELECT payment FROM disputes WHERE id = source)) WHERE payment IS NULL;
UPDATE payments SET place = coalesce(
  (SELECT 'o:' || o.id FROM orders o WHERE o.reference = payments.id LIMIT 1),
  (SELECT 'o:' || o.id FROM charges c JOIN orders o ON o.reference = c.id WHERE c.payment = payments.id LIMIT 1),
  (SELECT 'o:' || o.id FROM orders o WHERE o.id = payments.order_name),
  (SELECT 'o:' || o.id FROM charges c JOIN orders o ON o.id = c.order_name WHERE c.payment = payments.id LIMIT 1),
  'p:' || id);
DELETE FROM loose;
INSERT INTO loose SELECT p.id, 0, sum(c.captured + c.held), p.currency, p.created
  FROM payments p JOIN charges c ON c.payment = p.id WHERE p.place >= 'p:' GROUP BY p.id HAVING sum(c.captured + c.held) > 0;
INSERT INTO loose SELECT 'o:' || o.id, 1, o.amount, coalesce(lower(o.currency), ''), o.created FROM orders o
  WHERE o.state IN ('paid', 'refunded') AND NOT EXISTS (SELECT 1 FROM payments p JOIN charges c ON c.payment = p.id
    WHERE p.place = 'o:' || o.id AND c.captured + c.held > 0);
`;

const inserts: { readonly [P in LedgerPart]: string } = {
  orders: 'INSERT OR REPLACE INTO orders VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  payments: 'INSERT OR REPLACE INTO payments VALUES (?, ?, ?, ?, ?, ?, ?, NULL)',
  charges: 'INSERT OR REPLACE INTO charges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  refunds: 'INSERT OR REPLACE INTO refunds VALUES (?, ?, ?, ?, ?, ?)',
  disputes: 'INSERT OR REPLACE INTO disputes VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  transactions: 'INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL)',
  payouts: 'INSERT OR REPLACE INTO payouts VALUES (?, ?, ?, ?, ?, ?, ?)',
  events: 'INSERT OR IGNORE INTO events VALUES (?, ?)',
  refusals: 'INSERT OR REPLACE INTO refusals VALUES (?, ?, ?)',
};

const valuesOf: { readonly [P in LedgerPart]: (row: LedgerRows[P]) => ReadonlyArray<Value> } = {
  orders: ({ id, amount, currency, state, refunded, reference, shipments, created, shippedAt }) => [
    id,
    amount,
    currency ?? null,
    state,
    refunded ?? null,
    reference ?? null,
    shipments ?? null,
    created ?? null,
    shippedAt ?? null,
  ],
  payments: ({ id, created, amount, currency, status, customer, order }) => [
    id,
    created,
    amount,
    currency,
    status,
    customer,
    order,
  ],
  charges: (row) => [
    row.id,
    row.payment,
    row.created,
    row.amount,
    row.captured,
    row.held,
    row.currency,
    row.status,
    row.method,
    row.customer,
    row.captureBefore,
    row.order,
  ],
  refunds: ({ id, charge, payment, amount, status, created }) => [
    id,
    charge,
    payment,
    amount,
    status,
    created,
  ],
  disputes: ({ id, charge, payment, amount, status, created, evidenceDueBy, currency }) => [
    id,
    charge,
    payment,
    amount,
    status,
    created,
    evidenceDueBy,
    currency,
  ],
  transactions: (row) => [
    row.id,
    row.type,
    row.category,
    row.source,
    row.amount,
    row.fee,
    row.net,
    row.currency,
    row.created,
    row.availableOn,
    row.exchangeRate,
  ],
  payouts: ({ id, amount, currency, status, created, automatic, transactions }) => [
    id,
    amount,
    currency,
    status,
    created,
    automatic ? 1 : 0,
    transactions === null ? 0 : 1,
  ],
  events: ({ payment, type }) => [payment, type],
  refusals: ({ payment, key, at }) => [payment, key, at],
};

/**
 * How rows change after they were read: all of the last days may, for lists are late and refunds and payouts may fail afterwards, and
 * so may those of a table that are not at their end.
 */
const changing = {
  payments: {
    days: 1,
    oldest:
      "payments WHERE status IN ('processing', 'requires_action', 'requires_confirmation', 'requires_capture')",
  },
  charges: { days: 1, oldest: "charges WHERE status = 'pending' OR held > 0" },
  refunds: { days: 30, oldest: "refunds WHERE status IN ('pending', 'requires_action')" },
  disputes: {
    days: 1,
    oldest: "disputes WHERE status NOT IN ('won', 'lost', 'warning_closed', 'prevented')",
  },
  transactions: { days: 1, oldest: null },
  payouts: {
    days: 10,
    oldest: "payouts WHERE status IN ('pending', 'in_transit') OR (automatic = 1 AND told = 0)",
  },
} as const;

const rulesOf = (condition: string): string =>
  `(SELECT group_concat(DISTINCT f.rule) FROM findings f WHERE ${condition}) AS findings`;
const orderName = "(CASE WHEN p.place LIKE 'o:%' THEN substr(p.place, 3) END)";

/** The lines of transactions, of orders without one, and of payments without one, by the first letter of their keys. */
const lineQueries = [
  [
    'e',
    `SELECT e.created, e.category AS kind, e.id, ${orderName} AS order_id, e.payment, e.amount, e.fee, e.net, e.currency,
       (SELECT group_concat(o.payout, ' ') FROM paid_out o WHERE o.entry = e.id) AS payout,
       ${rulesOf(`f.payment = e.payment OR f.about = e.id OR f.about = e.source OR f.order_id = ${orderName}`)}
     FROM entries e LEFT JOIN payments p ON p.id = e.payment WHERE e.id > ? ORDER BY e.id LIMIT ?`,
  ],
  [
    'o',
    `SELECT o.created, 'order_without_transaction' AS kind, o.id, o.id AS order_id, NULL AS payment, o.amount, 0 AS fee,
       0 AS net, coalesce(lower(o.currency), '') AS currency, NULL AS payout, ${rulesOf('f.order_id = o.id')}
     FROM orders o WHERE o.id > ? AND NOT EXISTS (SELECT 1 FROM payments p JOIN entries e ON e.payment = p.id
       WHERE p.place = 'o:' || o.id) ORDER BY o.id LIMIT ?`,
  ],
  [
    'q',
    `SELECT p.created, 'payment_without_transaction' AS kind, p.id, ${orderName} AS order_id, p.id AS payment, p.amount, 0 AS fee,
       0 AS net, p.currency, NULL AS payout, ${rulesOf(`f.payment = p.id OR f.order_id = ${orderName}`)}
     FROM payments p WHERE p.id > ? AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.payment = p.id)
     ORDER BY p.id LIMIT ?`,
  ],
] as const;

const text = (value: Value | undefined): string => String(value ?? '');
const number = (value: Value | undefined): number => Number(value ?? 0);
const textOrNull = (value: Value | undefined): string | null =>
  typeof value === 'string' ? value : null;
const numberOrNull = (value: Value | undefined): number | null =>
  typeof value === 'number' ? value : null;

const states = ['open', 'pending', 'paid', 'failed', 'canceled', 'refunded'] as const;

const orderOf = (row: Row): ReconciledOrder => {
  const { refunded, currency, reference, shipments, created, shipped_at } = row;
  return {
    id: text(row['id']),
    amount: number(row['amount']),
    state: states.find((state) => state === row['state']) ?? 'open',
    ...(typeof currency === 'string' ? { currency } : {}),
    ...(typeof refunded === 'number' ? { refunded } : {}),
    ...(typeof reference === 'string' ? { reference } : {}),
    ...(typeof shipments === 'number' ? { shipments } : {}),
    ...(typeof created === 'number' ? { created } : {}),
    ...(typeof shipped_at === 'number' ? { shippedAt: shipped_at } : {}),
    ...(row['shared'] === 1 ? { shared: true } : {}),
  };
};

const disputeOf = (row: Row): LedgerDispute => ({
  id: text(row['id']),
  amount: number(row['amount']),
  status: text(row['status']),
  created: number(row['created']),
  evidenceDueBy: numberOrNull(row['due']),
});

const entryOf = (row: Row): BookedEntry => ({
  id: text(row['id']),
  type: text(row['type']),
  category: text(row['category']),
  amount: number(row['amount']),
  fee: number(row['fee']),
  net: number(row['net']),
  currency: text(row['currency']),
  created: number(row['created']),
  availableOn: number(row['available_on']),
  exchangeRate: numberOrNull(row['rate']),
  payouts: text(row['payouts']).split(' ').filter(Boolean),
});

const groupBy = (rows: ReadonlyArray<Row>, column: string): ReadonlyMap<string, Array<Row>> => {
  const groups = new Map<string, Array<Row>>();
  for (const row of rows) {
    const key = text(row[column]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
};

// The processor's clock and that of the service, in seconds.
const clocksDiffer = 60;

const takesMoney = ({ type }: Row): boolean => type === 'charge' || type === 'payment';

const isMade = ({ status }: Row): boolean => status === 'succeeded';
const sum = (rows: ReadonlyArray<Row>, column: string): number =>
  rows.reduce((total, row) => total + number(row[column]), 0);

const paymentOf = (
  row: Row,
  parts: { readonly [name: string]: ReadonlyMap<string, ReadonlyArray<Row>> },
): ReconciledPayment => {
  const id = text(row['id']);
  const of = (name: string): ReadonlyArray<Row> => parts[name]?.get(id) ?? [];
  const charges = of('charges').filter(isMade);
  const refunds = of('refunds').filter(
    ({ status }) => status !== 'failed' && status !== 'canceled',
  );
  const [charge] = charges.length > 0 ? charges : of('charges');
  return {
    id,
    status: text(row['status']),
    currency: text(row['currency']),
    created: number(row['created']),
    movedAt: [row, ...charges, ...refunds, ...of('entries').filter(takesMoney)].reduce(
      (last, { created }) => Math.max(last, number(created)),
      0,
    ),
    amount: number(row['amount']),
    customer: textOrNull(row['customer']) ?? textOrNull(charge?.['customer']),
    captured: sum(charges, 'captured'),
    held: sum(charges, 'held'),
    charges: charges.map((one) => ({
      id: text(one['id']),
      captured: number(one['captured']),
      refunded: sum(
        refunds.filter((refund) => refund['charge'] === one['id']),
        'amount',
      ),
    })),
    refunds: refunds.map((refund) => ({
      id: text(refund['id']),
      amount: number(refund['amount']),
      status: text(refund['status']),
    })),
    method: textOrNull(charge?.['method']),
    captureBefore: numberOrNull(charge?.['capture_before']),
    disputes: of('disputes').map(disputeOf),
    entries: of('entries').map(entryOf),
    events: of('events').map(({ type }) => text(type)),
    // A customer who was refused and paid later was not told wrongly.
    refusedKeys: of('refusals')
      .filter(
        ({ at }) =>
          charges.length > 0 &&
          charges.every(({ created }) => number(created) + clocksDiffer <= number(at)),
      )
      .map(({ key }) => text(key)),
  };
};

const findingOf = (row: Row): KeptFinding => ({
  id: text(row['id']),
  rule: text(row['rule']),
  severity: row['severity'] === 'notice' ? 'notice' : 'error',
  order: textOrNull(row['order_id']),
  payment: textOrNull(row['payment']),
  about: text(row['about']),
  amount: numberOrNull(row['amount']),
  currency: textOrNull(row['currency']),
  message: text(row['message']),
  advice: text(row['advice']),
  repair: textOrNull(row['repair']),
  since: numberOrNull(row['since']),
});

const lineOf = (row: Row): LedgerLine => ({
  created: numberOrNull(row['created']),
  kind: text(row['kind']),
  id: text(row['id']),
  order: textOrNull(row['order_id']),
  payment: textOrNull(row['payment']),
  amount: number(row['amount']),
  fee: number(row['fee']),
  net: number(row['net']),
  currency: text(row['currency']),
  payout: textOrNull(row['payout']),
  findings: text(row['findings']),
});

const isRows = (value: unknown): value is ReadonlyArray<Row> => Array.isArray(value);

const openConnection = async (path: string): Promise<Libsql.Database> => {
  const { default: LibsqlDatabase } = await import('libsql');
  const connection = new LibsqlDatabase(path);
  // It can be made anew: nothing waits for the disk.
  connection.exec(
    'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536',
  );
  connection.exec(schema);
  return connection;
};

/** Opens a ledger in a file, which is kept; `:memory:` is one in memory. Rejects if the file cannot be used. */
export const openReconciliationLedger = async (path: string): Promise<ReconciliationLedger> => {
  const connection = await openConnection(path);
  const prepared = new Map<string, Libsql.Statement<Array<unknown>>>();
  const statement = (sql: string): Libsql.Statement<Array<unknown>> => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const made = connection.prepare<Array<unknown>>(sql);
    prepared.set(sql, made);
    return made;
  };
  const all = (sql: string, ...values: ReadonlyArray<Value>): ReadonlyArray<Row> => {
    const rows: unknown = statement(sql).all([...values]);
    return isRows(rows) ? rows : [];
  };
  const run = (sql: string, values: ReadonlyArray<Value>): void => {
    statement(sql).run([...values]);
  };
  const inTransaction = (work: () => void): void => {
    connection.exec('BEGIN');
    try {
      work();
      connection.exec('COMMIT');
    } catch (error) {
      connection.exec('ROLLBACK');
      throw error;
    }
  };

  const keepPaidOut = (row: LedgerRows[LedgerPart]): void => {
    if (!('transactions' in row) || row.transactions === null) return;
    for (const { id, net } of row.transactions) {
      run('INSERT OR REPLACE INTO paid_out VALUES (?, ?, ?)', [row.id, id, net]);
    }
  };

  const casesAt = (keys: ReadonlyArray<string>) => {
    const list = JSON.stringify(keys);
    const inList = 'IN (SELECT value FROM json_each(?))';
    const orders = new Map(
      all(
        `SELECT o.*, (SELECT count(*) FROM orders x WHERE x.reference = o.reference) > 1 AS shared
             FROM orders o WHERE o.id ${inList}`,
        JSON.stringify(keys.map((key) => key.slice(2))),
      ).map((row) => [text(row['id']), orderOf(row)]),
    );
    const payments = all(`SELECT * FROM payments WHERE place ${inList} ORDER BY created, id`, list);
    const ids = JSON.stringify(payments.map(({ id }) => id ?? null));
    const parts = {
      charges: groupBy(
        all(`SELECT * FROM charges WHERE payment ${inList} ORDER BY created, id`, ids),
        'payment',
      ),
      refunds: groupBy(
        all(
          `SELECT r.*, c.payment AS place FROM charges c JOIN refunds r ON r.charge = c.id WHERE c.payment ${inList} ORDER BY r.id`,
          ids,
        ),
        'place',
      ),
      disputes: groupBy(
        all(`SELECT * FROM disputes WHERE payment ${inList} ORDER BY id`, ids),
        'payment',
      ),
      entries: groupBy(
        all(
          `SELECT e.*, coalesce((SELECT group_concat(o.payout, ' ') FROM paid_out o JOIN payouts p ON p.id = o.payout
             WHERE o.entry = e.id AND p.status NOT IN ('failed', 'canceled')),
             (SELECT min(o.payout) FROM paid_out o WHERE o.entry = e.id)) AS payouts
           FROM entries e WHERE e.payment ${inList} ORDER BY e.id`,
          ids,
        ),
        'payment',
      ),
      events: groupBy(all(`SELECT * FROM events WHERE payment ${inList}`, ids), 'payment'),
      refusals: groupBy(
        all(`SELECT * FROM refusals WHERE payment ${inList} ORDER BY key`, ids),
        'payment',
      ),
    };
    const byPlace = groupBy(payments, 'place');
    return keys.map((key) => {
      const found: LedgerCase = {
        order: key.startsWith('o:') ? (orders.get(key.slice(2)) ?? null) : null,
        payments: (byPlace.get(key) ?? []).map((row) => paymentOf(row, parts)),
      };
      return { key, found };
    });
  };

  return {
    label: (label) => {
      const [row] = all('SELECT label FROM labels');
      if (row !== undefined) return text(row['label']);
      run('INSERT INTO labels VALUES (?, NULL)', [label]);
      return label;
    },
    progress: (part) => {
      const [row] = all('SELECT * FROM progress WHERE part = ?', part);
      return {
        cursor: textOrNull(row?.['cursor']),
        done: row?.['done'] === 1,
        rows: number(row?.['rows']),
        since: numberOrNull(row?.['since']),
      };
    },
    begin: (at) => {
      run('INSERT INTO began SELECT ? WHERE NOT EXISTS (SELECT 1 FROM began)', [at]);
      return number(all('SELECT min(at) AS at FROM began')[0]?.['at']);
    },
    finish: async (at) =>
      inTransaction(() => {
        run('DELETE FROM began', []);
        run('UPDATE labels SET finished = ?', [at]);
      }),
    refresh: async () => {
      const finished = numberOrNull(all('SELECT finished FROM labels')[0]?.['finished']);
      if (finished === null) return;
      inTransaction(() => {
        for (const [part, { days, oldest }] of Object.entries(changing)) {
          const since = finished - days * 86_400;
          const [row] = oldest === null ? [] : all(`SELECT min(created) AS oldest FROM ${oldest}`);
          run('UPDATE progress SET done = 0, cursor = NULL, since = ? WHERE part = ?', [
            Math.min(since, numberOrNull(row?.['oldest']) ?? since),
            part,
          ]);
        }
        run('UPDATE labels SET finished = NULL', []);
      });
    },
    hasOrder: (id) => all('SELECT 1 FROM orders WHERE id = ?', id).length > 0,
    forgetOrders: async () =>
      inTransaction(() => {
        run('DELETE FROM orders', []);
        run("DELETE FROM progress WHERE part = 'orders'", []);
      }),
    keep: async (part, rows, { cursor, done }) => {
      // Statements wait for the file: others have their turn between two pages.
      await nextTurn();
      inTransaction(() => {
        for (const row of rows) {
          run(inserts[part], valuesOf[part](row));
          keepPaidOut(row);
        }
        run(
          `INSERT INTO progress VALUES (?, ?, ?, ?, NULL) ON CONFLICT (part) DO UPDATE
             SET cursor = excluded.cursor, done = excluded.done, rows = progress.rows + excluded.rows`,
          [part, cursor, done ? 1 : 0, rows.length],
        );
      });
    },
    ordersOfSessions: (after, limit) =>
      all(
        `SELECT id, reference FROM orders WHERE id > ? AND reference LIKE 'cs\\_%' ESCAPE '\\' ORDER BY id LIMIT ?`,
        after,
        limit,
      ).map((row) => ({ id: text(row['id']), session: text(row['reference']) })),
    refer: async (order, payment) =>
      run('UPDATE orders SET reference = ? WHERE id = ?', [payment, order]),
    pair: async () => {
      for (const step of `${indexes}${pairing}`.split(';')) {
        connection.exec(step);
        await nextTurn();
      }
    },
    cases: async (after, limit) => {
      await nextTurn();
      const orders = all(
        `SELECT 'o:' || id AS key FROM orders WHERE id > ? ORDER BY id LIMIT ?`,
        // After the last order come the payments.
        after.startsWith('p:') ? '\u{10ffff}' : after.slice(2),
        limit,
      );
      const payments =
        orders.length === limit
          ? []
          : all(
              'SELECT place AS key FROM payments WHERE place > ? ORDER BY place LIMIT ?',
              after < 'p:' ? 'p:' : after,
              limit - orders.length,
            );
      return casesAt([...orders, ...payments].map(({ key }) => text(key)));
    },
    olderDisputes: (after, limit) =>
      all(
        `SELECT * FROM disputes d WHERE id > ? AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = d.payment)
           ORDER BY id LIMIT ?`,
        after,
        limit,
      ).map((row) => ({
        ...disputeOf(row),
        currency: text(row['currency']),
        payment: textOrNull(row['payment']) ?? text(row['charge']),
      })),
    payouts: (after, limit) =>
      all(
        `SELECT p.*, (SELECT count(*) FROM paid_out o WHERE o.payout = p.id) AS count,
           (SELECT coalesce(sum(net), 0) FROM paid_out o WHERE o.payout = p.id) AS net
         FROM payouts p WHERE p.id > ? ORDER BY p.id LIMIT ?`,
        after,
        limit,
      ).map((row) => ({
        id: text(row['id']),
        amount: number(row['amount']),
        currency: text(row['currency']),
        status: text(row['status']),
        created: number(row['created']),
        automatic: row['automatic'] === 1,
        sum: row['told'] === 1 ? { count: number(row['count']), net: number(row['net']) } : null,
      })),
    hasStrangePayment: (amount, currency, at) =>
      all(
        `SELECT 1 FROM loose WHERE amount = ?1 AND of_order = 0 AND (?2 = '' OR currency = lower(?2))
           AND (?3 IS NULL OR abs(at - ?3) <= 86400) LIMIT 1`,
        amount,
        currency,
        at,
      ).length > 0,
    hasUnpaidOrder: (amount, currency, at) =>
      all(
        `SELECT 1 FROM loose WHERE amount = ?1 AND of_order = 1 AND (currency = '' OR currency = lower(?2))
           AND (at IS NULL OR abs(at - ?3) <= 86400) LIMIT 1`,
        amount,
        currency,
        at,
      ).length > 0,
    lastPayout: (currency) => {
      const [row] = all(
        `SELECT max(created) AS last FROM payouts WHERE currency = ? AND automatic = 1 AND told = 1
           AND status NOT IN ('failed', 'canceled')`,
        currency,
      );
      return numberOrNull(row?.['last']);
    },
    totals: (from, to) =>
      all(
        `SELECT currency, category, sum(amount) AS amount, sum(fee) AS fee, count(*) AS count FROM entries
           WHERE created >= ? AND created < ? GROUP BY currency, category ORDER BY currency, category`,
        from,
        to,
      ).map((row) => ({
        currency: text(row['currency']),
        category: text(row['category']),
        amount: number(row['amount']),
        fee: number(row['fee']),
        count: number(row['count']),
      })),
    payoutTotals: (from, to) =>
      // The money of a payout that failed comes back as an entry of its own, which waits for another payout.
      all(
        `WITH span AS (
           SELECT e.currency, e.net, (SELECT min(p.created) FROM paid_out o JOIN payouts p ON p.id = o.payout
             WHERE o.entry = e.id) AS paid
           FROM entries e WHERE e.created >= ?1 AND e.created < ?2 AND e.category <> 'payout'),
         earlier AS (
           SELECT p.currency, sum(o.net) AS net FROM payouts p JOIN paid_out o ON o.payout = p.id
           WHERE p.created >= ?1 AND p.created < ?2 AND NOT EXISTS (SELECT 1 FROM entries e WHERE e.id = o.entry AND e.created >= ?1 AND e.created < ?2)
           GROUP BY p.currency),
         used AS (SELECT currency FROM span
           UNION SELECT currency FROM payouts WHERE created >= ?1 AND created < ?2)
         SELECT u.currency, coalesce(sum(CASE WHEN s.paid IS NULL THEN s.net ELSE 0 END), 0) AS waiting,
           coalesce(sum(CASE WHEN s.paid >= ?2 THEN s.net ELSE 0 END), 0) AS later,
           coalesce((SELECT net FROM earlier WHERE earlier.currency = u.currency), 0) AS earlier,
           EXISTS (SELECT 1 FROM payouts p WHERE p.currency = u.currency AND p.told = 0 AND p.created >= ?1
             AND p.created < ?2) AS by_hand
         FROM used u LEFT JOIN span s ON s.currency = u.currency GROUP BY u.currency`,
        from,
        to,
      ).map((row) => ({
        currency: text(row['currency']),
        waiting: number(row['waiting']),
        later: number(row['later']),
        earlier: number(row['earlier']),
        byHand: row['by_hand'] === 1,
      })),
    forgetFindings: async () => {
      connection.exec('DELETE FROM findings');
    },
    keepFindings: async (findings) =>
      inTransaction(() => {
        for (const one of findings) {
          run('INSERT INTO findings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', [
            one.id,
            one.rule,
            one.severity,
            one.order,
            one.payment,
            one.about,
            one.amount,
            one.currency,
            one.message,
            one.advice,
            one.repair,
            one.since,
          ]);
        }
      }),
    findings: (from, limit) =>
      all('SELECT * FROM findings ORDER BY n LIMIT ? OFFSET ?', limit, from).map(findingOf),
    lines: (after, limit) => {
      const lines: Array<{ readonly key: string; readonly line: LedgerLine }> = [];
      for (const [prefix, sql] of lineQueries) {
        if (lines.length >= limit || after.slice(0, 1) > prefix) continue;
        const from = after.startsWith(prefix) ? after.slice(2) : '';
        for (const row of all(sql, from, limit - lines.length)) {
          lines.push({ key: `${prefix}:${text(row['id'])}`, line: lineOf(row) });
        }
      }
      return lines;
    },
    close: () => {
      connection.close();
    },
  };
};
