import type { Stripe } from 'stripe';

/** The version of Stripe's API that requests name unless another is chosen: the one that the SDK's types describe. */
export const defaultApiVersion: string = '2026-08-26.dahlia' satisfies Stripe.LatestApiVersion;

// Before it, intents have no `latest_charge` that could be asked for.
const oldest = '2022-11-15';

/** Whether this is a version of Stripe's API that the adapter can speak: `2022-11-15`, `2026-08-26.dahlia` and so on. */
export const isApiVersion = (value: unknown): value is string => {
  const day =
    typeof value === 'string' ? /^(\d{4}-\d{2}-\d{2})(?:\.[a-z]+)?$/.exec(value)?.[1] : undefined;
  if (day === undefined || day < oldest) return false;
  const date = new Date(day);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
};

/** Describes a valid version, for error messages. */
export const wantedApiVersion =
  "a version of Stripe's API from 2022-11-15 on, such as 2026-08-26.dahlia";
