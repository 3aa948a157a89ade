import { textAt } from '../../../../support/json/at.js';
import type { RecordedCards } from './record-cards.js';
import type { Recorder } from './recorder.js';

type Payer = RecordedCards & { readonly customer: string };

const create = { operation: 'createPaymentIntent', status: 201 } as const;
const confirm = { operation: 'confirmPayment', status: 200 } as const;
const unknown = 'pi_unknown';

/** The payment for the examples of refunds. */
export type PaidCharge = { readonly payment: string; readonly charge: string };

const recordCreation = async ({ record }: Recorder, payer: Payer): Promise<string> => {
  const order = { amount: '19.99', customer_id: payer.customer, payment_method: payer.good };
  const created = await record({
    ...create,
    name: 'success',
    summary: '19.99 euros, to be confirmed later',
    body: order,
  });
  await record({
    ...create,
    name: 'confirmed',
    summary: '45 euros as text, confirmed in the same call',
    body: { ...order, amount: '45.00', confirm: true },
  });
  await record({
    ...create,
    name: 'described',
    summary: 'With an order number, a receipt and where the goods go; held, to be captured later',
    body: {
      ...order,
      confirm: true,
      capture_method: 'manual',
      description: 'Pedido 6735',
      metadata: { order: '6735' },
      receipt_email: 'ana@example.com',
      statement_descriptor_suffix: 'PEDIDO 6735',
      shipping: {
        name: 'Ana García',
        address: { line1: 'Calle Mayor 1', city: 'Madrid', postal_code: '28013', country: 'ES' },
      },
    },
  });
  await record({
    ...create,
    name: 'minor_units',
    summary: 'The same 19.99 euros, in cents that nothing multiplies',
    body: {
      amount_minor: 1999,
      currency: 'eur',
      customer_id: payer.customer,
      payment_method: payer.good,
    },
  });
  await record({
    ...create,
    name: 'on_page',
    summary: 'Without customer and card: the customer chooses and confirms on your page',
    body: { amount: '19.99', payment_methods: ['card', 'link'] },
  });
  await record({
    ...create,
    name: 'confirmed_on_server',
    summary: 'A confirmation without the choice of the customer, which only the page knows',
    body: { amount: '19.99', payment_methods: 'automatic', confirm: true },
    status: 400,
  });
  await record({
    ...create,
    name: 'other_currency',
    summary: 'A currency that the service is not configured for',
    body: { ...order, currency: 'xyz' },
    status: 400,
  });
  await record({
    ...create,
    name: 'reserved',
    summary: "Metadata under Pasarela's own key",
    body: { ...order, metadata: { pasarela_key: '6735' } },
    status: 400,
  });
  await record({
    ...create,
    name: 'missing',
    summary: 'Required fields are missing',
    body: { amount: 19.99 },
    status: 400,
  });
  await record({
    ...create,
    name: 'not_euros',
    summary: 'A fraction of a cent',
    body: { ...order, amount: 1.005 },
    status: 400,
  });
  await record({
    ...create,
    name: 'not_positive',
    summary: 'Nothing to pay',
    body: { ...order, amount: 0 },
    status: 400,
  });
  await record({
    ...create,
    name: 'declined',
    summary: 'Confirmed in the same call, and declined',
    body: { ...order, payment_method: payer.declined, confirm: true },
    status: 402,
  });
  await record({
    ...create,
    name: 'not_found',
    summary: 'An id that none can be',
    body: { ...order, customer_id: 'cus/unknown' },
    status: 404,
  });
  return textAt(created, 'data.id');
};

const update = { operation: 'updatePayment', status: 200 } as const;

const recordUpdate = async ({ record, prepare }: Recorder, confirmed: string): Promise<void> => {
  const body = { amount: '19.99', payment_methods: ['card', 'link'] };
  const id = textAt(await prepare({ ...create, body }), 'data.id');
  await record({
    ...update,
    name: 'success',
    summary: 'The cart has changed',
    params: { id },
    body: { amount: '24.50', metadata: { items: '3' } },
  });
  await record({
    ...update,
    name: 'confirmed',
    summary: 'The payment was confirmed before',
    params: { id: confirmed },
    body: { amount: '24.50' },
    status: 400,
  });
  await record({
    ...update,
    name: 'not_found',
    summary: 'No payment has this id',
    params: { id: unknown },
    body: { amount: '24.50' },
    status: 404,
  });
  const named = { ...update, path: '/api/payments/update' } as const;
  await record({
    ...named,
    name: 'success',
    summary: 'The cart has changed',
    body: { paymentId: id, amount: '24.50', metadata: { items: '3' } },
  });
  await record({
    ...named,
    name: 'missing',
    summary: 'No payment is named',
    body: { amount: '24.50' },
    status: 400,
  });
};

const recordConfirmation = async (
  { record, prepare }: Recorder,
  payer: Payer,
  paymentId: string,
): Promise<string> => {
  const intentWith = async (payment_method: string): Promise<string> => {
    const body = { amount: '19.99', customer_id: payer.customer, payment_method };
    return textAt(await prepare({ ...create, body }), 'data.id');
  };
  const paid = await record({
    ...confirm,
    name: 'success',
    summary: 'A payment',
    body: { paymentId },
  });
  await record({
    ...confirm,
    name: 'requires_action',
    summary: 'A card that asks its holder (3D Secure)',
    body: {
      paymentId: await intentWith(payer.challenged),
      return_url: 'https://shop.example/orders/42',
    },
  });
  const declined = await intentWith(payer.declined);
  await record({
    ...confirm,
    name: 'declined',
    summary: 'A card that its bank declines',
    body: { paymentId: declined },
    status: 402,
  });
  await record({
    ...confirm,
    name: 'another_card',
    summary: 'Another card after a decline',
    body: { paymentId: declined, payment_method: payer.good },
  });
  await record({
    ...confirm,
    name: 'missing',
    summary: 'No payment is named',
    body: {},
    status: 400,
  });
  await record({
    ...confirm,
    name: 'already_succeeded',
    summary: 'A payment that has succeeded',
    body: { paymentId },
    status: 400,
  });
  await record({
    ...confirm,
    name: 'not_found',
    summary: 'An unknown payment',
    body: { paymentId: unknown },
    status: 404,
  });

  const capture = { operation: 'capturePayment', status: 200 } as const;
  const held = async (): Promise<string> => {
    const body = {
      amount: '19.99',
      customer_id: payer.customer,
      payment_method: payer.good,
      capture_method: 'manual',
      confirm: true,
    };
    return textAt(await prepare({ ...create, body }), 'data.id');
  };
  await record({
    ...capture,
    name: 'success',
    summary: 'All that is held',
    body: { paymentId: await held() },
  });
  await record({
    ...capture,
    name: 'part',
    summary: '12 of 19.99 euros; the rest is released',
    body: { paymentId: await held(), amount: 1200 },
  });
  await record({
    ...capture,
    name: 'missing',
    summary: 'No payment is named',
    body: {},
    status: 400,
  });
  await record({
    ...capture,
    name: 'too_large',
    summary: 'More than is held',
    body: { paymentId: await held(), amount: 2000 },
    status: 400,
  });
  await record({
    ...capture,
    name: 'not_found',
    summary: 'An unknown payment',
    body: { paymentId: unknown },
    status: 404,
  });

  const cancel = { operation: 'cancelPayment', status: 200 } as const;
  await record({
    ...cancel,
    name: 'success',
    summary: 'A payment that was not confirmed',
    body: { paymentId: await intentWith(payer.good), reason: 'requested_by_customer' },
  });
  await record({
    ...cancel,
    name: 'missing',
    summary: 'No payment is named',
    body: {},
    status: 400,
  });
  await record({
    ...cancel,
    name: 'already_succeeded',
    summary: 'A payment that has succeeded',
    body: { paymentId },
    status: 400,
  });
  await record({
    ...cancel,
    name: 'not_found',
    summary: 'An unknown payment',
    body: { paymentId: unknown },
    status: 404,
  });
  return textAt(paid, 'data.latest_charge');
};

/** Records the examples of payments, and returns a paid one. */
export const recordPayments = async (recorder: Recorder, payer: Payer): Promise<PaidCharge> => {
  const payment = await recordCreation(recorder, payer);
  const charge = await recordConfirmation(recorder, payer, payment);
  await recordUpdate(recorder, payment);
  const { record } = recorder;

  const get = { operation: 'getPayment', status: 200 } as const;
  await record({ ...get, name: 'success', summary: 'A payment', params: { id: payment } });
  await record({
    ...get,
    name: 'not_found',
    summary: 'An unknown payment',
    params: { id: unknown },
    status: 404,
  });
  await record({
    ...get,
    name: 'missing',
    summary: 'A blank id',
    params: { id: '%20' },
    status: 400,
  });

  const list = { operation: 'listPayments', status: 200 } as const;
  await record({
    ...list,
    name: 'success',
    summary: 'The two newest payments of a customer',
    query: { userId: payer.customer, limit: '2' },
  });
  await record({
    ...list,
    name: 'missing',
    summary: 'No customer is named',
    query: {},
    status: 400,
  });
  await record({
    ...list,
    name: 'conflicting_cursors',
    summary: 'Both cursors at once',
    query: { userId: payer.customer, starting_after: payment, ending_before: payment },
    status: 400,
  });
  await record({
    ...list,
    name: 'not_found',
    summary: 'An id that none can be',
    query: { userId: 'cus/unknown' },
    status: 404,
  });
  return { payment, charge };
};
