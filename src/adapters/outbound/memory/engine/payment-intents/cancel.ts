import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cancellationReasons } from '../../../../../domain/payment-intent.js';
import { declineOf } from '../cards/declines.js';
import { releaseCharge } from '../charges/refund.js';
import { failCharge } from '../charges/settle.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { text } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findIntent } from '../store/find.js';
import { saveIntent } from './intent-record.js';
import { moveIntent } from './status-machine.js';

/** What an open charge comes to when its intent ends: a pending one fails, an authorized one is released. */
const endCharge = (
  call: RequestContext,
  intent: PaymentIntentObject,
  trigger: 'cancel' | 'expire',
): void => {
  const charge =
    intent.latest_charge === null ? undefined : call.state.charges.get(intent.latest_charge);
  if (charge === undefined) return;
  if (charge.status === 'pending') failCharge(call, charge, declineOf('generic_decline'));
  if (charge.status === 'succeeded') releaseCharge(call, charge, trigger === 'expire');
};

/** Ends an intent that has not succeeded: canceled by its merchant, or expired before its capture. */
export const endIntent = (
  call: RequestContext,
  intent: PaymentIntentObject,
  trigger: 'cancel' | 'expire',
  reason: string | null,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, trigger, {
      amount_capturable: 0,
      canceled_at: call.now,
      cancellation_reason: reason,
      next_action: null,
      processing: null,
    }),
    E.map((canceled) => {
      endCharge(call, intent, trigger);
      call.state.authenticated.delete(intent.id);
      return saveIntent(call, 'payment_intent.canceled', canceled);
    }),
  );

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
      E.flatMap((intent) => endIntent(call, intent, 'cancel', params.cancellation_reason ?? null)),
    ),
});
