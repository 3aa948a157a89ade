import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { shopFiles } from '../../src/infrastructure/cli/shop-files.js';
import { at } from '../support/json/at.js';
import { fromSources } from './from-sources.js';

type Asked = Readonly<Record<string, unknown>>;
type Call = { readonly headers: Asked; readonly body: string };
type Orders = {
  readonly add: (order: Asked) => void;
  readonly find: (id: string) => Asked;
  readonly close: () => void;
};
type Checkout = { readonly pay: (order: Asked, call: Call) => Promise<Asked> };
type Modules = {
  readonly createCheckout: (payments: object, orders: Orders) => Checkout;
  readonly openOrders: (path: string) => Orders;
};

/** Payments that know no idempotency key any more: each creation makes another object. */
const forgetfulPayments = () => {
  const made: Array<string> = [];
  const asked: Array<Asked> = [];
  const create = (prefix: string) => async (input: Asked) => {
    asked.push(input);
    const id = `${prefix}_${made.length + 1}`;
    made.push(id);
    return { id, client_secret: `${id}_secret`, url: `https://stripe.example/${id}` };
  };
  const payments = {
    withIdempotencyKey: () => payments,
    createPaymentIntent: create('pi'),
    createCheckoutSession: create('cs'),
    confirmPayment: async ({ payment_intent }: Asked) => ({
      status: 'requires_action',
      client_secret: `${String(payment_intent)}_secret`,
    }),
  };
  return { payments, made, asked };
};

const order = {
  id: '6fd2b1c9-9d3c-4bb8-9f0e-0b1f7f0f2f11',
  email: 'eva@example.com',
  name: null,
  phone: null,
  // Not the price of the catalogue, which has changed since.
  lines: [{ item: 'tea', title: 'Tea', price: 123, quantity: 2 }],
  total: 246,
};

describe('the example shop', () => {
  let directory: string;

  before(async () => {
    // In the folder of the compiled tests, Node finds the dependencies.
    directory = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), 'shop-'));
    process.env['SHOP_URL'] = 'https://shop.example';
  });

  after(async () => {
    delete process.env['SHOP_URL'];
    await rm(directory, { recursive: true });
  });

  for (const style of ['page', 'checkout', 'server'] as const) {
    const open = async () => {
      const folder = join(directory, style);
      await mkdir(folder, { recursive: true });
      const choice = { language: 'javascript', framework: 'express', style } as const;
      const files = await shopFiles(choice, folder);
      await Promise.all(
        Object.entries(files).map(([path, text]) =>
          writeFile(join(folder, path), fromSources(text)),
        ),
      );
      const load = (name: string): Promise<Modules> =>
        import(pathToFileURL(join(folder, name)).href);
      const [{ createCheckout }, { openOrders }] = [
        await load('checkout.js'),
        await load('orders.js'),
      ];
      const orders = openOrders(':memory:');
      orders.add(order);
      const { payments, made, asked } = forgetfulPayments();
      const checkout = createCheckout(payments, orders);
      const press = (attempt: string) =>
        checkout.pay(orders.find(order.id), {
          headers: { 'idempotency-key': attempt },
          body: '{"payment_method":"pm_card_visa"}',
        });
      return { orders, press, made, asked };
    };

    it(`leads to no second payment of an order whose idempotency key is forgotten: ${style}`, async () => {
      const { orders, press, made } = await open();
      expect(JSON.stringify(await press('first'))).to.include(made[0]);
      const second = await press('second').catch(String);
      for (const later of made.slice(1)) expect(JSON.stringify(second)).not.to.include(later);
      expect(at(orders.find(order.id), 'payment')).to.equal(made[0]);
      orders.close();
    });

    it(`asks for what the order cost when it was placed: ${style}`, async () => {
      const { orders, press, asked } = await open();
      await press('first');
      const lines = [{ name: 'Tea', amount_minor: 123, quantity: 2 }];
      expect(asked[0]).to.deep.include(
        style === 'checkout' ? { line_items: lines } : { amount_minor: 246 },
      );
      orders.close();
    });
  }
});
