import type { Call } from '../http/call.js';
import { textAt } from '../json/at.js';
import { cardYear } from '../processors/card-year.js';

type Fields = Readonly<Record<string, unknown>>;

export type Paid = {
  readonly customer: string;
  readonly card: string;
  readonly payment: string;
  readonly charge: string;
};

export type Journeys = {
  /** Creates a customer and returns its id. */
  readonly customer: (fields?: Fields) => Promise<string>;
  /** Creates a token for a card number. */
  readonly token: (number?: string) => Promise<string>;
  /** Saves a card of the customer and returns its id. */
  readonly card: (customer: string, number?: string) => Promise<string>;
  /** Creates a payment intent (default: 10 euros) and returns its id. */
  readonly payment: (fields: Fields) => Promise<string>;
  /** Creates a payment (default: 10 euros) that succeeds. */
  readonly paid: (amount?: unknown) => Promise<Paid>;
};

/** Steps that prepare a test. Each throws if the service refuses it. */
export const journeys = (call: Call): Journeys => {
  const make = async (path: string, body: Fields, field: string): Promise<string> =>
    textAt((await call('POST', path, { body })).body, field);

  const customer: Journeys['customer'] = (fields = {}) =>
    make(
      '/api/customers',
      { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000', ...fields },
      'data.id',
    );
  const token: Journeys['token'] = (number = '4242424242424242') =>
    make('/api/cards', { number, exp_month: 12, exp_year: cardYear, cvc: '314' }, 'data.token_id');
  const card: Journeys['card'] = async (userId, number) =>
    make('/api/cards/assign', { userId, source: await token(number) }, 'data.cardId');
  const payment: Journeys['payment'] = (fields) =>
    make('/api/payments', { amount: 10, ...fields }, 'data.id');

  return {
    customer,
    token,
    card,
    payment,
    paid: async (amount = 10) => {
      const customer_id = await customer();
      const payment_method = await card(customer_id);
      const paymentId = await payment({ amount, customer_id, payment_method });
      const charge = await make('/api/payments/confirm', { paymentId }, 'data.latest_charge');
      return { customer: customer_id, card: payment_method, payment: paymentId, charge };
    },
  };
};
