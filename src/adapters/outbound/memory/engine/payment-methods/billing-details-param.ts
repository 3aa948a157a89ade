import { address } from '../params/address.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';

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
