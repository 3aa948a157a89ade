import { expect } from 'chai';
import {
  type ProcessorChange,
  processorChanges,
  processorFunctions,
} from '../../../src/application/ports/payment-processor.js';

// By hand: every other list of these functions is derived from the port, and would follow a mistake in it.
const changes: { readonly [N in ProcessorChange]: true } = {
  createCustomer: true,
  updateCustomer: true,
  deleteCustomer: true,
  createCardToken: true,
  createCard: true,
  deleteCard: true,
  createPaymentIntent: true,
  updatePaymentIntent: true,
  confirmPaymentIntent: true,
  cancelPaymentIntent: true,
  capturePaymentIntent: true,
  createSetupIntent: true,
  confirmSetupIntent: true,
  cancelSetupIntent: true,
  createCheckoutSession: true,
  expireCheckoutSession: true,
  createRefund: true,
  submitDisputeEvidence: true,
  closeDispute: true,
};

describe('the functions of a processor that change something', () => {
  it('are these and no others', () => {
    expect(Object.keys(processorChanges)).to.have.members(Object.keys(changes));
  });

  it('are told from those that read', () => {
    const reads = Object.keys(processorFunctions).filter((name) => !(name in changes));
    expect(reads).to.have.members([
      'retrieveCustomer',
      'listCustomers',
      'listCards',
      'retrievePaymentIntent',
      'listPaymentIntents',
      'retrieveSetupIntent',
      'retrieveCheckoutSession',
      'listCheckoutSessions',
      'retrieveCharge',
      'retrieveRefund',
      'listRefunds',
      'listAllPaymentIntents',
      'listCharges',
      'listAllRefunds',
      'retrieveBalance',
      'listBalanceTransactions',
      'listPayouts',
      'listDisputes',
      'retrieveDispute',
    ]);
  });
});
