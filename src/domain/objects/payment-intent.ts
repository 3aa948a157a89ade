import * as t from 'io-ts';
import { List } from '../input/list.js';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { objectAmount } from '../money/money.js';
import { Charge } from './charge.js';
import { ObjectMetadata } from './metadata.js';
import { IntentNextAction, StripeNextAction } from './next-action.js';
import { ObjectShipping } from './shipping.js';

/** The statuses of an intent that the processor has today. Unknown ones pass through, so `status` can be another string. */
export const paymentIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'requires_capture',
  'succeeded',
  'canceled',
] as const;
/** A status of an intent. */
export type PaymentIntentStatus = (typeof paymentIntentStatuses)[number];

/** When a payment is captured. */
export const captureMethods = ['automatic', 'automatic_async', 'manual'] as const;
/**
 * When a payment is captured: with its confirmation (`automatic`, or `automatic_async`, which answers sooner), or later by
 * `capturePayment` (`manual`).
 */
export type CaptureMethod = (typeof captureMethods)[number];

/** How a payment method will be used later. */
export const setupFutureUsages = ['on_session', 'off_session'] as const;
/** How a payment method will be used later: with the customer present, or without. */
export type SetupFutureUsage = (typeof setupFutureUsages)[number];

/** Why a payment is canceled. */
export const cancellationReasons = [
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
] as const;
/** Why a payment is canceled. */
export type CancellationReason = (typeof cancellationReasons)[number];

const LastPaymentError = t.partial({
  /** Why the last attempt failed, for example `card_declined`. */
  code: text('Why the last attempt failed, for example `card_declined`'),
  /** The reason of the bank, for example `insufficient_funds`. */
  decline_code: text('The reason of the bank, for example `insufficient_funds`'),
  /** The text of the processor. */
  message: text('The text of the processor'),
});

// A processor that has none leaves them out.
const livemode = t.boolean;
const payment_method_types = t.readonlyArray(t.string);
const latest_charge = nullable(text('Id of the most recent charge, `ch_...`'));

const paymentIntentSnapshot = t.intersection(
  [
    t.type({
      /** Id of the payment intent, `pi_...`. */
      id: text('Id of the payment intent, `pi_...`'),
      /** Always `payment_intent`. */
      object: t.literal('payment_intent'),
      /** Amount in minor units (cents). */
      amount: objectAmount('Amount in minor units (cents)'),
      /** Three-letter ISO code. */
      currency: text('Three-letter ISO code'),
      /** Status; other values are possible. */
      status: openWord(paymentIntentStatuses, 'Status; other values are possible'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
    }),
    t.partial({
      /** Whether real money moves. */
      livemode,
      /** The types of payment methods that can pay it. */
      payment_method_types,

      /** Amount authorized and not yet captured, in minor units. */
      amount_capturable: objectAmount('Amount authorized and not yet captured, in minor units'),
      /** Amount captured, in minor units. */
      amount_received: objectAmount('Amount captured, in minor units'),
      /** Id of the most recent charge, `ch_...`. */
      latest_charge,
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** Id of the payment method, `pm_...` or `card_...`. */
      payment_method: nullable(text('Id of the payment method, `pm_...` or `card_...`')),
      /** When the payment is captured. */
      capture_method: openWord(captureMethods, 'When the payment is captured'),
      /** Description set by the shop. */
      description: nullable(text('Description set by the shop')),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
      /** Email address for the receipt of the processor. */
      receipt_email: nullable(text('Email address for the receipt of the processor')),
      /** How the payment method will be used later. */
      setup_future_usage: nullable(
        openWord(setupFutureUsages, 'How the payment method will be used later'),
      ),
      /** Recipient and address of the delivery. */
      shipping: ObjectShipping,
      /** Text at the end of the line on the customer's statement. */
      statement_descriptor_suffix: nullable(
        text("Text at the end of the line on the customer's statement"),
      ),
      /** The step that it waits for, in `requires_action`. */
      next_action: nullable(IntentNextAction),
      /** Why the last attempt failed. */
      last_payment_error: nullable(LastPaymentError),
    }),
  ],
  'PaymentIntentSnapshot',
);
/**
 * The payment intent in an event, as it was at that moment. Amounts are in minor units (cents). It has `latest_charge` but
 * not `charges`, and a stored event has no `client_secret`. Processors leave out the fields that they have no value for.
 */
export interface PaymentIntentSnapshot extends Readonly<t.TypeOf<typeof paymentIntentSnapshot>> {}
export const PaymentIntentSnapshot: t.Type<PaymentIntentSnapshot> = paymentIntentSnapshot;

const paymentIntent = t.intersection(
  [
    ...paymentIntentSnapshot.types,
    t.partial({
      /** The most recent charge, in a list. */
      charges: List(Charge),
      /** For the client library of the processor; only in the answers to creation and confirmation. */
      client_secret: nullable(
        text(
          'For the client library of the processor; only in the answers to creation and confirmation',
        ),
      ),
    }),
  ],
  'PaymentIntent',
);
/**
 * A payment intent at the processor. Amounts are in minor units (cents). `latest_charge` is an id, and `charges` is a list
 * with that charge (decision P7). Processors other than Stripe leave out the fields that they have no value for.
 */
export interface PaymentIntent extends Readonly<t.TypeOf<typeof paymentIntent>> {}
export const PaymentIntent: t.Type<PaymentIntent> = paymentIntent;

/** A payment intent of Stripe: it always has the fields that other processors may leave out. */
export const StripePaymentIntent = t.intersection(
  [
    ...paymentIntent.types,
    t.type({
      /** Whether real money moves. */
      livemode,
      /** The types of payment methods that can pay it. */
      payment_method_types,
      /** The most recent charge, in a list. */
      charges: List(Charge),
      /** Id of the most recent charge, `ch_...`. */
      latest_charge,
    }),
    t.partial({
      /** The step that it waits for, in `requires_action`. */
      next_action: nullable(StripeNextAction),
    }),
  ],
  // The component of the OpenAPI document.
  'PaymentIntent',
);
export interface StripePaymentIntent extends Readonly<t.TypeOf<typeof StripePaymentIntent>> {}
