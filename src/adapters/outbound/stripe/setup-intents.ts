import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { SetupIntent } from '../../../domain/setup-intent.js';
import { setupIntentEvidence } from '../look-ups/setup-intent-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import { getRequest, pathTo, postRequest } from './request.js';
import { cardsOnly, keyToCarry } from './request-format.js';

/** The call that retrieves a setup intent. */
export const setupIntentRetrieval = (id: string): StripeCall<SetupIntent> => ({
  name: 'retrieveSetupIntent',
  request: () => getRequest(pathTo`/v1/setup_intents/${id}`),
  reply: SetupIntent,
});

type SetupIntents = Pick<
  PaymentProcessor,
  'createSetupIntent' | 'retrieveSetupIntent' | 'confirmSetupIntent' | 'cancelSetupIntent'
>;

/** The port's setup intent functions, for cards only (decision P2). */
export const stripeSetupIntents = ({ read, change }: StripeCaller): SetupIntents => {
  return {
    createSetupIntent: (intent, options) =>
      change(
        {
          name: 'createSetupIntent',
          request: (format) =>
            postRequest<Stripe.SetupIntentCreateParams>('/v1/setup_intents', {
              ...withKeyMetadata(intent, keyToCarry(format, options)),
              ...cardsOnly(format),
            }),
          reply: SetupIntent,
        },
        options,
        (reads, sent) => setupIntentEvidence.created(reads)(intent, sent),
      ),
    retrieveSetupIntent: ({ setup_intent }) => read(setupIntentRetrieval(setup_intent)),
    confirmSetupIntent: (confirmation, options) => {
      const { setup_intent, ...details } = confirmation;
      return change(
        {
          name: 'confirmSetupIntent',
          request: () =>
            postRequest<Stripe.SetupIntentConfirmParams>(
              pathTo`/v1/setup_intents/${setup_intent}/confirm`,
              details,
            ),
          reply: SetupIntent,
        },
        options,
        (reads, sent) => setupIntentEvidence.confirmed(reads)(confirmation, sent),
      );
    },
    cancelSetupIntent: ({ setup_intent, ...details }, options) =>
      change(
        {
          name: 'cancelSetupIntent',
          request: () =>
            postRequest<Stripe.SetupIntentCancelParams>(
              pathTo`/v1/setup_intents/${setup_intent}/cancel`,
              details,
            ),
          reply: SetupIntent,
        },
        options,
        (reads) => setupIntentEvidence.canceled(reads)({ setup_intent }),
      ),
  };
};
