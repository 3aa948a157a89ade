import { randomUUID } from 'node:crypto';
import Database from 'libsql';

export type Order = {
  /** Cannot be guessed: whoever knows it may pay the order. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  /** Cents. */
  readonly total: number;
  readonly intent: string | null;
  readonly state: 'open' | 'paid';
};

type Payment = { readonly id: string; readonly received: number; readonly currency: string };

const tables = `
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, email TEXT NOT NULL, name TEXT NOT NULL, phone TEXT NOT NULL,
    total INTEGER NOT NULL, intent TEXT, state TEXT NOT NULL DEFAULT 'open'
  );
  CREATE TABLE IF NOT EXISTS shipments (order_id TEXT PRIMARY KEY);`;

/** The orders of the shop, in SQLite. */
export const openOrders = (path: string) => {
  const database = new Database(path);
  database.exec(tables);
  const select = database.prepare('SELECT * FROM orders WHERE id = ?');
  const find = (id: string) => select.get(id) as Order | undefined;

  return {
    find,

    add: ({ email, name, phone, total }: Pick<Order, 'email' | 'name' | 'phone' | 'total'>) => {
      const id = randomUUID();
      database
        .prepare('INSERT INTO orders (id, email, name, phone, total) VALUES (?, ?, ?, ?, ?)')
        .run(id, email, name, phone, total);
      return { id, total };
    },

    /** Returns the payment intent of the order. The first one stays: two intents could both be charged. */
    keepIntent: (id: string, intent: string) => {
      database
        .prepare('UPDATE orders SET intent = ? WHERE id = ? AND intent IS NULL')
        .run(intent, id);
      return find(id)?.intent ?? intent;
    },

    /** Marks the order as paid and orders its shipment. Both happen once, however often the event comes. */
    markPaid: database.transaction((id: string, payment: Payment) => {
      const order = find(id);
      if (
        order?.intent !== payment.id ||
        order.total !== payment.received ||
        payment.currency !== 'eur'
      ) {
        throw new Error(`the payment ${payment.id} does not match the order ${id}`);
      }
      const { changes } = database
        .prepare("UPDATE orders SET state = 'paid' WHERE id = ? AND state = 'open'")
        .run(id);
      if (changes === 1) database.prepare('INSERT INTO shipments VALUES (?)').run(id);
    }),

    shipments: () => database.prepare('SELECT order_id FROM shipments').pluck().all(),

    close: () => database.close(),
  };
};
export type Orders = ReturnType<typeof openOrders>;
