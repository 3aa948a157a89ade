import * as t from 'io-ts';
import { nullable, oneOf, text } from '../../../domain/primitives.js';

/** A customer as creation and update answer it. */
export const CustomerSummary = t.type(
  {
    id: text('`cus_...`'),
    email: nullable(text('Email address')),
    name: nullable(text('Full name')),
    phone: nullable(text('Phone number')),
  },
  'CustomerSummary',
);
export type CustomerSummary = Readonly<t.TypeOf<typeof CustomerSummary>>;

/** A card's token as tokenization answers it. */
export const CardTokenSummary = t.type(
  {
    token_id: text('`tok_...`, for one use'),
    card_id: text('`card_...`'),
    card_brand: text('Card brand'),
    card_last4: text('Last four digits'),
  },
  'CardTokenSummary',
);
export type CardTokenSummary = Readonly<t.TypeOf<typeof CardTokenSummary>>;

/** A card as its assignment answers it. */
export const AssignedCard = t.type(
  {
    cardId: text('`card_...`'),
    brand: text('Card brand'),
    last4: text('Last four digits'),
  },
  'AssignedCard',
);
export type AssignedCard = Readonly<t.TypeOf<typeof AssignedCard>>;

/** The id of what was deleted. */
export const Deleted = t.type({ id: t.string }, 'Deleted');
export type Deleted = Readonly<t.TypeOf<typeof Deleted>>;

/** What the processor is told about its event. */
export const Receipt = t.intersection(
  [
    t.type({ received: t.literal(true), type: t.string }),
    t.partial({ duplicate: t.literal(true) }),
  ],
  'WebhookReceipt',
);
export type Receipt = Readonly<t.TypeOf<typeof Receipt>>;

/** How many events are handled again. */
export const Replayed = t.type({ replayed: t.number }, 'Replayed');
export type Replayed = Readonly<t.TypeOf<typeof Replayed>>;

/** How many events lost their payload. */
export const Erased = t.type({ erased: t.number }, 'Erased');
export type Erased = Readonly<t.TypeOf<typeof Erased>>;

/** The envelope of every failure (interface section 7). */
export const Failure = t.intersection(
  [
    t.type({
      status: t.literal(false),
      message: text('What went wrong, for people'),
      code: nullable(text('What went wrong, for programs; `null` when there is no code')),
    }),
    t.partial({
      decline_code: text("The bank's reason, where it gave one"),
      payment_intent: text('`pi_...`, which another card may still pay; with a decline'),
      charge: text('`ch_...`, the failed charge; with a decline'),
      outcome: oneOf(
        ['not_done', 'unknown'],
        'Whether the work may have been done; with every 5xx, and while a key is in use or in doubt. `not_done`: it was not. `unknown`: repeat the request with the same `Idempotency-Key`, or look; never with a new key',
      ),
      stack: text('Where it went wrong; never in production'),
    }),
  ],
  'Failure',
);
export type Failure = Readonly<t.TypeOf<typeof Failure>>;
