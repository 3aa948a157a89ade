import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import { type ApiError, noSuch } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';

/** The charge. `param`: where the id stood, `id` for the path. */
export const findCharge = (
  call: Call,
  id: string,
  param = 'id',
): E.Either<ApiError, ChargeObject> => {
  const charge = call.state.charges.get(id);
  return charge === undefined ? E.left(noSuch('charge', id, param)) : E.right(charge);
};
