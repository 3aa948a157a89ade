import { integer, text, textOrHash } from './primitives.js';
import { type ParamsOf, shape } from './shape.js';

/** The page of a list. */
export const pageParams = { limit: integer, starting_after: text, ending_before: text } as const;

const bounds = shape({}, { gt: integer, gte: integer, lt: integer, lte: integer });

/** A moment, `created=1700000000`, or bounds such as `created[gte]=1700000000`. Unix seconds. */
export const createdRange = textOrHash(integer, bounds);
export type CreatedRange = ParamsOf<typeof createdRange>;

/** The page of a list that can be filtered by creation time. */
export const createdPageParams = { ...pageParams, created: createdRange } as const;
