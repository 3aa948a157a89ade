import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type RefundReason, refundReasons } from '../../../domain/objects/refund.js';
import { bookRefund, refundableAmount } from '../charges/book-refund.js';
import { formatMoney } from '../currencies/currencies.js';
import { stepProblem } from '../currencies/money.js';
import { closeRefundedInquiry } from '../disputes/outcome.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { atPath, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { integerParam, textParam } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import { findCharge, findIntent } from '../store/find.js';

// Minor units: the given amount, or else the whole remaining amount.
const refundAmount = (
  charge: ChargeObject,
  given: number | undefined,
): E.Either<ApiError, number> => {
  const { amount, amount_refunded, captured, currency } = charge;
  const rest = refundableAmount(charge) - amount_refunded;
  if (given === undefined || given === rest) return E.right(rest);
  if (given > rest) {
    // Recorded in many shops' tests: of an untouched charge it is the whole amount.
    const what = rest === amount ? 'charge amount' : 'unrefunded amount on charge';
    return E.left(
      invalidRequest(
        `Refund amount (${formatMoney(given, currency)}) is greater than ${what} (${formatMoney(rest, currency)})`,
        { param: 'amount' },
      ),
    );
  }
  return captured
    ? E.right(given)
    : E.left(
        invalidRequest(
          'You cannot partially refund an uncaptured charge. Instead, capture the charge for an amount less than the original amount.',
          { param: 'amount' },
        ),
      );
};

const refundProblem = (context: RequestContext, charge: ChargeObject): ApiError | null => {
  const { id } = charge;
  if (charge.refunded) {
    return invalidRequest(`Charge ${id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  // An inquiry leaves its charge refundable, and so does a dispute that was won.
  if (context.state.disputes.get(charge.dispute ?? '')?.is_charge_refundable === false) {
    return invalidRequest(`Charge ${id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  if (charge.status !== 'succeeded') {
    return invalidRequest(`Charge ${id} was not paid; cannot issue a refund.`, {
      code: 'charge_not_refundable',
      param: 'charge',
    });
  }
  return charge.captured || charge.payment_intent === null
    ? null
    : invalidRequest(
        `This uncaptured Charge was created by a PaymentIntent (${charge.payment_intent}). You must cancel the PaymentIntent to reverse the authorization instead of refunding the Charge directly. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
      );
};

/** `amount` is minor units; absent: the whole remaining amount. */
const CreateRefundParams = shape(
  {},
  {
    charge: textParam,
    payment_intent: textParam,
    amount: integerParam,
    instructions_email: textParam,
    metadata: metadataParam,
    reason: textParam,
    ...notSimulated('currency', 'customer', 'origin', 'refund_application_fee', 'reverse_transfer'),
  },
);
type CreateRefundParams = ParamsOf<typeof CreateRefundParams>;

const readReason = (given: string | undefined): E.Either<ApiError, RefundReason | null> => {
  if (given === undefined) return E.right(null);
  const reason = refundReasons.find((one) => one === given);
  return reason === undefined
    ? E.left(
        invalidRequest(`Invalid reason: must be one of ${refundReasons.join(', ')}`, {
          code: 'parameter_invalid_string',
          param: 'reason',
        }),
      )
    : E.right(reason);
};

const amountProblem = ({ amount }: CreateRefundParams): ApiError | null =>
  amount === undefined || (Number.isSafeInteger(amount) && amount >= 1)
    ? null
    : invalidRequest('Invalid positive integer', {
        code: 'parameter_invalid_integer',
        param: 'amount',
      });

const chargeOf = (
  context: RequestContext,
  { charge, payment_intent }: CreateRefundParams,
): E.Either<ApiError, ChargeObject> => {
  if ((charge === undefined) === (payment_intent === undefined)) {
    return E.left(
      invalidRequest(
        charge === undefined
          ? 'One of the following params should be provided for this request: payment_intent or charge.'
          : 'You may only specify one of these parameters: payment_intent, charge.',
        charge === undefined ? {} : { code: 'parameter_invalid_combination' },
      ),
    );
  }
  if (charge !== undefined) return findCharge(context, charge);
  return pipe(
    findIntent(context, payment_intent ?? '', 'payment_intent'),
    E.flatMap(({ id, latest_charge }) =>
      latest_charge === null
        ? E.left(
            invalidRequest(
              `This PaymentIntent (${id}) does not have a successful charge to refund.`,
              { param: 'payment_intent' },
            ),
          )
        : findCharge(context, latest_charge, 'payment_intent'),
    ),
  );
};

/** Refunds part of a charge or its whole remaining amount. A charge that is only authorized is released as a whole. */
export const createRefund = operation({
  name: 'createRefund',
  failureAlias: 'refund',
  method: 'POST',
  path: '/v1/refunds',
  returns: 'refund',
  params: CreateRefundParams,
  run: (context) => (params) =>
    pipe(
      failIf(amountProblem(params)),
      E.flatMap(() => readReason(params.reason)),
      E.bindTo('reason'),
      E.bind('metadata', () => mergeMetadata({}, params.metadata)),
      E.bind('charge', () => chargeOf(context, params)),
      E.tap(({ charge }) => failIf(refundProblem(context, charge))),
      E.bind('amount', ({ charge }) => refundAmount(charge, params.amount)),
      E.tap(({ charge, amount }) => failIf(stepProblem(amount, charge.currency, 'amount'))),
      E.map(({ reason, metadata, charge, amount }) => {
        const booked = bookRefund(context, charge, {
          amount,
          reason,
          metadata,
          instructionsEmail: params.instructions_email,
          released: !charge.captured,
        });
        closeRefundedInquiry(context, booked.charge);
        return booked.refund;
      }),
    ),
});

/** The same at the path of the charge, which is older. */
export const createChargeRefund = atPath(createRefund, '/v1/charges/:charge/refunds');

/** The oldest path: it returns the charge. */
export const refundAndShowCharge = operation({
  name: 'refundCharge',
  method: 'POST',
  path: '/v1/charges/:charge/refund',
  returns: 'charge',
  params: CreateRefundParams,
  run: (context) => (params) =>
    pipe(
      createRefund.run(context)(params),
      E.flatMap(({ charge }) => findCharge(context, charge)),
    ),
});
