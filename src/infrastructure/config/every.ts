import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';

/** All of these together; or the problems of each. */
export const every = sequenceS(E.getApplicativeValidation(RA.getSemigroup<string>()));
