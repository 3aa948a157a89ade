import type { AddressObject, ShippingObject } from '../objects/address.js';
import { setOrUnset, textParam, unsettable } from './primitives.js';
import { type ParamsOf, shape } from './shape.js';

/** A postal address. */
export const address = shape(
  {},
  {
    city: unsettable(textParam),
    country: unsettable(textParam),
    line1: unsettable(textParam),
    line2: unsettable(textParam),
    postal_code: unsettable(textParam),
    state: unsettable(textParam),
  },
);

/** Where goods are shipped to. */
export const shipping = shape(
  // Recorded: an empty name is kept, as shops send it before they know the name.
  { address, name: unsettable(textParam) },
  {
    carrier: unsettable(textParam),
    phone: unsettable(textParam),
    tracking_number: unsettable(textParam),
  },
);

/** The address as objects show it: absent fields are `null`. */
export const toAddress = (given: ParamsOf<typeof address>): AddressObject => ({
  city: setOrUnset(given.city, null),
  country: setOrUnset(given.country, null),
  line1: setOrUnset(given.line1, null),
  line2: setOrUnset(given.line2, null),
  postal_code: setOrUnset(given.postal_code, null),
  state: setOrUnset(given.state, null),
});

/** The shipping of a payment as objects show it: absent fields are `null`. */
export const toShipping = (given: ParamsOf<typeof shipping>): ShippingObject => ({
  address: toAddress(given.address),
  carrier: setOrUnset(given.carrier, null),
  name: given.name,
  phone: setOrUnset(given.phone, null),
  tracking_number: setOrUnset(given.tracking_number, null),
});
