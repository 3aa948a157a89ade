/** The processor's names for its objects. */
export type ObjectName =
  | 'balance'
  | 'balance_transaction'
  | 'card'
  | 'charge'
  | 'customer'
  | 'dispute'
  | 'event'
  | 'payment_intent'
  | 'payment_method'
  | 'refund'
  | 'token'
  | 'webhook_endpoint';
