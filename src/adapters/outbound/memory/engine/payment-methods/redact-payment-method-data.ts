import { redactCard } from '../cards/card-params.js';
import type { PaymentMethodData } from './payment-method-data.js';

/** What an idempotency key remembers of what a payment method is made of. */
export const redactPaymentMethodData = ({ card, ...rest }: PaymentMethodData): unknown => ({
  ...rest,
  card: 'token' in card ? card : redactCard(card),
});
