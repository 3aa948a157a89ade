import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { CheckoutSession } from '../../../domain/objects/checkout-session.js';
import type { PaymentMethods } from '../../../domain/objects/payment-methods.js';
import { checkoutEvidence } from '../look-ups/checkout-evidence.js';
import { checkoutParams } from '../stripe-objects/checkout-params.js';
import type { StripeCall } from './attempt.js';
import type { CallRows } from './call-table.js';
import { getRequest, pathTo, postRequest } from './request.js';
import { type RequestFormat, typesParams } from './request-format.js';

/** The call that retrieves a checkout session. */
export const checkoutRetrieval = (id: string): StripeCall<CheckoutSession> => ({
  name: 'retrieveCheckoutSession',
  request: () => getRequest(pathTo`/v1/checkout/sessions/${id}`),
  reply: CheckoutSession,
});

type CheckoutSessions = Pick<
  PaymentProcessor,
  | 'createCheckoutSession'
  | 'retrieveCheckoutSession'
  | 'listCheckoutSessions'
  | 'expireCheckoutSession'
>;

// Without a list of types, the page offers those that the account has enabled.
const sessionMethods = (format: RequestFormat, methods: PaymentMethods = ['card']) =>
  methods === 'automatic' ? {} : typesParams(format, methods);

/**
 * The port's checkout sessions. Sessions lost their `payment_method_types` in the same version as intents:
 * https://docs.stripe.com/changelog/endive/2026-09-30/remove-payment-method-types-checkout-sessions
 */
export const stripeCheckoutSessions = ({
  read,
  reading,
  changing,
}: CallRows): CheckoutSessions => ({
  createCheckoutSession: changing(
    'createCheckoutSession',
    CheckoutSession,
    (session, { format, keyInMetadata }) =>
      postRequest<Stripe.Checkout.SessionCreateParams>('/v1/checkout/sessions', {
        ...checkoutParams(session, keyInMetadata),
        ...sessionMethods(format, session.payment_methods),
      }),
    checkoutEvidence.created,
  ),
  retrieveCheckoutSession: ({ session }) => read(checkoutRetrieval(session)),
  listCheckoutSessions: reading('listCheckoutSessions', List(CheckoutSession), (page) =>
    getRequest<Stripe.Checkout.SessionListParams>('/v1/checkout/sessions', page),
  ),
  expireCheckoutSession: changing(
    'expireCheckoutSession',
    CheckoutSession,
    ({ session }) => postRequest(pathTo`/v1/checkout/sessions/${session}/expire`, {}),
    checkoutEvidence.expired,
  ),
});
