import { expect } from 'chai';
import { createFetchHandler } from '../../../../../src/adapters/inbound/http/fetch/payments-handler.js';
import { createMemoryProcessor } from '../../../../../src/adapters/outbound/memory/memory-processor.js';
import { type AnyPayments, createClient } from '../../../../../src/client.js';
import { isObject } from '../../../../../src/domain/input/json.js';
import { createPayments } from '../../../../../src/infrastructure/create-payments.js';

const embedded = (): AnyPayments =>
  createPayments({
    processor: createMemoryProcessor({ seed: 'either', clock: () => 1_800_000_000 }),
  });

const remote = (): AnyPayments => {
  const handle = createFetchHandler(
    createPayments({
      processor: createMemoryProcessor({ seed: 'either', clock: () => 1_800_000_000 }),
    }),
  );
  return createClient({
    baseUrl: 'http://pasarela.internal',
    fetch: (url, init) => handle(new Request(url, init)),
  });
};

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'no error',
    (error: unknown) => (isObject(error) && 'code' in error ? error.code : error),
  );

// Every change of the client has a key, which the objects carry in `metadata`.
const withoutKeys = (results: unknown): unknown =>
  JSON.parse(
    JSON.stringify(results, (name, value: unknown) => (name === 'metadata' ? undefined : value)),
  );

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

/** A program with every operation but those about events, and the name of each field that differs over HTTP. */
const program = async (payments: AnyPayments): Promise<ReadonlyArray<unknown>> => {
  const newCustomer = await payments.createCustomer(contact);
  // @ts-expect-error: the service answers four fields.
  void newCustomer.created;
  const { id: customer, email, name, phone } = newCustomer;
  await payments.updateCustomer({ customer, name: 'Ana' });
  const token = await payments.tokenizeCard({
    number: '4242424242424242',
    exp_month: 12,
    exp_year: 2035,
    cvc: '123',
  });
  const source = 'token_id' in token ? token.token_id : token.id;
  const { brand, last4 } = await payments.assignCard({ customer, source });
  await payments.assignCard({ customer, source: 'tok_mastercard' });
  const cards = await payments.listCards({ customer });
  const [card = '', other = ''] = cards.map(({ id }) => id);
  const byDefault = await payments.setDefaultCard({ customer, default_source: card });
  const removed = await payments.removeCard({ customer, card: other });

  const pay = () =>
    payments.withIdempotencyKey('order-42').createPaymentIntent({
      customer,
      amount: '19.99',
      payment_method: 'pm_card_visa',
    });
  const [created, again] = [await pay(), await pay()];
  const paid = await payments.confirmPayment({ payment_intent: created.id });
  const refund = await payments
    .withIdempotencyKey('refund-42')
    .refundCharge({ charge: paid.latest_charge ?? '', amount: '5.00' });
  const refunds = await payments.listRefunds({ payment_intent: paid.id });
  const read = await payments.getPayment({ payment_intent: paid.id });
  const held = await payments.createPaymentIntent({
    customer,
    amount_minor: 2000,
    payment_method: 'pm_card_visa',
    confirm: true,
    capture_method: 'manual',
  });
  const captured = await payments.capturePayment({ payment_intent: held.id, amount: '12.00' });
  const open = await payments.createPaymentIntent({
    customer,
    amount: '1.00',
    payment_method: 'pm_card_visa',
  });
  const canceled = await payments.cancelPayment({
    payment_intent: open.id,
    cancellation_reason: 'abandoned',
  });
  const listed = await payments.listPayments({ customer, limit: 2 });

  const setup = await payments.createSetupIntent({ customer, payment_method: 'pm_card_visa' });
  const saved = await payments.confirmSetupIntent({ setup_intent: setup.id });
  const setupRead = await payments.getSetupIntent({ setup_intent: setup.id });
  const unused = await payments.createSetupIntent({ customer });
  const ended = await payments.cancelSetupIntent({
    setup_intent: unused.id,
    cancellation_reason: 'duplicate',
  });

  const declined = payments.createPaymentIntent({
    customer,
    amount: '19.99',
    payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    confirm: true,
  });
  const codes = [
    await codeOf(declined),
    await codeOf(payments.createCustomer({ ...contact, name: '' })),
    await codeOf(payments.refundCharge({ charge: paid.latest_charge ?? '', amount: '0' })),
    await codeOf(payments.refundCharge({ charge: paid.latest_charge ?? '', amount: '99' })),
    await codeOf(payments.getPayment({ payment_intent: 'pi_unknown' })),
    await codeOf(payments.confirmPayment({ payment_intent: '' })),
    await codeOf(
      payments.listPayments({ customer, starting_after: paid.id, ending_before: paid.id }),
    ),
    await codeOf(
      payments.withIdempotencyKey('order-42').confirmPayment({ payment_intent: paid.id }),
    ),
    await codeOf(payments.getEvent({ event: 'evt_unknown' })),
    await codeOf(payments.replayEvent({ event: 'evt_unknown' })),
  ];
  const { id: deleted } = await payments.deleteCustomer({ customer });
  return [
    { customer, email, name, phone, brand, last4, byDefault, removed: removed.id, deleted },
    cards,
    read,
    [created.id === again.id, paid.status, refund.amount, refunds.data.map(({ id }) => id)],
    [captured.amount_received, canceled.status],
    listed.data.map(({ id, amount }) => [id, amount]),
    [saved.status, setupRead.id, ended.status],
    codes,
  ];
};

describe('a program over AnyPayments', () => {
  it('gets the same results and codes in its own process and from a service', async () => {
    const [own, served] = [await program(embedded()), await program(remote())];
    expect(withoutKeys(served)).to.deep.equal(withoutKeys(own));
    expect(own.at(-1)).to.deep.equal([
      'insufficient_funds',
      'missing_fields',
      'invalid_field',
      'invalid_request_error',
      'resource_missing',
      'missing_fields',
      'invalid_field',
      'idempotency_key_reuse',
      'resource_missing',
      'resource_missing',
    ]);
  });
});
