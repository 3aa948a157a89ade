import * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { type SetupIntent, StripeSetupIntent } from '../../../domain/objects/setup-intent.js';
import { setupIntentEvidence } from '../look-ups/setup-intent-evidence.js';
import { withKeyMetadata } from '../stripe-objects/idempotency-key.js';
import { confirmationParams, creationParams } from '../stripe-objects/intent-params.js';
import type { StripeCall } from './attempt.js';
import type { CallRows } from './call-table.js';
import { getRequest, pathTo, postRequest } from './request.js';
import { methodParams } from './request-format.js';

/** Stripe's setup intent as the port's. */
export const SetupIntentReply = new t.Type<SetupIntent, unknown>(
  StripeSetupIntent.name,
  StripeSetupIntent.is,
  StripeSetupIntent.validate,
  t.identity,
);

/** The call that retrieves a setup intent. */
export const setupIntentRetrieval = (id: string): StripeCall<SetupIntent> => ({
  name: 'retrieveSetupIntent',
  request: () => getRequest(pathTo`/v1/setup_intents/${id}`),
  reply: SetupIntentReply,
});

type SetupIntents = Pick<
  PaymentProcessor,
  'createSetupIntent' | 'retrieveSetupIntent' | 'confirmSetupIntent' | 'cancelSetupIntent'
>;

/** The port's setup intent functions, for cards only (decision P2) unless the customer chooses on the page (P16). */
export const stripeSetupIntents = ({ read, changing }: CallRows): SetupIntents => ({
  createSetupIntent: changing(
    'createSetupIntent',
    SetupIntentReply,
    (intent, { format, keyInMetadata }) =>
      postRequest<Stripe.SetupIntentCreateParams>(
        '/v1/setup_intents',
        creationParams(
          withKeyMetadata(intent, keyInMetadata),
          methodParams(format, intent.payment_methods),
        ),
      ),
    setupIntentEvidence.created,
  ),
  retrieveSetupIntent: ({ setup_intent }) => read(setupIntentRetrieval(setup_intent)),
  confirmSetupIntent: changing(
    'confirmSetupIntent',
    SetupIntentReply,
    ({ setup_intent, ...details }) =>
      postRequest<Stripe.SetupIntentConfirmParams>(
        pathTo`/v1/setup_intents/${setup_intent}/confirm`,
        confirmationParams(details),
      ),
    setupIntentEvidence.confirmed,
  ),
  cancelSetupIntent: changing(
    'cancelSetupIntent',
    SetupIntentReply,
    ({ setup_intent, ...details }) =>
      postRequest<Stripe.SetupIntentCancelParams>(
        pathTo`/v1/setup_intents/${setup_intent}/cancel`,
        details,
      ),
    setupIntentEvidence.canceled,
  ),
});
