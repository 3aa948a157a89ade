import type { Fault, StripeContractOptions } from '../../../src/contract.js';
import type { MemoryControls } from '../../../src/simulator/controls/memory-controls.js';

const inMemory = {
  answer_lost: 'timeout_after',
  not_reached: 'timeout_before',
  rate_limited: 'rate_limit',
  server_error: 'server_error',
} as const satisfies { readonly [F in Fault]: string };

/** The look-ups of Stripe's adapter and of the in-memory processor. */
export const lookUps = [
  'createPaymentIntent',
  'updatePaymentIntent',
  'confirmPaymentIntent',
  'capturePaymentIntent',
  'cancelPaymentIntent',
  'createSetupIntent',
  'confirmSetupIntent',
  'cancelSetupIntent',
  'createCheckoutSession',
  'expireCheckoutSession',
  'createRefund',
  'submitDisputeEvidence',
  'closeDispute',
  'deleteCustomer',
] as const;

/** The in-memory processor allows everything on demand, also behind Stripe's adapter. */
export const memoryContract: StripeContractOptions<{ readonly controls: MemoryControls }> = {
  rawCardNumbers: true,
  completeAction: ({ controls }, intent, choice) =>
    void (choice === 'approve'
      ? controls.completeChallenge(intent)
      : controls.failChallenge(intent)),
  controls: {
    createConfirmationToken: ({ controls }, method) => controls.createConfirmationToken(method),
    settleRefund: ({ controls }, refund) => void controls.settle(refund),
    bookPayments: ({ controls }) => controls.clock.advance(3600),
    payOut: ({ controls }) => {
      controls.clock.advance(8 * 86_400);
      return controls.payOut()[0]?.id ?? '';
    },
    injectFault: ({ controls }, fault) => controls.failNext({ on: 'any', with: inMemory[fault] }),
  },
  extras: { lookUps, retrieveAccount: true },
};
