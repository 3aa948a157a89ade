import * as t from 'io-ts';
import { nullable, oneOf, text } from '../../../domain/input/primitives.js';

/** The answer to creating or updating a customer. */
export const CustomerSummary = t.type(
  {
    /** Id of the customer, `cus_...`. */
    id: text('Id of the customer, `cus_...`'),
    /** Email address. */
    email: nullable(text('Email address')),
    /** Full name. */
    name: nullable(text('Full name')),
    /** Phone number. */
    phone: nullable(text('Phone number')),
  },
  'CustomerSummary',
);
export interface CustomerSummary extends Readonly<t.TypeOf<typeof CustomerSummary>> {}

/** The answer to tokenizing a card. */
export const CardTokenSummary = t.type(
  {
    /** Id of the token, `tok_...`, can be used once. */
    token_id: text('Id of the token, `tok_...`, can be used once'),
    /** Id of the card, `card_...`. */
    card_id: text('Id of the card, `card_...`'),
    /** Card brand. */
    card_brand: text('Card brand'),
    /** Last four digits. */
    card_last4: text('Last four digits'),
  },
  'CardTokenSummary',
);
export interface CardTokenSummary extends Readonly<t.TypeOf<typeof CardTokenSummary>> {}

/** The answer to assigning a card. */
export const AssignedCard = t.type(
  {
    /** Id of the card, `card_...`. */
    cardId: text('Id of the card, `card_...`'),
    /** Card brand. */
    brand: text('Card brand'),
    /** Last four digits. */
    last4: text('Last four digits'),
  },
  'AssignedCard',
);
export interface AssignedCard extends Readonly<t.TypeOf<typeof AssignedCard>> {}

/** The answer to a deletion: the id of the deleted object. */
export const Deleted = t.type(
  {
    /** Id of the deleted object. */
    id: t.string,
  },
  'Deleted',
);
export interface Deleted extends Readonly<t.TypeOf<typeof Deleted>> {}

/** The answer to a webhook call. */
export const Receipt = t.intersection(
  [
    t.type({
      /** Always `true`. */
      received: t.literal(true),
    }),
    t.partial({
      /** The type of the event, such as `payment_intent.succeeded`. */
      type: t.string,
      /** All its events were stored before. */
      duplicate: t.literal(true),
    }),
  ],
  'WebhookReceipt',
);
export interface Receipt extends Readonly<t.TypeOf<typeof Receipt>> {}

/** The answer to a replay: how many events are handled again. */
export const Replayed = t.type(
  {
    /** How many events are handled again. */
    replayed: t.number,
  },
  'Replayed',
);
export interface Replayed extends Readonly<t.TypeOf<typeof Replayed>> {}

/** The answer to erasing events: how many payloads were erased. */
export const Erased = t.type(
  {
    /** How many payloads were erased. */
    erased: t.number,
  },
  'Erased',
);
export interface Erased extends Readonly<t.TypeOf<typeof Erased>> {}

/** The envelope of every failure (interface section 7). */
export const Failure = t.intersection(
  [
    t.type({
      status: t.literal(false),
      message: text('Description of the error, for people'),
      code: nullable(
        text('Error code, for programs; `null` when there is none. Every 400 has one'),
      ),
    }),
    t.partial({
      fields: t.readonlyArray(text('The name of a required field that is missing')),
      field: text('The name of the invalid field'),
      hint: text('What was probably meant, for people'),
      feature: text('The feature that the processor lacks, with `unsupported_operation`'),
      decline_code: text("The bank's reason, when it gave one"),
      payment_intent: text(
        'Id of the payment intent, `pi_...`, which can still be paid with another card; with a decline',
      ),
      setup_intent: text(
        'Id of the setup intent, `seti_...`, which can still save another card; with a decline',
      ),
      charge: text('Id of the charge, `ch_...`, the failed charge; with a decline'),
      outcome: oneOf(
        ['not_done', 'unknown'],
        'Whether the operation may have been done; with every 5xx, and while a key is in use or in doubt. `not_done`: it was not done. `unknown`: repeat the request with the same `Idempotency-Key`, or look it up; never use a new key',
      ),
      stack: text('Stack trace; never in production'),
    }),
  ],
  'Failure',
);
export interface Failure extends Readonly<t.TypeOf<typeof Failure>> {}
