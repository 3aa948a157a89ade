import { aWholeNumber, optional, type Rule } from '../application/checked-options.js';

/** What a whole number may be, both ends included, and what it is by itself. */
export type Bounds = { readonly from: number; readonly to: number; readonly fallback: number };

/** A whole number within its bounds, or `undefined`. */
export const within = ({ from, to }: Bounds): Rule => optional(aWholeNumber(from, to));
