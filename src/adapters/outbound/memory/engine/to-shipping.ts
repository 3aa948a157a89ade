import type { ShippingObject } from './objects/address.js';
import type { ParamsOf } from './params/params.js';
import type { shipping } from './params/shipping.js';
import { setOrUnset } from './set-or-unset.js';
import { toAddress } from './to-address.js';

/** The shipping of a payment as objects show it: what is not given is `null`. */
export const toShipping = (given: ParamsOf<typeof shipping>): ShippingObject => ({
  address: toAddress(given.address),
  carrier: setOrUnset(given.carrier, null),
  name: given.name,
  phone: setOrUnset(given.phone, null),
  tracking_number: setOrUnset(given.tracking_number, null),
});
