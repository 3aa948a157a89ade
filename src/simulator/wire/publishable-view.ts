import { isPlainObject } from '../../domain/input/json.js';
import type { JsonObject } from '../engine/objects/json.js';

/**
 * The fields of an intent that Stripe's API reference marks as "retrievable with publishable key", and those that it shows
 * besides: without customer, metadata and charge. https://docs.stripe.com/api/payment_intents/object, https://docs.stripe.com/api/setup_intents/object
 */
const retrievable: ReadonlyMap<unknown, ReadonlySet<string>> = new Map([
  [
    'payment_intent',
    new Set([
      'id',
      'object',
      'amount',
      'amount_details',
      'automatic_payment_methods',
      'canceled_at',
      'cancellation_reason',
      'capture_method',
      'client_secret',
      'confirmation_method',
      'created',
      'currency',
      'description',
      'last_payment_error',
      'livemode',
      'next_action',
      'payment_method',
      'payment_method_configuration_details',
      'payment_method_options',
      'payment_method_types',
      'processing',
      'receipt_email',
      'setup_future_usage',
      'shipping',
      'source',
      'status',
    ]),
  ],
  [
    'setup_intent',
    new Set([
      'id',
      'object',
      'cancellation_reason',
      'client_secret',
      'created',
      'description',
      'last_setup_error',
      'livemode',
      'next_action',
      'payment_method',
      'payment_method_types',
      'status',
      'usage',
    ]),
  ],
]);

// `expand[]=payment_method.customer` must not show a customer.
const shown = (value: unknown): unknown => {
  if (!isPlainObject(value)) return value;
  return value['object'] === 'customer' ? value['id'] : publishableView(value);
};

// A fingerprint tells whether two payment methods are the same card.
const withoutSecrets = ({ metadata: _metadata, ...method }: JsonObject): JsonObject => {
  const { card } = method;
  if (!isPlainObject(card)) return method;
  const { fingerprint: _fingerprint, ...rest } = card;
  return { ...method, card: rest };
};

/** A response as a publishable key gets it. */
export const publishableView = (given: JsonObject): JsonObject => {
  const object = given['object'] === 'payment_method' ? withoutSecrets(given) : given;
  const fields = retrievable.get(object['object']);
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) => fields?.has(name) ?? true)
      .map(([name, value]) => [name, shown(value)]),
  );
};
