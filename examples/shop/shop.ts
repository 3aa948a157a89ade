import { timingSafeEqual } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { createPayments, isPaymentError, paymentErrorStatus } from 'pasarela';
import { openSqliteStores } from 'pasarela/sqlite';
import { createStripeProcessor } from 'pasarela/stripe';
import { attemptOf, type Call, fieldsOf, type Handler, json, Refusal } from './answers.ts';
import { type Language, type Line, linesOf, totalOf } from './catalogue.ts';
import { createCheckout } from './checkout.ts';
import { fulfil } from './fulfilment.ts';
import { type Order, openOrders } from './orders.ts';
import { setting, stripeAddress } from './settings.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const textOf = (value: unknown): string | null => {
  const text = typeof value === 'string' ? value.trim() : '';
  // Stripe takes no longer ones: such an order could not be paid.
  if (text.length > 256) throw new Refusal(400, 'a text has more than 256 characters');
  return text === '' ? null : text;
};

const quantitiesOf = (lines: ReadonlyArray<Line>) =>
  lines.map(({ item, quantity }) => [item, quantity]);

const languageOf = ({ headers }: Call): Language =>
  /^es\b/i.test(headers['accept-language'] ?? '') ? 'es' : 'en';

/** Refuses, or says what the payment error says. 5xx: nobody knows, so the same attempt is sent again. */
const answering =
  (handle: Handler): Handler =>
  async (call) => {
    try {
      return await handle(call);
    } catch (error) {
      if (error instanceof Refusal) return json({ message: error.message }, error.status);
      if (!isPaymentError(error)) throw error;
      const { message, code } = error;
      return json({ message, code }, paymentErrorStatus(error));
    }
  };

/** Opens the shop: its stores, its payments, and what it answers. */
export const openShop = async () => {
  const folder = setting('DATA_FOLDER');
  // It holds names and addresses of customers.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const orders = openOrders(`${folder}/shop.db`);
  const stores = await openSqliteStores({ path: `${folder}/payments.db` });
  const secretKey = setting('STRIPE_SECRET_KEY');
  const staffKey = setting('STAFF_KEY');
  const payments = createPayments({
    processor: createStripeProcessor({
      secretKey,
      baseUrl: stripeAddress(),
      cards: 'payment_methods',
    }),
    // Test payments must not ship anything in production.
    livemode: secretKey.includes('_live_'),
    webhookSecrets: [setting('STRIPE_WEBHOOK_SECRET')],
    stores,
    // Encrypts answers that are kept for repetitions.
    idempotencySecret: setting('IDEMPOTENCY_SECRET'),
    // The second of two presses waits for the first, and gets its answer. After a crash it goes on in its place.
    idempotency: { waitMs: 12_000, leaseSeconds: 10 },
    eventHandling: { leaseSeconds: 3 },
    // Says which events could not be handled, and why.
    logger: console,
  });
  const checkout = createCheckout(payments, orders);
  fulfil(payments, orders);
  payments.start();

  const find = ({ id }: Call): Order => {
    const order = orders.find(id);
    if (order === undefined) throw new Refusal(404, 'order not found');
    return order;
  };

  const checkStaff = ({ headers }: Call): void => {
    const given = Buffer.from(headers.authorization ?? '');
    const wanted = Buffer.from(`Bearer ${staffKey}`);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) {
      throw new Refusal(401, 'send the key of the staff as Authorization: Bearer');
    }
  };

  return {
    home: answering(async (call) => checkout.home(languageOf(call))),

    placeOrder: answering(async (call) => {
      const fields = fieldsOf(call);
      const [id, email] = [textOf(fields['id']), textOf(fields['email'])];
      if (id === null || !uuid.test(id)) throw new Refusal(400, 'id must be a UUID');
      if (email === null || !/^\S+@\S+$/.test(email)) throw new Refusal(400, 'email is required');
      const lines = linesOf(fields);
      const [name, phone] = [textOf(fields['name']), textOf(fields['phone'])];
      orders.add({ id, email, name, phone, lines, total: totalOf(lines) });
      const order = find({ ...call, id });
      if (!isDeepStrictEqual(quantitiesOf(order.lines), quantitiesOf(lines))) {
        throw new Refusal(409, 'this order was placed with other items: load the first page again');
      }
      return checkout.placed(order);
    }),

    showOrder: answering(async (call) => checkout.show(find(call), languageOf(call))),

    payOrder: answering(async (call) => checkout.pay(find(call), call)),

    /** The staff gives money back: `amount` in cents, or `all` that is left. Nothing is given back by a slip. */
    refundOrder: answering(async (call) => {
      checkStaff(call);
      const { charge } = find(call);
      if (charge === null) throw new Refusal(409, 'the order is not paid');
      const amount = String(fieldsOf(call)['amount']);
      if (!/^(?:all|[1-9]\d{0,8})$/.test(amount)) {
        throw new Refusal(400, 'amount must be a whole number of cents, or all');
      }
      const { status } = await payments
        .withIdempotencyKey(`refund/${call.id}/${attemptOf(call)}`)
        .refundCharge({ charge, ...(amount !== 'all' && { amount_minor: Number(amount) }) });
      return json({ status });
    }),

    listOrders: answering(async (call) => {
      checkStaff(call);
      return json(orders.all());
    }),

    receiveWebhook: answering(async ({ body, headers }) =>
      json(await payments.receiveWebhook({ payload: body, headers })),
    ),

    stop: async () => {
      await payments.stop();
      await stores.close();
      orders.close();
    },
  };
};
