import type * as t from 'io-ts';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import type { RequestFormat } from './request-format.js';

/** One request to Stripe: what the SDK is asked, and what the answer must be. */
export type StripeCall<A> = {
  readonly name:
    | keyof PaymentProcessor
    | 'listCharges'
    | 'listEvents'
    | 'retrieveCard'
    | 'retrieveToken'
    | 'createPaymentMethod'
    | 'attachPaymentMethod'
    | 'retrievePaymentMethod'
    | 'detachPaymentMethod'
    | 'listSources'
    | 'retrieveEvent'
    | 'retrieveRelatedObject';
  readonly send: (options: Stripe.RequestOptions, format: RequestFormat) => Promise<unknown>;
  readonly reply: t.Type<A, unknown>;
  /** What it sends that no error may repeat. */
  readonly hides?: ReadonlyArray<string>;
};
