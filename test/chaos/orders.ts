import { textAt } from '../support/json/at.js';

/** Repeats a request under its own idempotency key until the answer has this status. Returns the answer's `data`. */
export type Send = (
  method: 'POST' | 'DELETE',
  path: string,
  status: number,
  body: object,
) => Promise<unknown>;

/** Creates a customer and returns its id. */
export const newCustomer = async (send: Send): Promise<string> => {
  const person = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
  return textAt(await send('POST', '/api/customers', 201, person), 'id');
};

/** The answers that the customer of an order received. The processor's objects must be the same. */
export type Order = {
  readonly cents: number;
  readonly intent: string;
  readonly charge: string;
  /** Ids of refunds, each of `refundCents`. */
  readonly refunds: ReadonlyArray<string>;
  /** The number of declines. */
  readonly declines: number;
  /** The number of intents that were abandoned after a decline. */
  readonly abandoned: number;
};

type Customer = {
  readonly cents: number;
  readonly customer: string;
  readonly send: Send;
  /** Completes the 3-D Secure challenge of an intent at the processor. */
  readonly authenticate: (intent: string) => void;
};

type Kind = (customer: Customer) => Promise<Order>;

export const refundCents = 100;

const goodCard = { payment_method: 'pm_card_visa' };
const emptyCard = { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' };
const guardedCard = { payment_method: 'pm_card_authenticationRequired' };

const paid = (
  { cents }: Customer,
  payment: unknown,
  more: Partial<Pick<Order, 'refunds' | 'declines' | 'abandoned'>> = {},
): Order => ({
  cents,
  intent: textAt(payment, 'id'),
  charge: textAt(payment, 'latest_charge'),
  refunds: [],
  declines: 0,
  abandoned: 0,
  ...more,
});

const create = ({ send, cents, customer }: Customer, status: number, more: object) =>
  send('POST', '/api/payments', status, {
    amount: (cents / 100).toFixed(2),
    customer_id: customer,
    ...more,
  });

const payAtOnce = (order: Customer, status: number, card: object) =>
  create(order, status, { ...card, confirm: true });

const plain: Kind = async (order) => paid(order, await payAtOnce(order, 201, goodCard));

const declinedThenNewPayment: Kind = async (order) => {
  await payAtOnce(order, 402, emptyCard);
  return paid(order, await payAtOnce(order, 201, goodCard), { declines: 1, abandoned: 1 });
};

const declinedThenAnotherCard: Kind = async (order) => {
  const { send } = order;
  const paymentId = textAt(await create(order, 201, emptyCard), 'id');
  await send('POST', '/api/payments/confirm', 402, { paymentId });
  return paid(order, await send('POST', '/api/payments/confirm', 200, { paymentId, ...goodCard }), {
    declines: 1,
  });
};

const authenticated: Kind = async (order) => {
  const { send, authenticate } = order;
  const paymentId = textAt(await payAtOnce(order, 201, guardedCard), 'id');
  authenticate(paymentId);
  return paid(order, await send('POST', '/api/payments/confirm', 200, { paymentId }));
};

const refundedTwice: Kind = async (order) => {
  const { send } = order;
  const payment = await payAtOnce(order, 201, goodCard);
  const refund = async () =>
    textAt(
      await send('POST', '/api/payments/refund', 201, {
        chargeId: textAt(payment, 'latest_charge'),
        amount: refundCents,
      }),
      'id',
    );
  return paid(order, payment, { refunds: [await refund(), await refund()] });
};

const byPassingCustomer: Kind = async (order) => {
  const { send } = order;
  const userId = await newCustomer(send);
  const payment = await payAtOnce({ ...order, customer: userId }, 201, goodCard);
  await send('DELETE', '/api/customers/delete', 200, { userId });
  return paid(order, payment);
};

const kinds = [
  declinedThenNewPayment,
  declinedThenAnotherCard,
  authenticated,
  refundedTwice,
  byPassingCustomer,
];

/** The kind of the order with this number. Five of ten are simply paid. */
export const kindOf = (number: number): Kind => kinds[number % 10] ?? plain;
