import { type AddressObject, emptyAddress } from './address-object.js';

/** Whom a card is billed to. */
export type BillingDetails = {
  readonly address: AddressObject;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_id: string | null;
};

/** Nothing known about whom the card is billed to. */
export const emptyBillingDetails: BillingDetails = {
  address: emptyAddress,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};
