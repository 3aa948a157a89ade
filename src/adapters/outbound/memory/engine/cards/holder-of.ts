import type { BillingDetails } from '../objects/billing-details.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { setOrUnset } from '../set-or-unset.js';
import { holderFields } from './holder-fields.js';

const Holder = shape({}, holderFields);

const isNamed = (given: object): boolean =>
  Object.keys(holderFields).some((field) => Object.hasOwn(given, field));

/** Whom a card is billed to, by what it says of its holder. What it does not say stays. */
export const holderOf = (given: ParamsOf<typeof Holder>, before: BillingDetails): BillingDetails =>
  isNamed(given)
    ? {
        ...before,
        address: {
          city: setOrUnset(given.address_city, before.address.city),
          country: setOrUnset(given.address_country, before.address.country),
          line1: setOrUnset(given.address_line1, before.address.line1),
          line2: setOrUnset(given.address_line2, before.address.line2),
          postal_code: setOrUnset(given.address_zip, before.address.postal_code),
          state: setOrUnset(given.address_state, before.address.state),
        },
        name: setOrUnset(given.name, before.name),
      }
    : before;
