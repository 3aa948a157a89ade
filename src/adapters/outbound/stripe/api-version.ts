import type { Stripe } from 'stripe';

/** The default version of Stripe's API: the one that the SDK's types describe. */
export const defaultApiVersion: string = '2026-08-26.dahlia' satisfies Stripe.LatestApiVersion;

// Earlier versions have no `latest_charge` in intents.
const oldest = '2022-11-15';

/** Whether the adapter supports this version of Stripe's API, for example `2022-11-15` or `2026-08-26.dahlia`. */
export const isApiVersion = (value: unknown): value is string => {
  const day =
    typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:\.[a-z]+)?$/.exec(value)?.[1] : undefined;
  if (day === undefined || day < oldest) return false;
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Describes a supported version, for error messages. */
export const wantedApiVersion =
  "a version of Stripe's API, 2022-11-15 or later, such as 2026-08-26.dahlia";
