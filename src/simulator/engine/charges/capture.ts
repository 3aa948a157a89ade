import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { minimumProblem, stepProblem } from '../currencies/money.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { withChanges } from '../objects/json.js';
import { integerParam, textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { statementDescriptor } from '../params/statement-descriptor.js';
import { findCharge } from '../store/find.js';
import { bookRefund } from './book-refund.js';
import { bookCharge, saveCharge } from './charge-record.js';
import { disputeCharge } from './dispute.js';

/** The amount to capture, minor units: the given amount, or else all. */
export const captureAmount = (
  { amount, currency, payment_intent }: ChargeObject,
  given: number | undefined,
): E.Either<ApiError, number> => {
  if (given === undefined) return E.right(amount);
  const param = payment_intent === null ? 'amount' : 'amount_to_capture';
  if (!Number.isSafeInteger(given) || given < 0) {
    return E.left(invalidRequest('Invalid non-negative integer', { param }));
  }
  if (given === 0) {
    return E.left(
      invalidRequest('This value must be greater than or equal to 1.', {
        code: 'parameter_invalid_integer',
        param: 'amount',
      }),
    );
  }
  if (given > amount) {
    return E.left(
      invalidRequest(
        'The payment could not be captured because the requested capture amount is greater than the amount you can capture for this charge. Contact us via https://support.stripe.com/contact/ for help.',
        { code: 'amount_too_large', ...(payment_intent === null ? { param } : {}) },
      ),
    );
  }
  // Shops in euros and dollars meet it at capture: woocommerce/woocommerce-gateway-stripe#3903 and
  // Automattic/woocommerce-payments#10112 handle `amount_too_small` there.
  return E.map(() => given)(
    failIf(minimumProblem(given, currency) ?? stepProblem(given, currency, param)),
  );
};

// A charge of a payment intent is captured through its intent.
const captureProblem = ({
  id,
  captured,
  payment_intent,
  refunded,
  status,
}: ChargeObject): ApiError | null => {
  if (captured) {
    return invalidRequest(`Charge ${id} has already been captured.`, {
      code: 'charge_already_captured',
    });
  }
  if (payment_intent !== null) {
    return invalidRequest(
      `This uncaptured Charge was created by a PaymentIntent (${payment_intent}). You must capture the PaymentIntent instead. For more information, see https://stripe.com/docs/payments/place-a-hold-on-a-payment-method`,
    );
  }
  if (status !== 'succeeded') {
    return invalidRequest(`Charge ${id} was not paid; it cannot be captured.`);
  }
  return refunded
    ? invalidRequest(
        `Charge ${id} cannot be captured because its authorization has expired or was released.`,
        { code: 'charge_expired_for_capture' },
      )
    : null;
};

/**
 * Captures an authorized charge. `amount` has been checked. The rest is released: of a charge without an intent it counts as
 * refunded, of one with an intent it does not.
 */
export const captureHeldCharge = (
  context: RequestContext,
  charge: ChargeObject,
  amount: number,
  change: Partial<ChargeObject>,
): ChargeObject => {
  const captured = saveCharge(
    context,
    'charge.captured',
    withChanges(charge, {
      ...change,
      amount_captured: amount,
      balance_transaction: bookCharge(context, charge, amount),
      captured: true,
    }),
  );
  const rest = charge.amount - amount;
  return rest === 0 || charge.payment_intent !== null
    ? captured
    : bookRefund(context, captured, { amount: rest, released: true }).charge;
};

/** Captures a charge without an intent, in part or as a whole. The rest is released. `amount` is minor units. */
export const captureCharge = operation({
  name: 'captureCharge',
  method: 'POST',
  path: '/v1/charges/:charge/capture',
  returns: 'charge',
  params: shape(
    { charge: textParam },
    {
      amount: integerParam,
      receipt_email: textParam,
      statement_descriptor: statementDescriptor,
      statement_descriptor_suffix: statementDescriptor,
      transfer_group: textParam,
      ...notSimulated('application_fee', 'application_fee_amount', 'transfer_data'),
    },
  ),
  run:
    (context) =>
    ({ charge: id, amount: given, ...change }) =>
      pipe(
        findCharge(context, id),
        E.bindTo('charge'),
        E.tap(({ charge }) => failIf(captureProblem(charge))),
        E.bind('amount', ({ charge }) => captureAmount(charge, given)),
        E.map(({ charge, amount }) => {
          const captured = captureHeldCharge(context, charge, amount, change);
          disputeCharge(context, captured);
          return captured;
        }),
      ),
});
