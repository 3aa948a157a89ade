import { integer, text, textOrHash } from './primitives.js';
import { type ParamsOf, shape } from './shape.js';

/** Which page of a list. */
export const pageParams = { limit: integer, starting_after: text, ending_before: text } as const;

const bounds = shape({}, { gt: integer, gte: integer, lt: integer, lte: integer });

/** When something was created, Unix seconds: `created=1700000000`, or bounds such as `created[gte]=1700000000`. */
export const createdRange = textOrHash(integer, bounds);
export type CreatedRange = ParamsOf<typeof createdRange>;

/** Which page of a list whose items can be chosen by when they were created. */
export const createdPageParams = { ...pageParams, created: createdRange } as const;
