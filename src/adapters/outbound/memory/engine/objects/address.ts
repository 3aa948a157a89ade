/** A postal address with all its fields. */
export type AddressObject = {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
  readonly state: string | null;
};

/** Nothing known of an address. */
export const emptyAddress: AddressObject = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

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

/** Where goods of a payment go. */
export type ShippingObject = {
  readonly address: AddressObject;
  readonly carrier: string | null;
  readonly name: string;
  readonly phone: string | null;
  readonly tracking_number: string | null;
};
