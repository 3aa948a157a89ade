import { text } from '../params/text.js';
import { unsettable } from '../params/unsettable.js';

/** What a card says of its holder. */
export const holderFields = {
  address_city: unsettable(text),
  address_country: unsettable(text),
  address_line1: unsettable(text),
  address_line2: unsettable(text),
  address_state: unsettable(text),
  address_zip: unsettable(text),
  name: unsettable(text),
} as const;
