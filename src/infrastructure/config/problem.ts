import * as E from 'fp-ts/lib/Either.js';
import type { Decoded } from './decoded.js';

/** A problem of the environment, said in a sentence. */
export const problem = (text: string): Decoded<never> => E.left([text]);
