import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isObject } from '../../../../src/domain/input/json.js';
import { type IncidentKind, incidentKinds } from '../../../../src/torture/plan/incident.js';
import type { OrderToPay, PayAnswer, ShopOrder, TortureOptions } from '../../../../src/torture.js';
import { runTorture } from '../../../../src/torture.js';
import { ofBoth, rulesOfReconcile } from '../../../support/torture/rules-of-reconcile.js';

// A shop whose orders are in memory. FAULT names what it does wrong.
const shop = `
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
const { FAULT, KEY, PROCESSOR, PORT } = process.env;
const orders = new Map();
const paying = new Map();
const charge = async ({ id, amount, card }, key) => {
  const response = await fetch(PROCESSOR + '/v1/payment_intents', {
    method: 'POST',
    headers: { authorization: 'Bearer ' + KEY, 'idempotency-key': key },
    body: new URLSearchParams({
      amount: FAULT === 'amount' ? amount + 1 : amount, currency: 'eur', payment_method: card.paymentMethod, confirm: 'true',
      'payment_method_types[]': 'card', 'metadata[order_id]': id,
    }),
  });
  return (await response.json()).status === 'succeeded';
};
const pay = async (order) => {
  const { id, amount, currency } = order;
  if (FAULT !== 'twice' && orders.get(id)?.state === 'paid') return { outcome: 'paid' };
  const key = FAULT === 'twice' ? String(Math.random()) : id + order.card.paymentMethod;
  const isPaid = await charge(order, key);
  const state = isPaid ? (FAULT === 'forgets' ? 'failed' : 'paid') : 'failed';
  if (orders.get(id)?.state !== 'paid') orders.set(id, { id, amount, currency, state, refunded: 0 });
  return { outcome: isPaid ? 'paid' : 'failed' };
};
createServer(async (request, response) => {
  // A double click waits for the first one.
  if (request.method === 'POST') {
    const order = JSON.parse(await text(request));
    const before = FAULT === 'twice' ? Promise.resolve() : (paying.get(order.id) ?? Promise.resolve());
    const mine = before.then(() => pay(order));
    paying.set(order.id, mine.catch(() => undefined));
    return response.end(JSON.stringify(await mine));
  }
  response.end(JSON.stringify([...orders.values()]));
}).listen(PORT, '127.0.0.1');
`;

const playedKinds: ReadonlyArray<IncidentKind> = ['second_tab', 'double_click'];

describe('pasarela reconcile on the ledgers of the torture test', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-reconcile-torture-'));
    await writeFile(join(folder, 'shop.mjs'), shop);
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** The rules that the judge finds broken, and those that `reconcile` finds at the same shop and processor. */
  const verdictsOn = async (fault: string) => {
    let found: ReadonlyArray<string> = [];
    let runs = 0;
    const ask = async (url: string, init: RequestInit): Promise<unknown> => {
      const response = await fetch(url, init);
      const value: unknown = await response.json();
      return value;
    };
    const isAnswer = (value: unknown): value is PayAnswer => isObject(value) && 'outcome' in value;
    const options: TortureOptions = {
      shop: {
        command: [process.execPath, 'shop.mjs'],
        cwd: folder,
        env: { FAULT: fault, PORT: '{port}', PROCESSOR: '{processor}', KEY: '{apiKey}' },
      },
      settle: { quietMs: 50, patienceMs: 0 },
      // The shop keeps its orders in memory, and never asks twice: what it is not made for is left out.
      plan: {
        orders: 6,
        seed: 32,
        atOnce: 3,
        single: false,
        without: incidentKinds.filter((kind) => !playedKinds.includes(kind)),
      },
      shrink: false,
      pay: async (order: OrderToPay, { url, signal }) => {
        const answer = await ask(url, { method: 'POST', body: JSON.stringify(order), signal });
        if (!isAnswer(answer)) throw new Error('no answer');
        return answer;
      },
      orders: async (at) => {
        const orders = await ask(at.url, { signal: at.signal });
        if (!Array.isArray(orders)) throw new Error('no orders');
        const rows: ReadonlyArray<unknown> = orders;
        const isOrders = (value: ReadonlyArray<unknown>): value is ReadonlyArray<ShopOrder> =>
          value.every(isObject);
        if (!isOrders(rows)) throw new Error('no orders');
        runs += 1;
        // The last reading is the one that counts.
        found = await rulesOfReconcile(rows, at);
        return rows;
      },
    };
    const result = await runTorture(options, {});
    expect(runs).to.be.greaterThan(0);
    return {
      judge: ofBoth(result.broken.map(({ rule }) => rule.name)),
      reconcile: found,
    };
  };

  for (const [fault, broken] of [
    ['none', []],
    ['twice', ['charged_twice']],
    ['amount', ['wrong_amount']],
    ['forgets', ['charged_without_order']],
  ] as const) {
    it(`finds what the judge finds in a shop with the fault: ${fault}`, async () => {
      expect(await verdictsOn(fault)).to.deep.equal({ judge: broken, reconcile: broken });
    });
  }
});
