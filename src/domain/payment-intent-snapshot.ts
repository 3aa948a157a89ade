import * as t from 'io-ts';
import { captureMethods } from './capture-method.js';
import { ObjectMetadata } from './metadata.js';
import { minorUnits } from './minor-units.js';
import { nullable } from './nullable.js';
import { paymentIntentStatuses } from './payment-intent-status.js';
import { setupFutureUsages } from './setup-future-usage.js';
import { ObjectShipping } from './shipping.js';
import { text } from './text.js';
import { UnixSeconds } from './unix-seconds.js';

const NextAction = t.intersection([
  t.type({ type: t.string }),
  t.partial({
    redirect_to_url: t.partial({
      url: nullable(text('Page where the customer authenticates')),
      return_url: nullable(text('Where that page leads back to')),
    }),
  }),
]);

const LastPaymentError = t.partial({
  code: text('Why the last attempt failed, for example `card_declined`'),
  decline_code: text('The reason of the bank, for example `insufficient_funds`'),
  message: text('The text of the processor'),
});

/**
 * A payment intent as an event has it: as it was then. `amount` is cents. Of its charges it names the latest, and a
 * stored event keeps no `client_secret`.
 */
export const PaymentIntentSnapshot = t.intersection(
  [
    t.type({
      id: text('`pi_...`'),
      object: t.literal('payment_intent'),
      amount: minorUnits('Amount in cents'),
      currency: text('Three-letter ISO code'),
      status: text('Where it stands; other values may come', { examples: paymentIntentStatuses }),
      created: UnixSeconds,
      livemode: t.boolean,
      payment_method_types: t.readonlyArray(t.string),
    }),
    t.partial({
      amount_capturable: minorUnits('What is held and can be captured, in minor units'),
      amount_received: minorUnits('What was taken, in minor units'),
      latest_charge: nullable(text('Id of the most recent charge, `ch_...`')),
      customer: nullable(text('`cus_...`')),
      payment_method: nullable(text('`pm_...` or `card_...`')),
      capture_method: text('When its money is taken', { examples: captureMethods }),
      description: nullable(text('What the payment is for, as the shop said')),
      metadata: ObjectMetadata,
      receipt_email: nullable(text('Where the processor sends its receipt')),
      setup_future_usage: nullable(
        text('How its payment method is used later', { examples: setupFutureUsages }),
      ),
      shipping: ObjectShipping,
      statement_descriptor_suffix: nullable(text("The end of what the customer's statement says")),
      next_action: nullable(NextAction),
      last_payment_error: nullable(LastPaymentError),
    }),
  ],
  'PaymentIntentSnapshot',
);
export interface PaymentIntentSnapshot extends Readonly<t.TypeOf<typeof PaymentIntentSnapshot>> {}
