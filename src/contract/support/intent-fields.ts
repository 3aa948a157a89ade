import type { NewPaymentIntent } from '../../application/ports/payment-processor.js';
import { type CustomerId, PaymentMethodId } from '../../domain/ids.js';
import { Cents } from '../../domain/money.js';
import { proven } from './proven.js';

type Overrides = Partial<Omit<NewPaymentIntent, 'amount' | 'payment_method' | 'customer'>> & {
  readonly amount?: number;
  readonly payment_method?: string;
};

/** The input for a payment of 19.99 euros with a good card, not confirmed yet; `overrides` change it. */
export const intentFields = (
  customer: CustomerId,
  { amount = 1999, payment_method = 'pm_card_visa', ...overrides }: Overrides = {},
): NewPaymentIntent => ({
  amount: proven(Cents, amount),
  currency: 'eur',
  customer,
  payment_method: proven(PaymentMethodId, payment_method),
  confirmation_method: 'manual',
  confirm: false,
  ...overrides,
});
