import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, noSuch } from '../errors.js';

/** A customer's card. */
export const findSource = (
  call: Call,
  customer: string,
  id: string,
): E.Either<ApiError, Instrument> => {
  const instrument = call.state.instruments.get(id);
  return instrument?.kind === 'card' && instrument.customer === customer
    ? E.right(instrument)
    : E.left(noSuch('source', id));
};
