import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cancellationReasons } from '../../../domain/objects/payment-intent.js';
import { declineOf } from '../cards/declines.js';
import { releaseCharge } from '../charges/book-refund.js';
import { settleCharge } from '../charges/charge-record.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findIntent } from '../store/find.js';
import { saveIntent } from './intent-record.js';
import { moveIntent } from './status-machine.js';

// A pending charge fails, an authorized one is released.
const endCharge = (
  context: RequestContext,
  intent: PaymentIntentObject,
  trigger: 'cancel' | 'expire',
): void => {
  const charge = context.state.charges.get(intent.latest_charge ?? '');
  if (charge?.status === 'pending') {
    settleCharge(context, charge, { decline: declineOf('generic_decline') });
  }
  if (charge?.status === 'succeeded') releaseCharge(context, charge, trigger === 'expire');
};

/** Ends an intent that has not succeeded: its merchant cancels it, or its authorization expires. */
export const endIntent = (
  context: RequestContext,
  intent: PaymentIntentObject,
  trigger: 'cancel' | 'expire',
  reason: string | null = 'automatic',
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, trigger, {
      amount_capturable: 0,
      canceled_at: context.now,
      cancellation_reason: reason,
      next_action: null,
      processing: null,
    }),
    E.map((canceled) => {
      endCharge(context, intent, trigger);
      context.state.authenticated.delete(intent.id);
      return saveIntent(context, 'payment_intent.canceled', canceled);
    }),
  );

const CancelIntentParams = shape({ payment_intent: textParam }, { cancellation_reason: textParam });

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

/** Cancels a payment intent and releases its authorized amount. */
export const cancelIntent = operation({
  name: 'cancelPaymentIntent',
  failureAlias: 'cancel',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/cancel',
  returns: 'payment_intent',
  params: CancelIntentParams,
  run: (context) => (params) =>
    pipe(
      reasonProblem(params.cancellation_reason),
      E.flatMap(() => findIntent(context, params.payment_intent)),
      E.flatMap((intent) =>
        endIntent(context, intent, 'cancel', params.cancellation_reason ?? null),
      ),
    ),
});
