import * as t from 'io-ts';
import { UnixSeconds } from './input/moment.js';
import { nullable, oneOf, text } from './input/primitives.js';
import { objectAmount } from './money/money.js';

/** The kinds of doubt that are listed. */
export const doubtKinds = ['unknown_outcome', 'unconfirmed'] as const;

const doubt = t.type(
  {
    /** Id of the doubt, for `starting_after`. */
    id: text('Id of the doubt, for `starting_after`'),
    /** Always `doubt`. */
    object: t.literal('doubt'),
    /** `unknown_outcome`: nobody knows whether a request with an idempotency key was done. `unconfirmed`: the customer has authenticated a payment that nobody has confirmed again. */
    kind: oneOf(
      doubtKinds,
      '`unknown_outcome`: nobody knows whether a request with an idempotency key was done. `unconfirmed`: the customer has authenticated a payment that nobody has confirmed again',
    ),
    /** When the doubt began, Unix seconds. */
    since: UnixSeconds,
    /** How old the doubt is, in seconds. */
    age: t.number,
    /** The operation of the request, for example `createPaymentIntent`. */
    operation: nullable(text('The operation of the request, for example `createPaymentIntent`')),
    /** The client of the request. */
    client: nullable(text('The client of the request')),
    /** SHA-256 of the caller's key, as logs have it. */
    key_hash: nullable(text("SHA-256 of the caller's key, as logs have it")),
    /** The idempotency key at the processor, which created objects have in their metadata. */
    derived_key: nullable(
      text('The idempotency key at the processor, which created objects have in their metadata'),
    ),
    /** In minor units. `null`: everything, no amount, or text in whole units of a currency that the request does not name. */
    amount: nullable(
      objectAmount(
        'In minor units. `null`: everything, no amount, or text in whole units of a currency that the request does not name',
      ),
    ),
    /** Text in whole units, for example `'19.99'`. `null`: everything, no amount, or minor units of a currency that the request does not name. */
    amount_decimal: nullable(
      text(
        "Text in whole units, for example `'19.99'`. `null`: everything, no amount, or minor units of a currency that the request does not name",
      ),
    ),
    /** Three letters, lower case. */
    currency: nullable(text('Three letters, lower case')),
    /** Id of the customer, `cus_...`. */
    customer: nullable(text('Id of the customer, `cus_...`')),
    /** The object that the request changes, for example `pi_...`. */
    object_id: nullable(text('The object that the request changes, for example `pi_...`')),
    /** The order number, by `metadata`. */
    order: nullable(text('The order number, by `metadata`')),
    /** Your own texts by name. */
    metadata: t.record(t.string, t.string),
  },
  'Doubt',
);
/**
 * A payment or another change about which somebody has to find out more. `unknown_outcome`: the outcome of a request with an
 * idempotency key is unknown. `unconfirmed`: the customer has authenticated a payment, and nobody has confirmed it again.
 * Without a stored summary of its request, only the key is known.
 */
export interface Doubt extends Readonly<t.TypeOf<typeof doubt>> {}
export const Doubt: t.Type<Doubt> = doubt;
