import { createPayments, isPaymentError } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';
import { createStripeProcessor } from 'pasarela/stripe';

const { STRIPE_SECRET_KEY: secretKey } = process.env;
const processor = secretKey
  ? createStripeProcessor({ secretKey, cards: 'payment_methods' })
  : createMemoryProcessor();
const payments = createPayments({ processor });

const customer = await payments.createCustomer({
  email: 'ada@example.com',
  name: 'Ada Lovelace',
  phone: '+34600000000',
});

// A repetition with the same key gets the first result. A run of this script is one attempt.
const run = `script-${Date.now()}`;
const charge = (key, payment_method) =>
  payments.withIdempotencyKey(`${run}-${key}`).createPaymentIntent({
    customer: customer.id,
    amount: '19.99',
    payment_method,
    confirm: true,
  });

const paid = await charge('first', 'pm_card_visa');
const again = await charge('first', 'pm_card_visa');
console.log(`${paid.status}: ${paid.amount} cents, ${paid.id === again.id ? 'once' : 'twice'}`);

const refund = await payments.refundCharge({ charge: paid.latest_charge, amount: '5.00' });
console.log(`refunded: ${refund.amount} cents`);

try {
  await charge('second', 'pm_card_visa_chargeDeclinedInsufficientFunds');
} catch (error) {
  if (!isPaymentError(error) || error._tag !== 'CardError') throw error;
  console.log(`declined: ${error.decline_code}`);
}
