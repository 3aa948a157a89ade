/** A page of a list, newest first. */
export type ListObject<A> = {
  readonly object: 'list';
  /** How many items match, on all pages, where the processor says it. */
  readonly count?: number;
  readonly data: ReadonlyArray<A>;
  readonly has_more: boolean;
  readonly url: string;
};

/** A page of the matches of a search, newest first. `next_page`: the `page` that continues; `null` if there is none. */
export type SearchResult<A> = {
  readonly object: 'search_result';
  readonly data: ReadonlyArray<A>;
  readonly has_more: boolean;
  readonly next_page: string | null;
  readonly url: string;
};

/** The processor's names for its objects. */
export type ObjectName =
  | 'account'
  | 'balance'
  | 'balance_transaction'
  | 'card'
  | 'charge'
  | 'checkout.session'
  | 'confirmation_token'
  | 'customer'
  | 'dispute'
  | 'event'
  | 'item'
  | 'mandate'
  | 'payment_intent'
  | 'payment_method'
  | 'payment_method_configuration'
  | 'payout'
  | 'product'
  | 'refund'
  | 'shipping_rate'
  | 'setup_attempt'
  | 'setup_intent'
  | 'token'
  | 'webhook_endpoint';

/** The mark of a deleted object. */
export type DeletedObject<T extends string> = {
  readonly id: string;
  readonly object: T;
  readonly deleted: true;
};

/** The API version of an account: of events, and of responses to requests that name no version. */
export const accountApiVersion = '2026-08-26.dahlia';
