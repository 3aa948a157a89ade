import type { JsonObject } from './json-object.js';

/** Whom a card is billed to. */
export type BillingDetails = {
  readonly address: JsonObject;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_id: string | null;
};

/** Nothing known about whom the card is billed to. */
export const emptyBillingDetails: BillingDetails = {
  address: {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};
