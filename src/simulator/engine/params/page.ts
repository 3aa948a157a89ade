import { integerParam, textOrHash, textParam } from './primitives.js';
import { type ParamsOf, shape } from './shape.js';

/** The page of a list. */
export const pageParams = {
  limit: integerParam,
  starting_after: textParam,
  ending_before: textParam,
} as const;

const bounds = shape(
  {},
  { gt: integerParam, gte: integerParam, lt: integerParam, lte: integerParam },
);

/** A moment, `created=1700000000`, or bounds such as `created[gte]=1700000000`. Unix seconds. */
export const createdRange = textOrHash(integerParam, bounds);
export type CreatedRange = ParamsOf<typeof createdRange>;

/** The page of a list that can be filtered by creation time. */
export const createdPageParams = { ...pageParams, created: createdRange } as const;
