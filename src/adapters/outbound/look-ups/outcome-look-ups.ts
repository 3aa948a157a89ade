import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import type { Evidence, OutcomeLookUps } from '../../../application/ports/payment-processor.js';
import { cardEvidence } from './card-evidence.js';
import { checkoutEvidence } from './checkout-evidence.js';
import { customerEvidence } from './customer-evidence.js';
import { disputeEvidence } from './dispute-evidence.js';
import type { OutcomeReads, Read } from './outcome-reads.js';
import { paymentIntentEvidence } from './payment-intent-evidence.js';
import { refundEvidence } from './refund-evidence.js';
import type { SentChange } from './sent-change.js';
import { setupIntentEvidence } from './setup-intent-evidence.js';

// For this long the processor remembers a key, so it may be sent again.
const resendSeconds = 25 * 60 * 60;

// Within an hour the clocks may have been set right since the first call.
const clockMargin = 60 * 60;

/** Looks up the outcomes of idempotency keys that the processor has forgotten. `reads`: creates the reads of a look-up. */
export const createOutcomeLookUps = (reads: () => OutcomeReads): OutcomeLookUps => {
  const lookUp =
    <I, A>(evidence: (reads: OutcomeReads) => (input: I, sent: SentChange) => Read<Evidence<A>>) =>
    (
      input: I,
      { idempotencyKey, since }: { readonly idempotencyKey: string; readonly since: number },
    ): Read<Evidence<A>> =>
      pipe(
        T.fromIO(reads),
        T.flatMap((read) =>
          evidence(read)(input, {
            idempotencyKey,
            first: since,
            from: since - clockMargin,
            until: since + resendSeconds,
            carriesKey: 'perhaps',
          }),
        ),
      );
  return {
    createCustomer: lookUp(customerEvidence.created),
    updateCustomer: lookUp(customerEvidence.updated),
    deleteCustomer: lookUp(customerEvidence.deleted),
    createCard: lookUp(cardEvidence.assigned),
    deleteCard: lookUp(cardEvidence.removed),
    createPaymentIntent: lookUp(paymentIntentEvidence.created),
    updatePaymentIntent: lookUp(paymentIntentEvidence.updated),
    confirmPaymentIntent: lookUp(paymentIntentEvidence.confirmed),
    capturePaymentIntent: lookUp(paymentIntentEvidence.captured),
    cancelPaymentIntent: lookUp(paymentIntentEvidence.canceled),
    createSetupIntent: lookUp(setupIntentEvidence.created),
    confirmSetupIntent: lookUp(setupIntentEvidence.confirmed),
    cancelSetupIntent: lookUp(setupIntentEvidence.canceled),
    createCheckoutSession: lookUp(checkoutEvidence.created),
    expireCheckoutSession: lookUp(checkoutEvidence.expired),
    createRefund: lookUp(refundEvidence.created),
    submitDisputeEvidence: lookUp(disputeEvidence.submitted),
    closeDispute: lookUp(disputeEvidence.closed),
  };
};
