import type { ContractFixtures } from '../contract-options.js';
import { testCard } from './test-cards.js';

const intent = ['capture_method', 'confirmation_method', 'metadata', 'object'];
const charge = ['captured', 'payment_method_details', 'metadata'];

const under = (path: string, fields: ReadonlyArray<string>) =>
  fields.map((field) => `${path}.${field}`);

/** Stripe's test data. `rawCardNumbers`: whether `createCardToken` accepts the numbers of test cards. */
export const stripeFixtures = (rawCardNumbers: boolean): ContractFixtures<unknown> => ({
  amounts: [1999, 50, 7840, 99_999_999],
  refusedAmounts: [49, 100_000_000],
  approved: { payment_method: 'pm_card_visa' },
  declined: { payment_method: 'pm_card_visa_chargeDeclined' },
  needsCustomer: { payment_method: 'pm_card_authenticationRequired' },
  disputed: { payment_method: 'pm_card_createDispute' },
  cardToken: 'tok_visa',
  ...(rawCardNumbers ? { card: testCard('4242424242424242') } : {}),
  unknownIds: {
    customer: 'cus_doesnotexist',
    card: 'card_doesnotexist',
    token: 'tok_doesnotexist',
    payment_method: 'pm_doesnotexist',
    payment_intent: 'pi_doesnotexist',
    setup_intent: 'seti_doesnotexist',
    charge: 'ch_doesnotexist',
    refund: 're_doesnotexist',
    checkout_session: 'cs_test_doesnotexist',
    dispute: 'du_doesnotexist',
  },
  ownFields: {
    createCustomer: ['livemode', 'metadata', 'delinquent'],
    createCard: ['fingerprint', 'country', 'cvc_check', 'metadata'],
    createPaymentIntent: intent,
    confirmPaymentIntent: [...intent, ...under('charges.data.0', charge)],
    listPaymentIntents: [...under('data.0', intent), ...under('data.0.charges.data.0', charge)],
    createSetupIntent: ['metadata', 'payment_method_options', 'usage'],
    createRefund: ['metadata', 'object'],
  },
});
