import type { Stripe } from 'stripe';

/** The version of Stripe's API that this adapter speaks, whatever the account's default is. */
export const apiVersion = '2026-10-28.endive' satisfies Stripe.LatestApiVersion;
