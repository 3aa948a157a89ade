import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { SetupIntent } from '../../../domain/setup-intent.js';
import { setupIntentEvidence } from '../look-ups/setup-intent-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import { cardsOnly, keyToCarry } from './request-format.js';

/** The call that retrieves a setup intent. */
export const setupIntentRetrieval = (
  { setupIntents: api }: Stripe,
  id: string,
): StripeCall<SetupIntent> => ({
  name: 'retrieveSetupIntent',
  send: (request) => api.retrieve(id, {}, request),
  reply: SetupIntent,
});

type SetupIntents = Pick<
  PaymentProcessor,
  'createSetupIntent' | 'retrieveSetupIntent' | 'confirmSetupIntent' | 'cancelSetupIntent'
>;

/** The port's setup intent functions, for cards only (decision P2). */
export const stripeSetupIntents = (
  stripe: Stripe,
  { read, change }: StripeCaller,
): SetupIntents => {
  const { setupIntents: api } = stripe;
  return {
    createSetupIntent: (intent, options) =>
      change(
        {
          name: 'createSetupIntent',
          send: (request, format) => {
            const carrying = withKeyMetadata(intent, keyToCarry(format, options));
            return api.create({ ...carrying, ...cardsOnly(format) }, request);
          },
          reply: SetupIntent,
        },
        options,
        (reads, sent) => setupIntentEvidence.created(reads)(intent, sent),
      ),
    retrieveSetupIntent: ({ setup_intent }) => read(setupIntentRetrieval(stripe, setup_intent)),
    confirmSetupIntent: (confirmation, options) => {
      const { setup_intent, ...details } = confirmation;
      return change(
        {
          name: 'confirmSetupIntent',
          send: (request) => api.confirm(setup_intent, details, request),
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
          send: (request) => api.cancel(setup_intent, details, request),
          reply: SetupIntent,
        },
        options,
        (reads) => setupIntentEvidence.canceled(reads)({ setup_intent }),
      ),
  };
};
