import type { Clock } from '../../../application/ports/clock.js';

/** How Stripe is reached. Only the key is required. */
export type StripeProcessorOptions = {
  /** Secret key (`sk_...`) or restricted key (`rk_...`) of the account. */
  readonly secretKey: string;
  /** A server that speaks Stripe's protocol, for example `http://127.0.0.1:12111`. Absent: Stripe. */
  readonly baseUrl?: string;
  /** How long one attempt waits for its answer, in milliseconds. Absent: 30 000. */
  readonly timeoutMs?: number;
  /** How often a call is tried again when nobody knows what became of it. Absent: 2. */
  readonly maxRetries?: number;
  /** The pause before the first retry, in milliseconds. It doubles with each, up to ten times itself. Absent: 500. */
  readonly retryDelayMs?: number;
  /**
   * The version of Stripe's API, for example `2026-09-30.endive`; from `2022-11-15` on. Absent: `2026-08-26.dahlia`,
   * whatever the account's default is.
   */
  readonly apiVersion?: string;
  /**
   * How `createCard` keeps a card: `sources`, as a source of its customer (`card_...`), which new accounts refuse;
   * `payment_methods`, as a payment method (`pm_...`). Listing, default and removal know both. Absent: `sources`.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** Unix seconds. Absent: the system's time. */
  readonly clock?: Clock;
};
