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
  /** The id of a new customer. */
  readonly customer: (fields?: Fields) => Promise<string>;
  /** A token for a card number. */
  readonly token: (number?: string) => Promise<string>;
  /** The id of a new card of the customer. */
  readonly card: (customer: string, number?: string) => Promise<string>;
  /** The id of a new payment intent, of 10 euros unless told otherwise. */
  readonly payment: (fields: Fields) => Promise<string>;
  /** A payment of 10 euros, unless told otherwise, that has succeeded. */
  readonly paid: (amount?: unknown) => Promise<Paid>;
};

/** The steps that tests need before the one that they are about. Each fails when the service refuses it. */
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
