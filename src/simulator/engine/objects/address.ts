/** A postal address with all its fields. */
export type AddressObject = {
  readonly city: string | null;
  readonly country: string | null;
  readonly line1: string | null;
  readonly line2: string | null;
  readonly postal_code: string | null;
  readonly state: string | null;
};

export const emptyAddress: AddressObject = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** The billing details of a card. */
export type BillingDetails = {
  readonly address: AddressObject;
  readonly email: string | null;
  readonly name: string | null;
  readonly phone: string | null;
  readonly tax_id: string | null;
};

export const emptyBillingDetails: BillingDetails = {
  address: emptyAddress,
  email: null,
  name: null,
  phone: null,
  tax_id: null,
};

/** The recipient and address of shipped goods. */
export type ShippingObject = {
  readonly address: AddressObject;
  readonly carrier: string | null;
  readonly name: string;
  readonly phone: string | null;
  readonly tracking_number: string | null;
};
