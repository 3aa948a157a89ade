import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { type IntentTrigger, nextIntentStatus } from './intent-machine.js';
import { intentStateError } from './intent-state-error.js';

/** The intent after a trigger, with what else changes; refused when its status does not allow it. */
export const moveIntent = (
  intent: PaymentIntentObject,
  trigger: IntentTrigger,
  change: Partial<PaymentIntentObject> = {},
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    nextIntentStatus(intent.status, trigger),
    E.bimap(
      (refusal) => intentStateError(intent, refusal),
      (status) => ({ ...intent, ...change, status }),
    ),
  );
