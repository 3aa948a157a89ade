import { integer } from './integer.js';
import type { ParamsOf } from './params.js';
import { shape } from './shape.js';
import { textOrHash } from './text-or-hash.js';

const bounds = shape({}, { gt: integer, gte: integer, lt: integer, lte: integer });

/** When something was created, Unix seconds: `created=1700000000`, or bounds such as `created[gte]=1700000000`. */
export const createdRange = textOrHash(integer, bounds);
export type CreatedRange = ParamsOf<typeof createdRange>;
