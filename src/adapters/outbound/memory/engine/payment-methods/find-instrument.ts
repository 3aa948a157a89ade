import * as E from 'fp-ts/lib/Either.js';
import type { Instrument } from '../cards/stored-card.js';
import { type ApiError, noSuch } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';

/** The instrument, unless it is a card that was removed. `param`: where the id stood, `id` for the path. */
export const findInstrument = (
  call: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, Instrument> => {
  const instrument = call.state.instruments.get(id);
  return instrument === undefined || (instrument.kind === 'card' && instrument.detached)
    ? E.left(noSuch('payment_method', id, param))
    : E.right(instrument);
};
