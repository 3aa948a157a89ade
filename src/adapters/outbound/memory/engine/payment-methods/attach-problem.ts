import * as E from 'fp-ts/lib/Either.js';
import { refuseCard } from '../cards/declines.js';
import { behaviourOf, type StoredCard } from '../cards/stored-card.js';
import type { ApiError } from '../errors.js';

/** The bank's refusal when a card is attached to a customer, if it refuses. */
export const attachProblem = (storedCard: StoredCard): E.Either<ApiError, null> => {
  const { attach } = behaviourOf(storedCard);
  return attach === null ? E.right(null) : refuseCard(attach);
};
