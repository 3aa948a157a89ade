import Database from 'libsql';
import type { Line } from './catalogue.ts';

export type Order = {
  /** A UUID that the page made: sent twice, it is one order. Whoever knows it may see the order and pay it. */
  readonly id: string;
  readonly email: string;
  /** Of a customer. A guest has an e-mail address alone. */
  readonly name: string | null;
  readonly phone: string | null;
  readonly lines: ReadonlyArray<Line>;
  /** Cents. */
  readonly total: number;
  /** `processing`: a bank takes days. `lost`: the money will not come. */
  readonly state: 'open' | 'processing' | 'paid' | 'lost';
  /** `cus_…`, unless it is a guest. */
  readonly customer: string | null;
  /** The payment (`pi_…`) or the checkout session (`cs_…`) of the order: one, so that it is paid once. */
  readonly payment: string | null;
  /** `ch_…`, which can be given back. */
  readonly charge: string | null;
  /** Cents that were given back. */
  readonly refunded: number;
  /** How often the goods were sent. */
  readonly shipments: number;
};

type NewOrder = Pick<Order, 'id' | 'email' | 'name' | 'phone' | 'lines' | 'total'>;

type Paid = {
  readonly payment: string;
  readonly charge: string;
  readonly received: number;
  readonly currency: string;
};

type Refunded = {
  readonly id: string;
  readonly charge: string;
  readonly amount: number;
  readonly failed: boolean;
};

const tables = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, email TEXT NOT NULL, name TEXT, phone TEXT,
    lines TEXT NOT NULL, total INTEGER NOT NULL, state TEXT NOT NULL DEFAULT 'open',
    customer TEXT, payment TEXT, charge TEXT
  );
  CREATE TABLE IF NOT EXISTS shipments (order_id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS refunds (
    id TEXT PRIMARY KEY, charge TEXT NOT NULL, amount INTEGER NOT NULL, failed INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS refunds_by_charge ON refunds (charge);`;

const selectOrders = `SELECT *,
  (SELECT count(*) FROM shipments WHERE order_id = orders.id) AS shipments,
  (SELECT coalesce(sum(amount), 0) FROM refunds WHERE charge = orders.charge AND NOT failed) AS refunded
  FROM orders`;

const orderOf = (row: unknown): Order => {
  const { lines, ...order } = row as Omit<Order, 'lines'> & { readonly lines: string };
  return { ...order, lines: JSON.parse(lines) };
};

/** The orders of the shop, in SQLite. */
export const openOrders = (path: string) => {
  const database = new Database(path);
  database.exec(tables);
  const run = (sql: string, ...values: ReadonlyArray<unknown>): number =>
    database.prepare(sql).run(...values).changes;

  const find = (id: string): Order | undefined => {
    const row = database.prepare(`${selectOrders} WHERE id = ?`).get(id);
    return row === undefined ? undefined : orderOf(row);
  };

  return {
    find,

    all: (): ReadonlyArray<Order> => database.prepare(selectOrders).all().map(orderOf),

    /** The first one with its id stays. */
    add: ({ id, email, name, phone, lines, total }: NewOrder) => {
      const columns = 'id, email, name, phone, lines, total';
      const sql = `INSERT OR IGNORE INTO orders (${columns}) VALUES (?, ?, ?, ?, ?, ?)`;
      run(sql, id, email, name, phone, JSON.stringify(lines), total);
    },

    /** The first one that is stored stays. */
    keepCustomer: (id: string, customer: string): string => {
      run('UPDATE orders SET customer = ? WHERE id = ? AND customer IS NULL', customer, id);
      return find(id)?.customer ?? customer;
    },

    /** The first one that is stored stays: two could both be paid. */
    keepPayment: (id: string, payment: string): string => {
      run('UPDATE orders SET payment = ? WHERE id = ? AND payment IS NULL', payment, id);
      return find(id)?.payment ?? payment;
    },

    markProcessing: (id: string) => {
      run("UPDATE orders SET state = 'processing' WHERE id = ? AND state = 'open'", id);
    },

    /** Marks the order as paid and orders its shipment. Both happen once, however often the event comes. */
    markPaid: database.transaction((id: string, paid: Paid) => {
      const { payment, total } = find(id) ?? {};
      if (payment !== paid.payment || total !== paid.received || paid.currency !== 'eur') {
        throw new Error(`${paid.payment} is not the payment that the order ${id} asked for`);
      }
      const sql = "UPDATE orders SET state = 'paid', charge = ? WHERE id = ? AND state <> 'paid'";
      if (run(sql, paid.charge, id) === 1) run('INSERT INTO shipments VALUES (?)', id);
    }),

    markLost: (id: string, payment: string) => {
      const waiting = "payment = ? AND state IN ('open', 'processing')";
      run(`UPDATE orders SET state = 'lost' WHERE id = ? AND ${waiting}`, id, payment);
    },

    /** Events of refunds may come twice, in any order, and before the order is marked as paid. One that has failed stays failed. */
    keepRefund: ({ id, charge, amount, failed }: Refunded) => {
      const sql = `INSERT INTO refunds VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET failed = max(failed, excluded.failed)`;
      run(sql, id, charge, amount, Number(failed));
    },

    close: () => database.close(),
  };
};
export type Orders = ReturnType<typeof openOrders>;
