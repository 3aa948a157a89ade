import { address } from './address.js';
import { shape } from './shape.js';
import { text } from './text.js';
import { unsettable } from './unsettable.js';

/** Where goods go. */
export const shipping = shape(
  { address, name: text },
  { carrier: unsettable(text), phone: unsettable(text), tracking_number: unsettable(text) },
);
