import * as t from 'io-ts';
import { Charge } from './charge.js';
import { List } from './list.js';
import { minorUnits } from './minor-units.js';
import { nullable } from './nullable.js';
import { text } from './text.js';
import { UnixSeconds } from './unix-seconds.js';

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
 * A payment intent as the processor keeps it. `amount` is cents. `latest_charge` is an id, and `charges` holds that
 * charge (decision P7).
 */
export const PaymentIntent = t.intersection(
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
      charges: List(Charge),
      latest_charge: nullable(text('Id of the most recent charge, `ch_...`')),
    }),
    t.partial({
      customer: nullable(text('`cus_...`')),
      payment_method: nullable(text('`pm_...` or `card_...`')),
      client_secret: nullable(
        text(
          'For the client library of the processor; only in answers to creation and confirmation',
        ),
      ),
      next_action: nullable(NextAction),
      last_payment_error: nullable(LastPaymentError),
    }),
  ],
  'PaymentIntent',
);
export interface PaymentIntent extends Readonly<t.TypeOf<typeof PaymentIntent>> {}
