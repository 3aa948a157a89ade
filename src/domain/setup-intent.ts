import * as t from 'io-ts';
import { ObjectMetadata } from './metadata.js';
import { UnixSeconds } from './moment.js';
import { IntentNextAction, StripeNextAction } from './next-action.js';
import { nullable, openWord, text } from './primitives.js';

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
  code: text('Why the last attempt failed, for example `card_declined`'),
  decline_code: text('The reason of the bank, for example `insufficient_funds`'),
  message: text('The text of the processor'),
});

// A processor that has none leaves them out.
const livemode = t.boolean;
const payment_method_types = t.readonlyArray(t.string);
const usage = openWord(['off_session', 'on_session'], 'How the card will be used later');

/**
 * A setup intent at the processor: it saves a card of a customer for later payments, and charges nothing. When it has
 * succeeded, its `payment_method` belongs to the customer. Processors other than Stripe leave out the fields that they have no
 * value for.
 */
export const SetupIntent = t.intersection(
  [
    t.type({
      id: text('`seti_...`'),
      object: t.literal('setup_intent'),
      status: openWord(setupIntentStatuses, 'Status; other values are possible'),
      created: UnixSeconds,
    }),
    t.partial({
      livemode,
      payment_method_types,
      usage,
      cancellation_reason: nullable(openWord(setupCancellationReasons, 'Why it was canceled')),
      client_secret: nullable(
        text(
          'For the client library of the processor; only in the answers to creation and confirmation',
        ),
      ),
      customer: nullable(text('`cus_...`')),
      description: nullable(text('Description set by the shop')),
      last_setup_error: nullable(LastSetupError),
      latest_attempt: nullable(text('Id of the most recent attempt, `setatt_...`')),
      metadata: ObjectMetadata,
      next_action: nullable(IntentNextAction),
      payment_method: nullable(text('`pm_...` or `card_...`')),
    }),
  ],
  'SetupIntent',
);
export interface SetupIntent extends Readonly<t.TypeOf<typeof SetupIntent>> {}

/** A setup intent of Stripe: it always has the fields that other processors may leave out. */
export const StripeSetupIntent = t.intersection(
  [
    ...SetupIntent.types,
    t.type({ livemode, payment_method_types, usage }),
    t.partial({ next_action: nullable(StripeNextAction) }),
  ],
  // The component of the OpenAPI document.
  'SetupIntent',
);
export interface StripeSetupIntent extends Readonly<t.TypeOf<typeof StripeSetupIntent>> {}
