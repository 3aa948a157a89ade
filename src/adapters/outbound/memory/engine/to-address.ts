import type { AddressObject } from './objects/address.js';
import type { address } from './params/address.js';
import type { ParamsOf } from './params/params.js';
import { setOrUnset } from './set-or-unset.js';

/** An address as objects show it: what is not given is `null`. */
export const toAddress = (given: ParamsOf<typeof address>): AddressObject => ({
  city: setOrUnset(given.city, null),
  country: setOrUnset(given.country, null),
  line1: setOrUnset(given.line1, null),
  line2: setOrUnset(given.line2, null),
  postal_code: setOrUnset(given.postal_code, null),
  state: setOrUnset(given.state, null),
});
