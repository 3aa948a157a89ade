import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import { behaviourOf } from './behaviour-of.js';
import type { CardFace } from './card-face.js';
import { refuseCard } from './refuse-card.js';

/** The bank's refusal when a card is attached to a customer, if it refuses. */
export const attachProblem = (face: CardFace): E.Either<ApiError, null> => {
  const { attach } = behaviourOf(face);
  return attach === null ? E.right(null) : refuseCard(attach);
};
