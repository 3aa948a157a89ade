import { type AddressObject, type BillingDetails, emptyAddress } from '../objects/address.js';
import { toAddress } from '../params/address.js';
import { setOrUnset } from '../params/primitives.js';
import type { BillingDetailsParam } from './billing-details-param.js';

const addressOf = (given: BillingDetailsParam['address'], before: AddressObject): AddressObject => {
  if (given === undefined) return before;
  return given === '' ? emptyAddress : toAddress(given);
};

/** Billing details with what is given of them. An address is replaced as a whole. */
export const billTo = (
  before: BillingDetails,
  given: BillingDetailsParam | undefined,
): BillingDetails =>
  given === undefined
    ? before
    : {
        address: addressOf(given.address, before.address),
        email: setOrUnset(given.email, before.email),
        name: setOrUnset(given.name, before.name),
        phone: setOrUnset(given.phone, before.phone),
        tax_id: setOrUnset(given.tax_id, before.tax_id),
      };
