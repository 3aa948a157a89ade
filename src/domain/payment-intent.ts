import * as t from 'io-ts';
import { Charge } from './charge.js';
import { List } from './list.js';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { minorUnits } from './money.js';
import { nullable, text } from './primitives.js';
import { ObjectShipping } from './shipping.js';

/** The statuses of an intent that the processor has today. An unknown one passes through, so `status` is any text. */
export const paymentIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const;
/** One of the statuses that an intent has today. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/** When the money of a payment is taken. */
export const captureMethods = ['automatic', 'automatic_async', 'manual'] as const;
/**
 * When the money of a payment is taken: with its confirmation (`automatic`, or `automatic_async`, which answers sooner), or
 * later, by a capture of its own (`manual`).
 */
export type CaptureMethod = (typeof captureMethods)[number];

/** How a payment method is used later. */
export const setupFutureUsages = ['on_session', 'off_session'] as const;
/** How a payment method is used later: while the customer is there, or without them. */
export type SetupFutureUsage = (typeof setupFutureUsages)[number];

/** Why an intent is given up. */
export const cancellationReasons = [
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
] as const;
/** Why an intent is given up. */
export type CancellationReason = (typeof cancellationReasons)[number];

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

/**
 * A payment intent as the processor keeps it. `amount` is cents. `latest_charge` is an id, and `charges` holds that
 * charge (decision P7).
 */
export const PaymentIntent = t.intersection(
  [
    ...PaymentIntentSnapshot.types,
    t.type({
      charges: List(Charge),
      latest_charge: nullable(text('Id of the most recent charge, `ch_...`')),
    }),
    t.partial({
      client_secret: nullable(
        text(
          'For the client library of the processor; only in answers to creation and confirmation',
        ),
      ),
    }),
  ],
  'PaymentIntent',
);
export interface PaymentIntent extends Readonly<t.TypeOf<typeof PaymentIntent>> {}
