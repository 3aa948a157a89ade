import { integer } from '../params/integer.js';
import { text } from '../params/text.js';

/** What a card must say. `exp_year` has four digits, or the last two of them. */
export const writtenCard = { number: text, exp_month: integer, exp_year: integer } as const;
