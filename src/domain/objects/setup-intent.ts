import * as t from 'io-ts';
import { UnixSeconds } from '../input/moment.js';
import { nullable, openWord, text } from '../input/primitives.js';
import { ObjectMetadata } from './metadata.js';
import { IntentNextAction, StripeNextAction } from './next-action.js';

// Those that the processor has today. Unknown ones pass through, so `status` can be another string.
const setupIntentStatuses = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'processing',
  'succeeded',
  'canceled',
] as const;
/** A status of a setup intent. */
export type SetupIntentStatus = (typeof setupIntentStatuses)[number];

/** Why a setup intent is canceled. */
export const setupCancellationReasons = [
  'abandoned',
  'requested_by_customer',
  'duplicate',
] as const;

/** Why a setup intent is canceled. */
export type SetupCancellationReason = (typeof setupCancellationReasons)[number];

const LastSetupError = t.partial({
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
const usage = openWord(['off_session', 'on_session'], 'How the card will be used later');

const setupIntent = t.intersection(
  [
    t.type({
      /** Id of the setup intent, `seti_...`. */
      id: text('Id of the setup intent, `seti_...`'),
      /** Always `setup_intent`. */
      object: t.literal('setup_intent'),
      /** Status; other values are possible. */
      status: openWord(setupIntentStatuses, 'Status; other values are possible'),
      /** When it was created, Unix seconds. */
      created: UnixSeconds,
    }),
    t.partial({
      /** Whether real money moves. */
      livemode,
      /** The types of payment methods that can pay it. */
      payment_method_types,

      /** How the card will be used later. */
      usage,
      /** Why it was canceled. */
      cancellation_reason: nullable(openWord(setupCancellationReasons, 'Why it was canceled')),
      /** For the client library of the processor; only in the answers to creation and confirmation. */
      client_secret: nullable(
        text(
          'For the client library of the processor; only in the answers to creation and confirmation',
        ),
      ),
      /** Id of the customer, `cus_...`. */
      customer: nullable(text('Id of the customer, `cus_...`')),
      /** Description set by the shop. */
      description: nullable(text('Description set by the shop')),
      /** Why the last attempt failed. */
      last_setup_error: nullable(LastSetupError),
      /** Id of the most recent attempt, `setatt_...`. */
      latest_attempt: nullable(text('Id of the most recent attempt, `setatt_...`')),
      /** Your own texts by name. */
      metadata: ObjectMetadata,
      /** The step that it waits for, in `requires_action`. */
      next_action: nullable(IntentNextAction),
      /** Id of the payment method, `pm_...` or `card_...`. */
      payment_method: nullable(text('Id of the payment method, `pm_...` or `card_...`')),
    }),
  ],
  'SetupIntent',
);
/**
 * A setup intent at the processor: it saves a card of a customer for later payments, and charges nothing. When it has
 * succeeded, its `payment_method` belongs to the customer. Processors other than Stripe leave out the fields that they have no
 * value for.
 */
export interface SetupIntent extends Readonly<t.TypeOf<typeof setupIntent>> {}
export const SetupIntent: t.Type<SetupIntent> = setupIntent;

/** A setup intent of Stripe: it always has the fields that other processors may leave out. */
export const StripeSetupIntent = t.intersection(
  [
    ...setupIntent.types,
    t.type({
      /** Whether real money moves. */
      livemode,
      /** The types of payment methods that can pay it. */
      payment_method_types,
      /** How the card will be used later. */
      usage,
    }),
    t.partial({
      /** The step that it waits for, in `requires_action`. */
      next_action: nullable(StripeNextAction),
    }),
  ],
  // The component of the OpenAPI document.
  'SetupIntent',
);
export interface StripeSetupIntent extends Readonly<t.TypeOf<typeof StripeSetupIntent>> {}
