import {
  checkedOptions,
  must,
  optional,
  type Rule,
  type Rules,
} from '../../../application/checked-options.js';
import { isApiVersion, wantedApiVersion } from './api-version.js';
import type { StripeProcessorOptions } from './stripe-processor-options.js';

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
