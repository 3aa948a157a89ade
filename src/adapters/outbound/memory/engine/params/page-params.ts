import { integer } from './integer.js';
import { text } from './text.js';

/** Which page of a list. */
export const pageParams = { limit: integer, starting_after: text, ending_before: text } as const;
