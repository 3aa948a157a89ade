import * as t from 'io-ts';
import { UnixSeconds } from './moment.js';
import { objectAmount } from './money.js';
import { nullable, oneOf, text } from './primitives.js';

/** The kinds of doubt that are listed. */
export const doubtKinds = ['unknown_outcome', 'unconfirmed'] as const;

/**
 * A payment or another change about which somebody has to find out more. `unknown_outcome`: the outcome of a request with an
 * idempotency key is unknown. `unconfirmed`: the customer has authenticated a payment, and nobody has confirmed it again.
 */
export const Doubt = t.type(
  {
    id: text('Id of the doubt, for `starting_after`'),
    object: t.literal('doubt'),
    kind: oneOf(
      doubtKinds,
      '`unknown_outcome`: nobody knows whether a request with an idempotency key was done. `unconfirmed`: the customer has authenticated a payment that nobody has confirmed again',
    ),
    since: UnixSeconds,
    age: t.number,
    operation: nullable(text('The operation of the request, for example `createPaymentIntent`')),
    client: nullable(text('The client of the request')),
    key_hash: nullable(text("SHA-256 of the caller's key, as logs have it")),
    derived_key: nullable(
      text('The idempotency key at the processor, which created objects have in their metadata'),
    ),
    amount: nullable(
      objectAmount(
        'In minor units. `null`: everything, no amount, or text in whole units of a currency that the request does not name',
      ),
    ),
    amount_decimal: nullable(
      text(
        "Text in whole units, for example `'19.99'`. `null`: everything, no amount, or minor units of a currency that the request does not name",
      ),
    ),
    currency: nullable(text('Three letters, lower case')),
    customer: nullable(text('`cus_...`')),
    object_id: nullable(text('The object that the request changes, for example `pi_...`')),
    order: nullable(text('The order number, by `metadata`')),
    metadata: t.record(t.string, t.string),
  },
  'Doubt',
);
/**
 * A doubt. `amount` is in minor units (cents), `amount_decimal` is text in whole units, `age` is in seconds. Without a stored
 * summary, only the key is known.
 */
export interface Doubt extends Readonly<t.TypeOf<typeof Doubt>> {}
