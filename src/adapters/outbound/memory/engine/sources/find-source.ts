import * as E from 'fp-ts/lib/Either.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';

/** A customer's card. */
export const findSource = (
  call: RequestContext,
  customer: string,
  id: string,
): E.Either<ApiError, Instrument> => {
  const instrument = call.state.instruments.get(id);
  return instrument?.kind === 'card' && instrument.customer === customer
    ? E.right(instrument)
    : E.left(noSuch('source', id));
};
