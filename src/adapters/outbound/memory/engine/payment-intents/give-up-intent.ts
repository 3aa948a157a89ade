import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { declineOf } from '../cards/declines.js';
import { releaseCharge } from '../charges/refund.js';
import { failCharge } from '../charges/settle.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { moveIntent } from './move-intent.js';
import { saveIntent } from './save-intent.js';

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
export const giveUpIntent = (
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
