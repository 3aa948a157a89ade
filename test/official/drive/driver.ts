import { Stripe } from 'stripe';
import type { MemoryControls } from '../../../src/simulator/controls/memory-controls.js';
import { cardYear } from '../../support/processors/card-year.js';

/** The clients that send the requests. */
export type Driver = {
  readonly stripe: Stripe;
  readonly controls: MemoryControls;
  /** A token for a card number. */
  readonly token: (number: string) => Promise<string>;
  /** A new customer. */
  readonly customer: () => Promise<string>;
  /** A new customer's card of this number. */
  readonly saved: (number: string) => Promise<{ readonly customer: string; readonly card: string }>;
};

/** Expects an error of the processor. */
export const refused = async (work: Promise<unknown>): Promise<void> => {
  const outcome = await work.then(
    () => 'was not refused',
    (error: unknown) => error,
  );
  if (!(outcome instanceof Stripe.errors.StripeError)) throw outcome;
};

export const driverOf = (stripe: Stripe, controls: MemoryControls): Driver => {
  const token = async (number: string): Promise<string> => {
    const card = {
      number,
      exp_month: '12',
      exp_year: String(cardYear),
      cvc: number.startsWith('3') ? '1234' : '123',
    };
    return (await stripe.tokens.create({ card })).id;
  };
  const customer = async (): Promise<string> => (await stripe.customers.create()).id;
  return {
    stripe,
    controls,
    token,
    customer,
    saved: async (number) => {
      const owner = await customer();
      const source = await token(number);
      const { id } = await stripe.customers.createSource(owner, { source });
      return { customer: owner, card: id };
    },
  };
};
