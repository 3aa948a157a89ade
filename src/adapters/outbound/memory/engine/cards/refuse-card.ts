import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, cardError } from '../errors.js';
import { declineOf } from './decline-of.js';

/** A card is refused, by a decline code or error code. */
export const refuseCard = (name: string): E.Either<ApiError, never> =>
  E.left(cardError(declineOf(name)));
