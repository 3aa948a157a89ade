import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cancellationReasons } from '../../../../../domain/payment-intent.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findIntent } from '../store/find.js';
import { giveUpIntent } from './give-up-intent.js';

const CancelIntentParams = shape({ payment_intent: text }, { cancellation_reason: text });

const reasons: ReadonlyArray<string> = cancellationReasons;

const reasonProblem = (reason: string | undefined): E.Either<ApiError, null> =>
  reason === undefined || reasons.includes(reason)
    ? E.right(null)
    : E.left(
        invalidRequest(`Invalid cancellation_reason: must be one of ${reasons.join(', ')}`, {
          code: 'parameter_invalid_string',
          param: 'cancellation_reason',
        }),
      );

/** Gives up a payment intent; what was authorized is released. */
export const cancelIntent = operation({
  name: 'cancelPaymentIntent',
  failureAlias: 'cancel',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/cancel',
  returns: 'payment_intent',
  params: CancelIntentParams,
  run: (call) => (params) =>
    pipe(
      reasonProblem(params.cancellation_reason),
      E.flatMap(() => findIntent(call, params.payment_intent)),
      E.flatMap((intent) =>
        giveUpIntent(call, intent, 'cancel', params.cancellation_reason ?? null),
      ),
    ),
});
