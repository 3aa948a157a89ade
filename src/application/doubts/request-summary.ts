import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as J from 'fp-ts/lib/Json.js';
import * as O from 'fp-ts/lib/Option.js';
import * as t from 'io-ts';
import { isObject } from '../../domain/input/json.js';
import { wholeUnitsText } from '../../domain/money/amount-text.js';
import { linesTotal } from '../../domain/objects/line-items.js';
import { type Metadata, reservedKey } from '../../domain/objects/metadata.js';
import { redact } from '../../domain/text/redact.js';

/** The decoded input of a request, by field, as a summary keeps it. */
export type SummarizedInput = { readonly [field: string]: unknown };

// A request with a card cannot be looked up without its card, which is not stored (decision I6).
const cardFields = ['number', 'cvc'];

// Texts that a look-up does not compare. They are about people.
const notCompared = new Set([
  'description',
  'mandate',
  'receipt_email',
  'return_url',
  'success_url',
  'cancel_url',
  'customer_email',
  'evidence',
  'shipping',
  'statement_descriptor_suffix',
]);

const redacted = (value: unknown): unknown => {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redacted(inner)]),
  );
};

// The fields of an update are its only evidence: looked up without one of them, an update that was never made could look like one
// that was. So are the texts of a dispute, which are about the customer. `null` is no value of any field, so the input cannot be
// decoded, and stays in doubt.
const leftOut = (
  operation: string,
  field: string,
): ReadonlyArray<readonly [field: string, value: unknown]> =>
  operation === 'updatePayment' || field === 'evidence' ? [[field, null]] : [];

/**
 * The summary of a request as text, to be encrypted and stored until its key is answered: enough to look up its outcome without
 * its caller, but for an update or evidence with such texts, which is kept so that it cannot be decoded. It has no card numbers, security codes, secrets or texts that a look-up does not compare.
 */
export const requestSummary = {
  /** `none`: the request cannot be looked up. */
  write: (operation: string, input: object): O.Option<string> =>
    cardFields.some((field) => Object.hasOwn(input, field))
      ? O.none
      : pipe(
          J.stringify(
            Object.fromEntries(
              Object.entries(input).flatMap(
                ([field, value]): ReturnType<typeof leftOut> =>
                  notCompared.has(field) ? leftOut(operation, field) : [[field, redacted(value)]],
              ),
            ),
          ),
          O.fromEither,
        ),
  read: (text: string): O.Option<SummarizedInput> =>
    pipe(
      J.parse(text),
      E.flatMap((input) => t.UnknownRecord.decode(input)),
      O.fromEither,
    ),
};

/** The facts of a request that an operator looks for. */
type DoubtFacts = {
  /** Minor units (cents). `null`: everything, no amount, or one that only `amount_decimal` can tell. */
  readonly amount: number | null;
  /** Text in whole units: `19.99`. `null`: everything, no amount, or one that only `amount` can tell. */
  readonly amount_decimal: string | null;
  /** Three letters, lower case. `null`: not part of the request. */
  readonly currency: string | null;
  /** `cus_...` */
  readonly customer: string | null;
  /** The object that the request changes: `pi_...`, `seti_...`, `cs_...`, `ch_...` or the id of a card. */
  readonly object_id: string | null;
  /** The number of the order, by `metadata`. */
  readonly order: string | null;
  readonly metadata: Metadata;
};

const orderNames = ['order_id', 'orderId', 'order_number', 'orderNumber', 'order'];

/** The order number in the metadata of a payment, refund or customer, and the metadata without Pasarela's own. */
export const orderIn = (metadata: unknown): Pick<DoubtFacts, 'order' | 'metadata'> => {
  const own = Object.fromEntries(
    Object.entries(isObject(metadata) ? metadata : {}).flatMap(([name, value]) =>
      name === reservedKey || typeof value !== 'string' ? [] : [[redact(name), redact(value)]],
    ),
  );
  const name = orderNames.find((one) => Object.hasOwn(own, one));
  return { order: name === undefined ? null : (own[name] ?? null), metadata: own };
};

const firstOf = <A>(
  input: SummarizedInput,
  fields: ReadonlyArray<string>,
  is: (value: unknown) => value is A,
): A | null => fields.map((field) => input[field]).find(is) ?? null;

const inEurosByDefault: ReadonlyArray<string | null> = [
  'createPaymentIntent',
  'createCheckoutSession',
];

/**
 * The facts in the input of a request. A payment or a session without a currency is in euros (decision P2). A refund and a capture have the
 * currency of their payment, which is not in the request: their amount is known in the units in which it was given.
 */
export const factsOf = (operation: string | null, input: SummarizedInput): DoubtFacts => {
  const amount =
    firstOf(input, ['amount', 'amount_minor', 'amount_to_capture'], t.number.is) ??
    linesTotal(input['line_items']);
  const usual = inEurosByDefault.includes(operation) && amount !== null ? 'eur' : null;
  const { order, metadata } = orderIn(input['metadata']);
  const currency = firstOf(input, ['currency'], t.string.is) ?? usual;
  return {
    amount,
    amount_decimal:
      amount === null
        ? firstOf(input, ['amount'], t.string.is)
        : wholeUnitsText(amount, currency ?? ''),
    currency,
    customer: firstOf(input, ['customer'], t.string.is),
    object_id: firstOf(
      input,
      ['payment_intent', 'setup_intent', 'session', 'charge', 'card', 'default_source', 'dispute'],
      t.string.is,
    ),
    order: order ?? firstOf(input, ['client_reference_id'], t.string.is),
    metadata,
  };
};
