import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, openWord, text } from './primitives.js';

/**
 * The checkout session in an event, as it was at that moment: a page of the processor on which a customer pays, or saves a
 * card (`mode: 'setup'`). Amounts are in minor units (cents).
 */
export const CheckoutSessionSnapshot = t.intersection(
  [
    t.type({
      id: text('`cs_...`'),
      object: t.literal('checkout.session'),
      created: UnixSeconds,
      livemode: t.boolean,
      mode: openWord(['payment', 'setup', 'subscription'], 'What the page is for'),
      payment_status: openWord(['paid', 'unpaid', 'no_payment_required'], 'Whether it is paid'),
    }),
    t.partial({
      amount_total: nullable(objectAmount('Amount to pay, in minor units')),
      client_reference_id: nullable(text('Reference set by the shop')),
      currency: nullable(text('Three-letter ISO code')),
      customer: nullable(text('`cus_...`')),
      customer_email: nullable(text('Email address that the shop gave')),
      expires_at: UnixSeconds,
      metadata: ObjectMetadata,
      payment_intent: nullable(text('`pi_...`, in mode `payment`')),
      setup_intent: nullable(text('`seti_...`, in mode `setup`')),
      status: nullable(
        openWord(['open', 'complete', 'expired'], 'Status; other values are possible'),
      ),
      url: nullable(text('The page')),
    }),
  ],
  'CheckoutSessionSnapshot',
);
export interface CheckoutSessionSnapshot
  extends Readonly<t.TypeOf<typeof CheckoutSessionSnapshot>> {}
