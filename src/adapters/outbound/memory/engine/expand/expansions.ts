import type { ObjectName } from '../objects/object.js';

/** What can stand in a field instead of an id, or as a list in a field that is not there otherwise. */
export type Expansion =
  | ObjectName
  | { readonly anyOf: ReadonlyArray<ObjectName> }
  | { readonly listOf: ObjectName };

/** The fields of an object that can be expanded. */
export type Expansions = { readonly [field: string]: Expansion };

/** What can be expanded, object by object. A field inside a part of an object has a dot. */
export const expansions: { readonly [name in ObjectName]: Expansions } = {
  balance: {},
  balance_transaction: { source: { anyOf: ['charge', 'refund', 'dispute'] } },
  card: { customer: 'customer' },
  charge: {
    balance_transaction: 'balance_transaction',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
    refunds: { listOf: 'refund' },
  },
  customer: {
    default_source: 'card',
    'invoice_settings.default_payment_method': 'payment_method',
    sources: { listOf: 'card' },
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  event: {},
  payment_intent: {
    customer: 'customer',
    latest_charge: 'charge',
    payment_method: 'payment_method',
    source: 'card',
  },
  payment_method: { customer: 'customer' },
  refund: {
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
  },
  token: {},
  webhook_endpoint: {},
};
