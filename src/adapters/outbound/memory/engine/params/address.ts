import { shape } from './shape.js';
import { text } from './text.js';
import { unsettable } from './unsettable.js';

/** A postal address. */
export const address = shape(
  {},
  {
    city: unsettable(text),
    country: unsettable(text),
    line1: unsettable(text),
    line2: unsettable(text),
    postal_code: unsettable(text),
    state: unsettable(text),
  },
);
