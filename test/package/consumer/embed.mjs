import { createPayments } from 'pasarela';
import { createMemoryProcessor } from 'pasarela/memory';

const payments = createPayments({ processor: createMemoryProcessor() });
const person = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const plastic = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
const { id: customer } = await payments.createCustomer(person);
const { id: source } = await payments.tokenizeCard(plastic);
const { id: payment_method } = await payments.assignCard({ customer, source });
const intent = await payments.createPaymentIntent({ customer, amount: '19.99', payment_method });
const payment = await payments.confirmPayment({ payment_intent: intent.id });
console.log(`${payment.status} ${payment.amount}`);
