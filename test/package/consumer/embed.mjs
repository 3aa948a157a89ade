import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';

const payments = createPayments({ processor: createMemoryProcessor() });
const customer = await payments.createCustomer({
  email: 'ada@example.com',
  name: 'Ada',
  phone: '+34600000000',
});
const token = await payments.tokenizeCard({
  number: '4242424242424242',
  exp_month: 12,
  exp_year: 2099,
  cvc: '123',
});
const card = await payments.assignCard({ customer: customer.id, source: token.id });
const intent = await payments.createPaymentIntent({
  customer: customer.id,
  amount: '19.99',
  payment_method: card.id,
});
const { status, amount } = await payments.confirmPayment({ payment_intent: intent.id });
console.log(`${status} ${amount}`);
