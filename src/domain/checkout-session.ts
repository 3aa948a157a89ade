import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

const checkoutSessionSnapshot = t.intersection(
  [
    t.type({
      /** Id of the checkout session, `cs_...`. */
      id: text('Id of the checkout session, `cs_...`'),
      /** Always `checkout.session`. */
      object: t.literal('checkout.session'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
      /** Whether real money moves. */
      livemode: t.boolean,
      /** The purpose of the page. */
      mode: openWord(['payment', 'setup', 'subscription'], 'The purpose of the page'),
      /** Whether it is paid. */
      payment_status: openWord(['paid', 'unpaid', 'no_payment_required'], 'Whether it is paid'),
    }),
    t.partial({
      /** Amount to pay, in minor units. */
      amount_total: nullable(objectAmount('Amount to pay, in minor units')),
      /** Reference set by the shop. */
      client_reference_id: nullable(text('Reference set by the shop')),
      /** Three-letter ISO code. */
      currency: nullable(text('Three-letter ISO code')),
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** Email address that the shop gave. */
      customer_email: nullable(text('Email address that the shop gave')),
      /** When it expires, Unix seconds. */
      expires_at: UnixSeconds,
      /** Your own texts by name. */
      metadata: ObjectMetadata,
      /** Id of the payment intent, `pi_...`, in mode `payment`. */
      payment_intent: nullable(text('Id of the payment intent, `pi_...`, in mode `payment`')),
      /** Id of the setup intent, `seti_...`, in mode `setup`. */
      setup_intent: nullable(text('Id of the setup intent, `seti_...`, in mode `setup`')),
      /** Status; other values are possible. */
      status: nullable(
        openWord(['open', 'complete', 'expired'], 'Status; other values are possible'),
      ),
      /** The page. */
      url: nullable(text('The page')),
    }),
  ],
  'CheckoutSessionSnapshot',
);
/**
 * The checkout session in an event, as it was at that moment: a page of the processor on which a customer pays, or saves a
 * card (`mode: 'setup'`). Amounts are in minor units (cents).
 */
export interface CheckoutSessionSnapshot
  extends Readonly<t.TypeOf<typeof checkoutSessionSnapshot>> {}
export const CheckoutSessionSnapshot: t.Type<CheckoutSessionSnapshot> = checkoutSessionSnapshot;
