import { aWholeNumber, optional, type Rule } from '../application/checked-options.js';

/** The range of a whole number, with both ends, and its default. */
export type Bounds = { readonly from: number; readonly to: number; readonly fallback: number };

/** The rule for an optional whole number. */
export const within = ({ from, to }: Bounds): Rule => optional(aWholeNumber(from, to));
