import {
  aClock,
  aFunction,
  aWholeNumber,
  aWord,
  must,
  optional,
  options,
  textThat,
  within,
} from '../../../application/checked-input.js';
import { aTelemetry } from '../../../application/given-telemetry.js';
import type { Clock } from '../../../application/ports/clock.js';
import type { Telemetry } from '../../../application/ports/telemetry.js';
import type { Tracing } from '../../../application/ports/tracing.js';
import { isObject } from '../../../domain/input/json.js';
import { isApiVersion, wantedApiVersion } from './api-version.js';
import { protectionBounds } from './protection.js';
import { longestTotalMs } from './retry-policy.js';
import type { StripeTransport } from './transport.js';

/** Whether a value is an http or https URL of a scheme and a host only. */
export const isOrigin = (value: string): boolean => {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
};

const isTracing = (value: unknown): value is Partial<Tracing> =>
  isObject(value) &&
  Object.entries(value).every(
    ([name, one]) =>
      ['headers', 'aroundProcessorCall'].includes(name) &&
      (one === undefined || typeof one === 'function'),
  );

/** How Stripe is called. Only the secret key is required. */
export type StripeProcessorOptions = {
  /** Secret key (`sk_...`) or restricted key (`rk_...`) of the account. */
  readonly secretKey: string;
  /** A server that speaks Stripe's protocol, for example `http://127.0.0.1:12111`. Default: Stripe. */
  readonly baseUrl?: string;
  /** Sends each request in place of Pasarela's own HTTP client, as with a proxy, an agent or a `fetch` of yours. */
  readonly transport?: StripeTransport;
  /** How long one attempt waits for its response, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
  /**
   * How long a call may take with all its attempts and the look-up of its outcome, in milliseconds: less than a buyer waits. The last
   * third, or half of `timeoutMs` if that is less, is for the look-up. Default: 20 000.
   */
  readonly totalTimeoutMs?: number;
  /** The maximum number of retries of a call whose outcome is unknown. Default: 2. */
  readonly maxRetries?: number;
  /** The pause before the first retry, in milliseconds. It doubles with each retry, up to ten times as long. Default: 500. */
  readonly retryDelayMs?: number;
  /**
   * Version of Stripe's API, for example `2026-09-30.endive`; `2022-11-15` or later. Default: `2026-08-26.dahlia`, whatever
   * the default of the account is.
   */
  readonly apiVersion?: string;
  /**
   * How `createCard` stores a card: `sources` as a source of its customer (`card_...`), which Stripe refuses to new accounts,
   * or `payment_methods` as a payment method (`pm_...`). Listing, setting the default and deleting work with both.
   * Default: `sources`.
   */
  readonly cards?: 'sources' | 'payment_methods';
  /** How many requests are in progress at the same time at most, 1 to 120. Default: 120. */
  readonly maxCalls?: number;
  /**
   * How many requests wait at most, up to a second, for one of those to end. The others fail at once, and nothing was done.
   * Default: 256.
   */
  readonly maxWaitingCalls?: number;
  /**
   * How many requests without an answer of Stripe open the circuit breaker: within ten seconds, and if they are at least four
   * fifths of all. Default: 10; 0: there is no circuit breaker.
   */
  readonly breakerFailures?: number;
  /**
   * How many requests without an answer in a row open it too, if ten seconds have passed since the first of them: for few calls.
   * Default: 3; 0: however many.
   */
  readonly breakerFailuresInRow?: number;
  /** How long the open breaker sends nothing before it tries again, in milliseconds. Default: 5 000. */
  readonly breakerPauseMs?: number;
  /** Gets a report of each call, and of each change of the circuit breaker. What it throws is ignored. */
  readonly telemetry?: Partial<Telemetry>;
  /** Connects requests to Stripe with a trace of yours. Its functions must not throw. */
  readonly tracing?: Partial<Tracing>;
  /** Returns Unix seconds. Default: the system's time. */
  readonly clock?: Clock;
};

export const StripeProcessorOptions = options<StripeProcessorOptions>({
  secretKey: textThat(
    'must be the secret key of a Stripe account (sk_... or rk_...), without spaces or line ends: is the environment variable set?',
    (value) => /^(?!pk_)[!-~]+$/.test(value),
  ),
  baseUrl: optional(
    textThat(
      'must be an http or https URL without a path, such as http://127.0.0.1:12111; leave it out to call Stripe',
      isOrigin,
    ),
  ),
  transport: optional(aFunction<StripeTransport>()),
  timeoutMs: optional(aWholeNumber(1, 600_000)),
  totalTimeoutMs: optional(aWholeNumber(1, longestTotalMs)),
  maxRetries: optional(aWholeNumber(0, 10)),
  retryDelayMs: optional(aWholeNumber(0, 60_000)),
  apiVersion: optional(textThat(`must be ${wantedApiVersion}`, isApiVersion)),
  cards: optional(aWord('sources', 'payment_methods')),
  maxCalls: within(protectionBounds.maxCalls),
  maxWaitingCalls: within(protectionBounds.maxWaitingCalls),
  breakerFailures: within(protectionBounds.breakerFailures),
  breakerFailuresInRow: within(protectionBounds.breakerFailuresInRow),
  breakerPauseMs: within(protectionBounds.breakerPauseMs),
  telemetry: optional(aTelemetry),
  tracing: optional(
    must(
      'must be an object with the functions headers and aroundProcessorCall, or one of them',
      isTracing,
    ),
  ),
  clock: optional(aClock),
});
