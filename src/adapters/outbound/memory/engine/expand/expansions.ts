import type { ObjectName } from '../objects/object-name.js';

/** The fields of an object in whose place the object that they name can be asked for. */
export type Expansions = { readonly [field: string]: ObjectName };

/** What can be expanded, object by object. A field inside a part of an object has a dot. */
export const expansions: { readonly [name in ObjectName]: Expansions } = {
  balance: {},
  balance_transaction: {},
  card: { customer: 'customer' },
  charge: {
    balance_transaction: 'balance_transaction',
    customer: 'customer',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
  },
  customer: {
    default_source: 'card',
    'invoice_settings.default_payment_method': 'payment_method',
    sources: 'card',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  event: {},
  payment_intent: {
    customer: 'customer',
    latest_charge: 'charge',
    payment_method: 'payment_method',
  },
  payment_method: { customer: 'customer' },
  refund: {
    balance_transaction: 'balance_transaction',
    charge: 'charge',
    payment_intent: 'payment_intent',
  },
  token: {},
  webhook_endpoint: {},
};
