/** What an id can name. */
export type Resource =
  | 'customer'
  | 'payment_intent'
  | 'payment_method'
  | 'card'
  | 'token'
  | 'charge'
  | 'refund'
  | 'event';
