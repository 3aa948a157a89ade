import { integer } from '../params/integer.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';

/** A card as a caller writes it. `exp_year` has four digits. */
export const CardParams = shape(
  { number: text, exp_month: integer, exp_year: integer },
  { cvc: text, name: text },
);
export type CardParams = ParamsOf<typeof CardParams>;
