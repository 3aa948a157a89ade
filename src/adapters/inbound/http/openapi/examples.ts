import type { Example } from './example.js';

/** Requests and what the service answered them on the in-memory processor. Written by `npm run openapi`. */
export const examples: ReadonlyArray<Example> = [];
