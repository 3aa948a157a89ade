import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { findCharge } from '../charges/find-charge.js';
import { saveCharge } from '../charges/save-charge.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { formatAmount } from '../format-amount.js';
import type { PaymentIntentObject } from '../objects/payment-intent-object.js';
import { operation } from '../operation.js';
import { integer } from '../params/integer.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { refundCharge } from '../refunds/refund-charge.js';
import { findIntent } from './find-intent.js';
import { moveIntent } from './move-intent.js';
import { saveIntent } from './save-intent.js';

/** `amount_to_capture` is minor units; absent: all that is capturable. */
const CaptureIntentParams = shape({ payment_intent: text }, { amount_to_capture: integer });
type CaptureIntentParams = ParamsOf<typeof CaptureIntentParams>;

const amountOf = (
  { amount_capturable, currency }: PaymentIntentObject,
  { amount_to_capture = amount_capturable }: CaptureIntentParams,
): E.Either<ApiError, number> => {
  const param = 'amount_to_capture';
  if (!Number.isSafeInteger(amount_to_capture) || amount_to_capture < 1) {
    return E.left(
      invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param }),
    );
  }
  return amount_to_capture <= amount_capturable
    ? E.right(amount_to_capture)
    : E.left(
        invalidRequest(
          `The provided capture amount of ${formatAmount(amount_to_capture, currency)} is greater than the amount you can capture.`,
          { code: 'amount_too_large', param },
        ),
      );
};

const captureCharge = (
  call: Call,
  intent: PaymentIntentObject,
  amount: number,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    findCharge(call, intent.latest_charge ?? '', 'payment_intent'),
    E.map((charge) => {
      const captured = saveCharge(call, 'charge.captured', {
        ...charge,
        amount_captured: amount,
        balance_transaction: call.newId('txn'),
        captured: true,
      });
      if (amount < charge.amount) {
        refundCharge(call, captured, {
          amount: charge.amount - amount,
          reason: null,
          metadata: {},
          released: true,
        });
      }
      return saveIntent(call, 'payment_intent.succeeded', {
        ...intent,
        amount_capturable: 0,
        amount_received: amount,
      });
    }),
  );

/** Takes what was authorized, or part of it; the rest is released. */
export const captureIntent = operation({
  name: 'capturePaymentIntent',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/capture',
  gives: 'payment_intent',
  params: CaptureIntentParams,
  run: (call) => (params) =>
    pipe(
      findIntent(call, params.payment_intent),
      E.bindTo('intent'),
      E.bind('captured', ({ intent }) => moveIntent(intent, 'capture')),
      E.bind('amount', ({ intent }) => amountOf(intent, params)),
      E.flatMap(({ captured, amount }) => captureCharge(call, captured, amount)),
    ),
});
