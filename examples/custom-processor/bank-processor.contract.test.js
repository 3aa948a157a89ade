import * as framework from 'node:test';
import { describePaymentProcessor } from 'pasarela/contract';
import { startBank } from './bank.js';
import { createBankProcessor } from './bank-processor.js';

const secret = 'the secret of shop and bank';
const bank = await startBank({ secret, notifyUrl: () => 'http://127.0.0.1:9' });
bank.incidents.losesNotifications = true;
framework.after(() => bank.close());

const create = () => createBankProcessor({ url: bank.url, secret, merchant: 'shop' });
const { features } = create();

const fault = {
  answer_lost: () => {
    bank.incidents.lostReplies = 1;
  },
  not_reached: () => {
    bank.incidents.unreached = 1;
  },
  rate_limited: () => {
    bank.incidents.refusals = [429];
  },
  server_error: () => {
    bank.incidents.refusals = [500];
  },
};

// The contract of every processor: what the bank lacks is left out, and named at the end.
describePaymentProcessor(
  'the processor of the bank',
  create,
  {
    features,
    fixtures: { needsCustomer: {}, unknownIds: { payment_intent: 'AB12CD34ZZZZ' } },
    completeAction: async (_processor, order, choice) => {
      await bank.visit(`${bank.url}/page/${order}`, choice === 'approve' ? 'pay' : 'decline');
    },
    controls: { injectFault: (_processor, name) => fault[name]() },
    extras: { lookUps: ['createPaymentIntent'], retrieveAccount: true },
  },
  framework,
);
