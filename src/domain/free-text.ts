import type { ProcessorEvent } from './events/processor-event.js';
import { showName } from './input/field-names.js';
import { isObject, isPlainObject } from './input/json.js';
import { hasCardNumber, hasPrintedCardNumber } from './text/hide-card-numbers.js';
import { redactCardData, redactPrintedCard } from './text/redact.js';

/**
 * The fields of the processor's objects, and of inputs, that people write texts into: descriptions, names, addresses, messages. The
 * others hold ids, codes, words and numbers, which may look like a card number by chance. From the schemas of Stripe's objects
 * (https://github.com/stripe/openapi).
 */
const freeTextFields: ReadonlySet<string> = new Set([
  'description',
  'interval_description',
  'product_description',
  'return_description',

  'account_holder_name',
  'cardholder_name',
  'customer_name',
  'display_name',
  'first_name',
  'first_name_kana',
  'first_name_kanji',
  'last_name',
  'last_name_kana',
  'last_name_kanji',
  'maiden_name',
  'name',
  'name_kana',
  'name_kanji',
  'nickname',
  'passenger_name',
  'payer_name',
  'refund_account_holder_name',
  'sender_name',
  'shipping_first_name',
  'shipping_last_name',
  'verified_name',

  'address_city',
  'address_line1',
  'address_line2',
  'address_state',
  'address_zip',
  'billing_address',
  'city',
  'line1',
  'line2',
  'postal_code',
  'shipping_address',
  'state',
  'town',
  'verified_address',

  'calculated_statement_descriptor',
  'statement_descriptor',
  'statement_descriptor_kana',
  'statement_descriptor_kanji',
  'statement_descriptor_prefix',
  'statement_descriptor_prefix_kana',
  'statement_descriptor_prefix_kanji',
  'statement_descriptor_suffix',
  'statement_descriptor_suffix_kana',
  'statement_descriptor_suffix_kanji',

  'access_activity_log',
  'cancellation_policy_disclosure',
  'cancellation_reason',
  'cancellation_rebuttal',
  'comment',
  'duplicate_charge_explanation',
  'explanation',
  'failure_message',
  'footer',
  'header',
  'memo',
  'message',
  'reason_message',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'seller_message',
  'title',
  'uncategorized_text',
]);

/** Other fields that requests fill in. They hold numbers by right, so that only numbers as cards show them count. */
const fieldsWithNumbers: ReadonlySet<string> = new Set([
  'carrier',
  'country',
  'customer_email',
  'customer_phone',
  'email',
  'phone',
  'receipt_email',
  'return_url',
  'success_url',
  'cancel_url',
  'tracking_number',
]);

// Its names and values are the application's, which finds its orders by them.
const isMetadata = (name: string): boolean => name === 'metadata';

type Fields = { readonly [name: string]: unknown };

type Rewrite = (text: string) => string;

const asItIs: Rewrite = (text) => text;

const rewriteOf = (name: string): Rewrite => {
  if (freeTextFields.has(name)) return redactCardData;
  return fieldsWithNumbers.has(name) ? redactPrintedCard : asItIs;
};

const redactedItems = (items: ReadonlyArray<unknown>, rewrite: Rewrite): ReadonlyArray<unknown> => {
  const results = items.map((item) => redactedValue(item, rewrite));
  return results.every((item, index) => item === items[index]) ? items : results;
};

const redactedValue = (value: unknown, rewrite: Rewrite): unknown => {
  if (typeof value === 'string') return rewrite(value);
  if (Array.isArray(value)) return redactedItems(value, rewrite);
  return isPlainObject(value) ? withoutCardData(value) : value;
};

const redactedField = (name: string, value: unknown): unknown =>
  isMetadata(name) ? value : redactedValue(value, rewriteOf(name));

/**
 * An object of the processor without the card numbers and security codes that people have written into its free texts, its email
 * addresses, phone numbers and URLs. All other fields stay as they are, those of `metadata` too. Without card data it is the same
 * object.
 */
export const withoutCardData = (object: Fields): Fields => {
  let changed: Fields | undefined;
  // Every event passes here, and most of its fields are neither texts nor objects. A list of pairs would be most of the work.
  for (const name in object) {
    const value = object[name];
    if (typeof value !== 'string' && !isObject(value)) continue;
    const result = redactedField(name, value);
    if (result !== value) changed = { ...(changed ?? object), [name]: result };
  }
  if (changed === undefined) return object;
  return Object.isFrozen(object) ? Object.freeze(changed) : changed;
};

/** The same for an event: of its object, and of what was in it before. */
export const eventWithoutCardData = (event: ProcessorEvent): ProcessorEvent => {
  if (event.object !== 'event') return event;
  const { object, previous_attributes: before } = event.data;
  const data = {
    ...event.data,
    object: withoutCardData(object),
    ...(before === undefined ? {} : { previous_attributes: withoutCardData(before) }),
  };
  const isSame = data.object === object && data.previous_attributes === before;
  return isSame ? event : { ...event, data };
};

/** Fields of inputs that have the numbers of cards by right, and those with ids: other processors have ids of digits. */
const exempt: ReadonlySet<string> = new Set([
  'number',
  'cvc',
  'card',
  'charge',
  'customer',
  'default_source',
  'dispute',
  'event',
  'payment_intent',
  'payment_method',
  'payout',
  'session',
  'setup_intent',
  'source',
]);

type Has = (text: string) => boolean;

// A free text stays one at any depth.
const hasIn = (name: string, outer: Has = hasPrintedCardNumber): Has =>
  freeTextFields.has(name) || isMetadata(name) ? hasCardNumber : outer;

const pathsWithin = (value: unknown, path: string, has: Has): ReadonlyArray<string> => {
  if (typeof value === 'string') return has(value) ? [path] : [];
  if (Array.isArray(value)) return value.flatMap((item) => pathsWithin(item, path, has));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const innerPath = `${path}.${showName(name)}`;
    return has(name) ? [innerPath] : pathsWithin(inner, innerPath, hasIn(name, has));
  });
};

/**
 * The paths of the texts of an input that have a card number: all its texts at any depth, and the keys and values of `metadata`.
 * Ids, and the card that is tokenized, are exempt.
 */
export const textsWithCardNumber = (input: object): ReadonlyArray<string> => [
  ...new Set(
    Object.entries(input).flatMap(([name, value]: [string, unknown]) =>
      exempt.has(name) ? [] : pathsWithin(value, name, hasIn(name)),
    ),
  ),
];
