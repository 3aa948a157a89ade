import type { Dependencies } from '../../../src/application/use-cases.js';

const explode = (name: string) => (): never => {
  throw new Error(`${name} must not be called here`);
};

/** Everything that a use case can be given, and nothing that it may use: a test replaces the one part that it is about. */
export const explodingDependencies: Dependencies = {
  createCustomer: explode('createCustomer'),
  retrieveCustomer: explode('retrieveCustomer'),
  listCustomers: explode('listCustomers'),
  updateCustomer: explode('updateCustomer'),
  deleteCustomer: explode('deleteCustomer'),
  createCardToken: explode('createCardToken'),
  createCard: explode('createCard'),
  listCards: explode('listCards'),
  deleteCard: explode('deleteCard'),
  createPaymentIntent: explode('createPaymentIntent'),
  retrievePaymentIntent: explode('retrievePaymentIntent'),
  listPaymentIntents: explode('listPaymentIntents'),
  confirmPaymentIntent: explode('confirmPaymentIntent'),
  capturePaymentIntent: explode('capturePaymentIntent'),
  cancelPaymentIntent: explode('cancelPaymentIntent'),
  createRefund: explode('createRefund'),
  retrieveRefund: explode('retrieveRefund'),
  listRefunds: explode('listRefunds'),
  webhookVerifier: { verify: explode('verify') },
  eventStore: {
    store: explode('store'),
    find: explode('find'),
    list: explode('list'),
    ready: explode('ready'),
    claim: explode('claim'),
    extend: explode('extend'),
    conclude: explode('conclude'),
    replay: explode('replay'),
    replayAll: explode('replayAll'),
    nextDue: explode('nextDue'),
    onDue: explode('onDue'),
    dropPayloads: explode('dropPayloads'),
    eraseCustomer: explode('eraseCustomer'),
    purge: explode('purge'),
  },
  whyIgnored: explode('whyIgnored'),
  clock: explode('clock'),
  confirmationMethod: 'manual',
  currencies: ['eur'],
};
