import * as t from 'io-ts';
import { nullable, oneOf, text } from '../../../domain/primitives.js';

/** The answer to creating or updating a customer. */
export const CustomerSummary = t.type(
  {
    id: text('`cus_...`'),
    email: nullable(text('Email address')),
    name: nullable(text('Full name')),
    phone: nullable(text('Phone number')),
  },
  'CustomerSummary',
);
export interface CustomerSummary extends Readonly<t.TypeOf<typeof CustomerSummary>> {}

/** The answer to tokenizing a card. */
export const CardTokenSummary = t.type(
  {
    token_id: text('`tok_...`, can be used once'),
    card_id: text('`card_...`'),
    card_brand: text('Card brand'),
    card_last4: text('Last four digits'),
  },
  'CardTokenSummary',
);
export interface CardTokenSummary extends Readonly<t.TypeOf<typeof CardTokenSummary>> {}

/** The answer to assigning a card. */
export const AssignedCard = t.type(
  {
    cardId: text('`card_...`'),
    brand: text('Card brand'),
    last4: text('Last four digits'),
  },
  'AssignedCard',
);
export interface AssignedCard extends Readonly<t.TypeOf<typeof AssignedCard>> {}

/** The answer to a deletion: the id of the deleted object. */
export const Deleted = t.type({ id: t.string }, 'Deleted');
export interface Deleted extends Readonly<t.TypeOf<typeof Deleted>> {}

/** The answer to a webhook call. */
export const Receipt = t.intersection(
  [
    t.type({ received: t.literal(true) }),
    t.partial({ type: t.string, duplicate: t.literal(true) }),
  ],
  'WebhookReceipt',
);
export interface Receipt extends Readonly<t.TypeOf<typeof Receipt>> {}

/** The answer to a replay: how many events are handled again. */
export const Replayed = t.type({ replayed: t.number }, 'Replayed');
export interface Replayed extends Readonly<t.TypeOf<typeof Replayed>> {}

/** The answer to erasing events: how many payloads were erased. */
export const Erased = t.type({ erased: t.number }, 'Erased');
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
      decline_code: text("The bank's reason, when it gave one"),
      payment_intent: text('`pi_...`, which can still be paid with another card; with a decline'),
      setup_intent: text('`seti_...`, which can still save another card; with a decline'),
      charge: text('`ch_...`, the failed charge; with a decline'),
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
