import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { refundReasons } from '../../../../../domain/refund.js';
import type { Call } from '../call.js';
import { findCharge } from '../charges/find-charge.js';
import type { ApiError } from '../errors/api-error.js';
import { invalidRequest } from '../errors/invalid-request.js';
import { formatAmount } from '../format-amount.js';
import { mergeMetadata } from '../merge-metadata.js';
import type { ChargeObject } from '../objects/charge-object.js';
import { operation } from '../operation.js';
import { integer } from '../params/integer.js';
import { metadataParam } from '../params/metadata-param.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { findIntent } from '../payment-intents/find-intent.js';
import { refundCharge } from './refund-charge.js';
import { refundProblem } from './refund-problem.js';

/** `amount` is minor units; absent: all that is not refunded yet. */
const CreateRefundParams = shape(
  {},
  { charge: text, payment_intent: text, amount: integer, reason: text, metadata: metadataParam },
);
type CreateRefundParams = ParamsOf<typeof CreateRefundParams>;

const reasons: ReadonlyArray<string> = refundReasons;

const paramsProblem = ({ amount, reason }: CreateRefundParams): ApiError | null => {
  if (amount !== undefined && (!Number.isSafeInteger(amount) || amount < 1)) {
    return invalidRequest('Invalid positive integer', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    });
  }
  return reason === undefined || reasons.includes(reason)
    ? null
    : invalidRequest(`Invalid reason: must be one of ${reasons.join(', ')}`, {
        code: 'parameter_invalid_string',
        param: 'reason',
      });
};

const chargeOf = (
  call: Call,
  { charge, payment_intent }: CreateRefundParams,
): E.Either<ApiError, ChargeObject> => {
  if ((charge === undefined) === (payment_intent === undefined)) {
    return E.left(
      invalidRequest(
        charge === undefined
          ? 'One of the following params should be provided for this request: payment_intent or charge.'
          : 'You may only specify one of these parameters: payment_intent, charge.',
        { code: charge === undefined ? 'parameter_missing' : 'parameter_invalid_combination' },
      ),
    );
  }
  if (charge !== undefined) return findCharge(call, charge, 'charge');
  return pipe(
    findIntent(call, payment_intent ?? '', 'payment_intent'),
    E.flatMap(({ id, latest_charge }) =>
      latest_charge === null
        ? E.left(
            invalidRequest(
              `This PaymentIntent (${id}) does not have a successful charge to refund.`,
              { param: 'payment_intent' },
            ),
          )
        : findCharge(call, latest_charge, 'payment_intent'),
    ),
  );
};

const amountProblem = (charge: ChargeObject, amount: number): ApiError | null => {
  const rest = charge.amount - charge.amount_refunded;
  return amount <= rest
    ? null
    : invalidRequest(
        `Refund amount (${formatAmount(amount, charge.currency)}) is greater than unrefunded amount on charge (${formatAmount(rest, charge.currency)})`,
        { param: 'amount' },
      );
};

const unless = (problem: ApiError | null): E.Either<ApiError, null> =>
  problem === null ? E.right(null) : E.left(problem);

/** Gives a charge back, all of what is left of it or part. */
export const createRefund = operation({
  name: 'createRefund',
  word: 'refund',
  method: 'POST',
  path: '/v1/refunds',
  gives: 'refund',
  params: CreateRefundParams,
  run: (call) => (params) =>
    pipe(
      unless(paramsProblem(params)),
      E.flatMap(() => mergeMetadata({}, params.metadata)),
      E.bindTo('metadata'),
      E.bind('charge', () => chargeOf(call, params)),
      E.tap(({ charge }) => unless(refundProblem(charge))),
      E.bind('amount', ({ charge }) =>
        E.right(params.amount ?? charge.amount - charge.amount_refunded),
      ),
      E.tap(({ charge, amount }) => unless(amountProblem(charge, amount))),
      E.map(({ charge, amount, metadata }) =>
        refundCharge(call, charge, {
          amount,
          reason: params.reason ?? null,
          metadata,
          released: false,
        }),
      ),
    ),
});
