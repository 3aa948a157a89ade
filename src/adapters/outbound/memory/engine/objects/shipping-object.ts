import type { AddressObject } from './address-object.js';

/** Where goods of a payment go. */
export type ShippingObject = {
  readonly address: AddressObject;
  readonly carrier: string | null;
  readonly name: string;
  readonly phone: string | null;
  readonly tracking_number: string | null;
};
