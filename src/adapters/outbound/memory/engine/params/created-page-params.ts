import { createdRange } from './created-range.js';
import { pageParams } from './page-params.js';

/** Which page of a list whose items can be chosen by when they were created. */
export const createdPageParams = { ...pageParams, created: createdRange } as const;
