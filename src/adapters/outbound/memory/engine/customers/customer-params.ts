import { address } from '../params/address.js';
import { listOf } from '../params/list-of.js';
import { metadataParam } from '../params/metadata-param.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { shipping } from '../params/shipping.js';
import { text, textUpTo } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';

/** What a caller may say about a customer; an empty text removes a value. */
export const customerFields = {
  address: unsettable(address),
  description: unsettable(text),
  email: unsettable(textUpTo(512)),
  metadata: metadataParam,
  name: unsettable(textUpTo(256)),
  phone: unsettable(textUpTo(20)),
  preferred_locales: unsettable(listOf(text)),
  shipping: unsettable(shipping),
} as const;

export const CustomerParams = shape({}, customerFields);
export type CustomerParams = ParamsOf<typeof CustomerParams>;
