import {
  checkedOptions,
  must,
  optional,
  type Rule,
  type Rules,
} from '../../../application/checked-options.js';
import type { Clock } from '../../../application/ports/clock.js';
import { isApiVersion, wantedApiVersion } from './api-version.js';

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

const isOrigin = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return false;
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
};

const integer = (from: number, to: number, unit: string): Rule =>
  optional(
    must(
      `must be a whole number of ${unit} from ${from} to ${to}, or absent`,
      (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
    ),
  );

const rules: Rules<StripeProcessorOptions> = {
  secretKey: must(
    'must be the secret key of a Stripe account (sk_... or rk_...), without spaces or line ends: is the environment variable set?',
    (value) => typeof value === 'string' && /^(?!pk_)[!-~]+$/.test(value),
  ),
  baseUrl: optional(
    must(
      'must be an http or https URL of a host alone, such as http://127.0.0.1:12111, or absent to call Stripe',
      isOrigin,
    ),
  ),
  timeoutMs: integer(1, 600_000, 'milliseconds'),
  maxRetries: integer(0, 10, 'retries'),
  retryDelayMs: integer(0, 60_000, 'milliseconds'),
  apiVersion: optional(must(`must be ${wantedApiVersion}, or absent`, isApiVersion)),
  cards: optional(
    must(
      'must be sources or payment_methods, or absent',
      (value) => value === 'sources' || value === 'payment_methods',
    ),
  ),
  clock: optional(
    must(
      'must be a function that answers Unix seconds, or absent',
      (value) => typeof value === 'function',
    ),
  ),
};

/** Refuses wrong options of `maker` at once. Throws a `TypeError` with every problem, and without any value: one is the key. */
export const checkStripeProcessorOptions = (
  options: unknown,
  maker = 'createStripeProcessor',
): void => {
  checkedOptions(maker, rules, options);
};
