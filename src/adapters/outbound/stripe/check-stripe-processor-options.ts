import { isApiVersion, wantedApiVersion } from './api-version.js';
import type { StripeProcessorOptions } from './stripe-processor-options.js';

type Rule = { readonly holds: (value: unknown) => boolean; readonly wanted: string };

const isOrigin = (value: unknown): boolean => {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value))
    return false;
  const { href, origin } = new URL(value);
  return href === `${origin}/`;
};

const integer = (from: number, to: number, unit: string): Rule => ({
  holds: (value) => Number.isInteger(value) && Number(value) >= from && Number(value) <= to,
  wanted: `must be a whole number of ${unit} from ${from} to ${to}, or absent`,
});

const optional = ({ holds, wanted }: Rule): Rule => ({
  holds: (value) => value === undefined || holds(value),
  wanted,
});

// As a record, so that an option which the type has and this list has not does not compile.
const rules: { readonly [N in keyof Required<StripeProcessorOptions>]: Rule } = {
  secretKey: {
    holds: (value) => typeof value === 'string' && /^[!-~]+$/.test(value),
    wanted:
      'must be the secret key of a Stripe account (sk_... or rk_...), without spaces or line ends: is the environment variable set?',
  },
  baseUrl: optional({
    holds: isOrigin,
    wanted:
      'must be an http or https URL of a host alone, such as http://127.0.0.1:12111, or absent to call Stripe',
  }),
  timeoutMs: optional(integer(1, 600_000, 'milliseconds')),
  maxRetries: optional(integer(0, 10, 'retries')),
  retryDelayMs: optional(integer(0, 60_000, 'milliseconds')),
  apiVersion: optional({ holds: isApiVersion, wanted: `must be ${wantedApiVersion}, or absent` }),
  cards: optional({
    holds: (value) => value === 'sources' || value === 'payment_methods',
    wanted: 'must be sources or payment_methods, or absent',
  }),
  clock: optional({
    holds: (value) => typeof value === 'function',
    wanted: 'must be a function that answers Unix seconds, or absent',
  }),
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Refuses wrong options of `maker` at once. Throws a `TypeError` with every problem, and without any value: one is the key. */
export const checkStripeProcessorOptions = (
  options: unknown,
  maker = 'createStripeProcessor',
): void => {
  const given = isObject(options) ? options : {};
  const problems = [
    ...Object.entries(rules)
      .filter(([name, { holds }]) => !holds(Reflect.get(given, name)))
      .map(([name, { wanted }]) => `${name} ${wanted}`),
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(rules, name))
      .map((name) => `there is no option ${name}`),
  ];
  if (problems.length > 0) throw new TypeError(`${maker}: ${problems.join('; ')}`);
};
