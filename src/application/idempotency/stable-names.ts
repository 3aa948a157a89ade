import type { Changes } from '../use-cases.js';
import type { StableNames } from './derived-key.js';

/**
 * The names that go into derived keys and fingerprints. A line never changes, also when the operation or the call of the
 * processor is renamed: under another name a request in doubt would be done again.
 */
export const stableNames: { readonly [N in keyof Changes]: StableNames } = {
  createCustomer: { operation: 'createCustomer', call: 'createCustomer' },
  updateCustomer: { operation: 'updateCustomer', call: 'updateCustomer' },
  deleteCustomer: { operation: 'deleteCustomer', call: 'deleteCustomer' },
  tokenizeCard: { operation: 'tokenizeCard', call: 'createCardToken' },
  assignCard: { operation: 'assignCard', call: 'createCard' },
  setDefaultCard: { operation: 'setDefaultCard', call: 'updateCustomer' },
  removeCard: { operation: 'removeCard', call: 'deleteCard' },
  createPaymentIntent: { operation: 'createPaymentIntent', call: 'createPaymentIntent' },
  confirmPayment: { operation: 'confirmPayment', call: 'confirmPaymentIntent' },
  capturePayment: { operation: 'capturePayment', call: 'capturePaymentIntent' },
  cancelPayment: { operation: 'cancelPayment', call: 'cancelPaymentIntent' },
  refundCharge: { operation: 'refundCharge', call: 'createRefund' },
  replayEvent: { operation: 'replayEvent', call: null },
  replayEvents: { operation: 'replayEvents', call: null },
  eraseEvents: { operation: 'eraseEvents', call: null },
};
