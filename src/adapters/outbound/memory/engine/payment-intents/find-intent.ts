import * as E from 'fp-ts/lib/Either.js';
import type { Call } from '../call.js';
import { type ApiError, noSuch } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';

/** The intent. `param`: where the id stood, `id` for the path. */
export const findIntent = (
  call: Call,
  id: string,
  param = 'id',
): E.Either<ApiError, PaymentIntentObject> => {
  const intent = call.state.intents.get(id);
  return intent === undefined ? E.left(noSuch('payment_intent', id, param)) : E.right(intent);
};
