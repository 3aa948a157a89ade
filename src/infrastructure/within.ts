import { aWholeNumber, optional, type Rule } from '../application/checked-options.js';
import type { Bounds } from './bounds.js';

/** A whole number within its bounds, or `undefined`. */
export const within = ({ from, to }: Bounds): Rule => optional(aWholeNumber(from, to));
