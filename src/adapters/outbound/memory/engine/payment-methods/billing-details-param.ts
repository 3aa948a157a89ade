import { address } from '../params/address.js';
import { text, unsettable } from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';

/** Whom a payment method is billed to; an empty text removes a value. */
export const billingDetailsParam = shape(
  {},
  {
    address: unsettable(address),
    email: unsettable(text),
    name: unsettable(text),
    phone: unsettable(text),
    tax_id: unsettable(text),
  },
);
export type BillingDetailsParam = ParamsOf<typeof billingDetailsParam>;
