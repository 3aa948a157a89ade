import Koa from 'koa';
import {
  createPayments,
  isEventOf,
  isPaymentError,
  type PaymentIntent,
  paymentErrorStatus,
  type ServedPayments,
  signWebhook,
  type ThrownPaymentError,
  type WholePayments,
} from 'pasarela';
import { type ClientInput, createClient, PasarelaError } from 'pasarela/client';
import { describePaymentProcessor, describeStripeProcessor } from 'pasarela/contract';
import { type Account, type FakeServer, startFakeServer } from 'pasarela/fake-server';
import { createPaymentsApp, createPaymentsRouter } from 'pasarela/koa';
import { createMemoryProcessor } from 'pasarela/memory';
import { openPostgresStores } from 'pasarela/postgres';
import { type DurableStores, openSqliteStores } from 'pasarela/sqlite';
import { createStripeProcessor } from 'pasarela/stripe';
import { type TortureOptions, type TortureResult, torture } from 'pasarela/torture';

const payments: WholePayments = createPayments({ processor: createMemoryProcessor() });

export const app = new Koa().use(createPaymentsRouter(payments, { prefix: '/shop' }).routes());

export const mount = (served: ServedPayments) => createPaymentsRouter(served);

// @ts-expect-error No program needs the parts of the HTTP interface.
export const parts = payments.useCases;

export const advise = (error: ThrownPaymentError): string => {
  switch (error.kind) {
    case 'card':
      return error.decline_code ?? 'another card';
    case 'store':
      return error._tag;
    case 'input':
      // @ts-expect-error No error of an input has a reason of the bank.
      return error.decline_code;
    case 'processor':
    case 'access':
      return error.message;
  }
};

// @ts-expect-error Only errors of operations have a status.
paymentErrorStatus({ _tag: 'Unauthorized' });

// @ts-expect-error The time is in seconds, and has a name.
signWebhook('{}', 1_700_000_000, 'whsec_1');

export const keyed = (charge: string) => [
  payments.withIdempotencyKey('order-42', { scope: 'client:shop' }).refundCharge({ charge }),
  payments.refundCharge({ charge }, { processorIdempotencyKey: 'order-42' }),
  // @ts-expect-error A key that is kept is given to `withIdempotencyKey`.
  payments.refundCharge({ charge }, { idempotencyKey: 'order-42' }),
];

export const whole: Koa = createPaymentsApp(payments).use((_ctx, next) => next());

export const pay = async (customer: string, card: string): Promise<PaymentIntent | string> => {
  try {
    return await payments.createPaymentIntent({ customer, amount: '19.99', payment_method: card });
  } catch (error) {
    return isPaymentError(error) ? error._tag : 'defect';
  }
};

export const incomplete = () =>
  // @ts-expect-error The input requires an amount.
  payments.createPaymentIntent({ customer: 'cus_1', payment_method: 'card_1' });

export const misread = (charge: string, payment_intent: string) => [
  // @ts-expect-error A number could be euros or cents.
  payments.createPaymentIntent({ customer: 'cus_1', amount: 20, payment_method: 'card_1' }),
  // @ts-expect-error A number could be euros or cents.
  payments.refundCharge({ charge, amount: 20 }),
  // @ts-expect-error A number could be euros or cents.
  payments.withIdempotencyKey('key').capturePayment({ payment_intent, amount: 20 }),
  // @ts-expect-error Only one of the two.
  payments.refundCharge({ charge, amount: '5.00', amount_minor: 500 }),
];

export const amounts: Array<number> = [];
payments.on('payment_intent.succeeded', ({ data }) => void amounts.push(data.object.amount));
payments.on('setup_intent.succeeded', ({ data }) => void (data.object.payment_method ?? ''));
payments.on('charge.refunded', ({ data }) => void amounts.push(data.object.amount_refunded ?? 0));
// @ts-expect-error A refund has no card number.
payments.on('refund.created', ({ data }) => void amounts.push(data.object.number));
payments.on('an.event.of.tomorrow', ({ data }) => void (data.object['id'] === 'any'));
payments.on('v2.core.account.updated', (event) => void event.related_object?.url.startsWith('/'));
// @ts-expect-error The amount is misspelt.
payments.on('payment_intent.succeeded', ({ data }) => void data.object.amuont);
payments.on('payment_intent.succeeded', ({ data }) => {
  const anyField: { readonly [field: string]: unknown } = data.object;
  return void anyField['transfer_group'];
});
// @ts-expect-error Any event may be a thin event, which has no object.
payments.on('*', ({ data }) => void data);
payments.on('*', (event) => {
  if (event.object === 'v2.core.event') amounts.push(event.created.length);
  if (isEventOf(event, 'refund.created')) amounts.push(event.data.object.amount);
});

export const charging = (secretKey: string) =>
  createPayments({ processor: createStripeProcessor({ secretKey, maxRetries: 1 }) });

export const durable = async (secret: string, url?: string): Promise<DurableStores['close']> => {
  const stores =
    url === undefined
      ? await openSqliteStores({ path: ':memory:' })
      : await openPostgresStores({ url });
  createPayments({ processor: createMemoryProcessor(), stores, idempotencySecret: secret });
  return stores.close;
};

export const local = async (): Promise<readonly [FakeServer, Account]> => {
  const server = await startFakeServer({ seed: 1, webhook: { url: 'http://127.0.0.1:1' } });
  return [server, server.account(server.apiKey)];
};

export const suites = [describePaymentProcessor, describeStripeProcessor];

export const remote = createClient({ baseUrl: 'https://pay.internal', fetch });

export const refundOver = async (input: ClientInput<'refundCharge'>): Promise<string | null> => {
  try {
    for await (const { amount } of remote.listRefunds({ id: 'pi_1' })) amounts.push(amount);
    const { id } = await remote.refundCharge(input, { idempotencyKey: 'order-42' });
    return id;
  } catch (error) {
    return error instanceof PasarelaError && error.outcome === 'not_done' ? error.code : null;
  }
};

export const withNamesOfTheLibrary = () => remote.refundCharge({ charge: 'ch_1', amount: '5.00' });

// @ts-expect-error Both are the charge.
export const namedTwice = () => remote.refundCharge({ chargeId: 'ch_1', charge: 'ch_1' });

export const wellRead = (chargeId: string, paymentId: string) => [
  remote.refundCharge({ chargeId, amount: '5.00' }),
  remote.refundCharge({ chargeId, amount_minor: 500 }),
  remote.capturePayment({ paymentId, amount: '5.00' }),
  // @ts-expect-error A number could be euros or cents.
  remote.refundCharge({ chargeId, amount: 500 }),
  // @ts-expect-error A number could be euros or cents.
  remote.capturePayment({ paymentId, amount: 500 }),
  // @ts-expect-error The client has the name of the library.
  remote.refundCharge({ chargeId, amount_decimal: '5.00' }),
];

const options: TortureOptions = {
  shop: { command: ['node', 'shop.mjs'], env: { STRIPE_URL: '{processor}', PORT: '{port}' } },
  pay: async ({ amount }, { url }) => ({ outcome: amount > 0 && url !== '' ? 'paid' : 'failed' }),
  orders: async () => [{ id: 'o1', amount: 1999, state: 'paid' }],
};
export const endured = (): Promise<TortureResult> => torture(options, { onProgress: () => {} });
