import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { magicPaymentMethods } from '../cards/magic-ids.js';
import { type Instrument, newInstrument, storedTestCard } from '../cards/stored-card.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { findInstrument } from './find-instrument.js';

/** An instrument; a fresh one stands for a magic id, and has neither an id of its own nor a place yet. */
export type FoundPaymentMethod = { readonly instrument: Instrument; readonly fresh: boolean };

/** The instrument with this id, or a fresh one for a magic id. `param`: where the id stood, `id` for the path. */
export const findPaymentMethod = (
  call: RequestContext,
  id: string,
  param = 'id',
): E.Either<ApiError, FoundPaymentMethod> => {
  const magic = magicPaymentMethods.get(id);
  if (magic !== undefined) {
    const instrument = newInstrument({
      id,
      kind: 'payment_method',
      storedCard: storedTestCard(magic, call.now, call.fingerprintOf),
      created: call.now,
      customer: null,
    });
    return E.right({ instrument, fresh: true });
  }
  return pipe(
    findInstrument(call, id, param),
    E.map((instrument) => ({ instrument, fresh: false })),
  );
};
