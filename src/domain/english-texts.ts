import type { EventProblem } from './events/event-types.js';
import type { ReceivedEventProblem } from './events/received-event.js';
import { idPrefixes } from './id-prefixes.js';
import type { DecodeProblem } from './input/decode-object.js';
import { quoteUnusualName } from './input/field-names.js';
import {
  deepestJson,
  mostJsonContainers,
  mostJsonNames,
  mostJsonText,
  mostJsonValues,
} from './input/json.js';
import { amountText } from './money/amount-text.js';
import { waysToWrite } from './money/ways-to-write.js';
import type {
  MissingInput,
  ProcessorRefused,
  RefundTooLarge,
  UnknownFields,
} from './payment-error.js';
import type {
  AmountReading,
  AmountUnit,
  Expected,
  PartRefusal,
  Refusal,
  Resource,
} from './refusal.js';

const expectedText: { readonly [E in Expected]: string } = {
  text: 'must be a string',
  printable: 'must be 1 to 255 printable ASCII characters',
  'raw-body':
    "must be the body exactly as received, as a string or bytes, not parsed as JSON: in Express, use express.raw({ type: 'application/json' }) on this route, before express.json()",
  headers: 'must be the headers of the request, by name, such as request.headers',
  boolean: 'must be true or false',
  integer: 'must be an integer',
  euros: 'must be an amount in euros with at most two decimals, such as 19.99',
  cents: 'must be an integer number of cents',
  metadata: 'must be an object with string values, such as {"order": "42"}',
  'metadata-keys': 'must have keys of 1 to 40 characters without square brackets',
  note: 'must be a string of 1 to 500 characters',
  'note-change': 'must be a string of at most 500 characters',
  shipping: 'must be an object with name and address',
  address: 'must be an object with line1, line2, city, state, postal_code or country',
  mandate: 'must be an object with ip_address and user_agent, those of the customer',
  'method-types': "must be a list of different types of payment methods, such as ['card', 'bizum']",
  'payment-methods':
    "must be 'automatic' or a list of different types of payment methods, such as ['card', 'bizum']",
  amount: 'must be an amount in whole units with at most two decimals, such as 19.99',
  'whole-amount':
    'must be an amount in whole units without decimals in this currency, such as 1000',
  'whole-units':
    "must be text in whole units of the currency with at most two decimals, such as '19.99'",
  'known-decimals':
    'cannot be converted to minor units, because the decimals of the currency are not known: pass amount_minor',
  'minor-units': 'must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR',
  currency: 'must be a three-letter currency code, such as eur',
  url: 'must be an absolute URL, such as https://shop.example/orders/42',
  'success-url':
    'must have {CHECKOUT_SESSION_ID} as it stands, not encoded: the processor replaces only that',
  'line-items': 'must be a list of 1 to 100 items, each with name and amount or amount_minor',
  quantity: 'must be a positive integer',
  'unix-seconds': 'must be a Unix timestamp in seconds',
  evidence: "must be an object with strings, such as { shipping_tracking_number: 'ES123' }",
};

export const resourceName: { readonly [R in Resource]: string } = {
  customer: 'Customer',
  payment_intent: 'Payment intent',
  setup_intent: 'Setup intent',
  payment_method: 'Payment method',
  card: 'Card',
  token: 'Token',
  charge: 'Charge',
  refund: 'Refund',
  checkout_session: 'Checkout session',
  event: 'Event',
  doubt: 'Doubt',
  confirmation_token: 'Confirmation token',
  dispute: 'Dispute',
  payout: 'Payout',
  balance_transaction: 'Balance transaction',
};

/** Says that an id is one of something else, and where the right one is. */
export const describeMixedIds = (wanted: Resource, given: Resource): string =>
  wanted === 'charge' && given === 'payment_intent'
    ? "The id is that of a payment (pi_...): pass the id of its charge (ch_...), which is the payment's latest_charge"
    : `The id (${idPrefixes[given]}...) is that of another object: ${resourceName[given].toLowerCase()}, not ${resourceName[wanted].toLowerCase()} (${idPrefixes[wanted]}...)`;

export const adviceText: { readonly [A in NonNullable<ProcessorRefused['advice']>]: string } = {
  tokenize_on_client:
    'This account does not accept card numbers: tokenize the card in the browser with Stripe.js, and assign it with its tok_...',
  keep_payment_methods:
    "This account does not accept tokens as a customer's cards: set STRIPE_CARDS=payment_methods (in the library, the option cards) to keep them as payment methods.",
};

/** `['a', 'b', 'c']` as `a, b and c`. */
const enumerate = (names: ReadonlyArray<string>): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

const suggestion = (nearest: string | null): string =>
  nearest === null ? '' : ` (did you mean ${nearest}?)`;

const describePart = (part: string, refusal: PartRefusal): string => {
  switch (refusal._tag) {
    case 'Unknown':
      return `${part} is an unknown field${suggestion(refusal.nearest)}`;
    case 'Reserved':
      return `${part} is reserved for Pasarela: use another key`;
    default:
      return describeRefusal(part, refusal);
  }
};

const unitName: { readonly [U in AmountUnit]: string } = {
  whole: 'whole units of the currency',
  minor: 'minor units of the currency, such as cents',
};

// Minor units are numbers, whole units may be text.
const notText = ({ unit, received }: AmountReading): string =>
  unit === 'minor' && received?.type === 'text' ? ', not text' : '';

const readAs = ({ unit, given, currency, received }: AmountReading): string => {
  if (given === null) {
    const shown = received?.shown ?? null;
    return shown === null ? '' : `: received ${shown}`;
  }
  const amount =
    unit === 'whole' && currency !== null
      ? `${given} ${currency.toUpperCase()}`
      : `${given} ${unit} units`;
  return `: ${given} was read as ${amount}`;
};

export const describeRefusal = (
  field: string,
  refusal: Exclude<Refusal, { readonly _tag: 'UnsafeId' }>,
): string => {
  switch (refusal._tag) {
    case 'NotA':
      return `${field} ${expectedText[refusal.expected]}${refusal.read === undefined ? '' : `${notText(refusal.read)}${readAs(refusal.read)}`}`;
    case 'NumberAsAmount':
      return `${field} must be text in whole units of the currency, not a number: ${waysToWrite(field, refusal)}`;
    case 'NotOneOf':
      return `${field} must be one of: ${refusal.values.join(', ')}`;
    case 'NotPositive':
      return refusal.read === undefined
        ? `${field} must be a number greater than 0`
        : `${field} must be ${refusal.read.received === undefined ? '' : 'a number '}greater than 0, in ${unitName[refusal.read.unit]}${notText(refusal.read)}${readAs(refusal.read)}`;
    case 'TooMany':
      return `${field} must have at most ${refusal.most} keys`;
    case 'Within':
      return describePart(`${field}.${refusal.path}`, refusal.refusal);
    case 'Excludes':
      return `${field} and ${refusal.other} cannot be used together: pass one of them`;
    case 'OnlyWith':
      return `${field} can only be used with ${refusal.other}: true`;
    case 'Requires':
      return `${field} can only be used together with ${refusal.other}`;
    case 'ConfirmedOnPage':
      return `${field} cannot be true with ${refusal.other}, because the customer confirms on your page: leave ${field} out, or pass the ${refusal.token} of the page`;
    case 'OtherCurrency':
      return `${field} cannot have ${refusal.method}, which only takes ${enumerate(refusal.takes)}, in a payment in ${refusal.currency}: leave ${refusal.method} out, or change the currency`;
    case 'NotScheme':
      return `${field} must begin with ${refusal.schemes.map((scheme) => `${scheme}://`).join(' or ')}; returnUrlSchemes adds the scheme of an app`;
    case 'TooManyDigits':
      return `${field} has more than 15 significant digits: pass it as a string, such as "19.99"`;
    case 'Repeated':
      return `${field} appears more than once in the body`;
    case 'OtherInPath':
      return `${field} is not the id in the path: pass one of them`;
    case 'UnknownCursor':
      return `${field} does not match any item of the list`;
  }
};

export const describeMissingInput = ({ required, fields }: MissingInput): string => {
  if (fields.length < required.length) {
    return `${enumerate(required)} are required: ${enumerate(fields)} ${fields.length > 1 ? 'are' : 'is'} missing or blank`;
  }
  return required.length > 1
    ? `${enumerate(required)} are required, and at least one of them is missing or blank`
    : `${enumerate(required)} is required`;
};

export const describeUnknownFields = ({ fields }: UnknownFields): string => {
  const named = fields.map(
    ({ name, nearest }) => `${quoteUnusualName(name)}${suggestion(nearest)}`,
  );
  return `Unknown field${fields.length > 1 ? 's' : ''}: ${named.join(', ')}`;
};

/** The text for a refund that is too large: the ceiling, and how the refund exceeds it. */
export const refundTooLarge = (
  caller: string,
  { per, largest, given, before, currency }: RefundTooLarge,
): string => {
  const written = (amount: number): string =>
    currency === null ? `${amount} minor units` : amountText(amount, currency);
  return per === 'refund'
    ? `${caller} may refund at most ${written(largest)} at once, and this refund is ${written(given)}`
    : `${caller} may refund at most ${written(largest)} in a day (UTC): ${written(before)} are counted today, and this refund is ${written(given)}`;
};

const listed = (paths: DecodeProblem['paths']): string =>
  `wrong or missing: ${paths.map((path) => (path === '' ? 'the whole value' : path)).join(', ')}`;

/** A text such as `not a valid Customer (wrong or missing: id, created)`. */
export const describeDecodeProblem = ({ codec, paths }: DecodeProblem): string =>
  `not a valid ${codec} (${listed(paths)})`;

/** A text such as `not a valid event (wrong or missing: id)`. */
export const describeReceivedEventProblem = (problem: ReceivedEventProblem): string => {
  switch (problem._tag) {
    case 'BeyondJsonBounds':
      return `not a valid event (nested deeper than ${deepestJson} levels, or more than ${mostJsonContainers} objects and arrays, ${mostJsonNames} names, ${mostJsonValues} values or ${mostJsonText} characters)`;
    case 'WrongFields':
      return `not a valid event (${listed(problem.problem.paths)})`;
    case 'NamedAsOwn':
      return `not a valid event: Pasarela makes the events of the types paid, payment_lost and payment_processing itself, and gives them ids such as paid_pi_1. This one is ${problem.id} of the type ${problem.type}: write your name in front of both, such as bank.paid and bank_paid_1`;
  }
};

/** A text such as `the object of a charge.updated event is not a valid Charge (wrong or missing: amount)`. */
export const describeEventProblem = (problem: EventProblem): string => {
  switch (problem._tag) {
    case 'ThinEventExpected':
      return `a ${problem.type} event must be a thin event`;
    case 'SnapshotEventExpected':
      return `a ${problem.type} event cannot be a thin event`;
    case 'WrongObject':
      return `the object of a ${problem.type} event is ${describeDecodeProblem(problem.problem)}`;
  }
};
