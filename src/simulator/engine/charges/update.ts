import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { ChargeObject } from '../objects/charge.js';
import { shipping, toShipping } from '../params/address.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { enumParam, setOrUnset, textParam, textUpTo, unsettable } from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';
import { findCharge, findOptionalCustomer } from '../store/find.js';
import { saveChargeUpdate } from './charge-record.js';

const UpdateChargeParams = shape(
  { charge: textParam },
  {
    customer: textParam,
    description: unsettable(textUpTo(40_000)),
    fraud_details: shape({ user_report: unsettable(enumParam('fraudulent', 'safe')) }),
    metadata: metadataParam,
    receipt_email: unsettable(textParam),
    shipping,
    transfer_group: textParam,
  },
);
type UpdateChargeParams = ParamsOf<typeof UpdateChargeParams>;

const alreadySet = (param: 'customer' | 'transfer_group', { id }: ChargeObject): ApiError =>
  invalidRequest(`The ${param} of charge ${id} is set already, and cannot be changed.`, { param });

const transferGroupOfIntent = (intent: string): ApiError =>
  invalidRequest(
    `This Charge was created by a PaymentIntent (${intent}). You must update the \`transfer_group\` on the PaymentIntent instead of updating the Charge directly. See https://stripe.com/docs/api#update_payment_intent`,
  );

const fixedFieldProblem = (
  charge: ChargeObject,
  { customer, transfer_group }: UpdateChargeParams,
): ApiError | null => {
  if (customer !== undefined && ![null, customer].includes(charge.customer)) {
    return alreadySet('customer', charge);
  }
  if (transfer_group !== undefined && charge.payment_intent !== null) {
    return transferGroupOfIntent(charge.payment_intent);
  }
  return transfer_group !== undefined && ![null, transfer_group].includes(charge.transfer_group)
    ? alreadySet('transfer_group', charge)
    : null;
};

const fraudDetails = (
  given: UpdateChargeParams['fraud_details'],
  before: ChargeObject['fraud_details'],
): ChargeObject['fraud_details'] => {
  if (given === undefined) return before;
  const { user_report: _before, ...others } = before;
  const { user_report } = given;
  return user_report === '' ? others : { ...others, user_report };
};

const applyParams = (
  context: RequestContext,
  charge: ChargeObject,
  params: UpdateChargeParams,
): E.Either<ApiError, ChargeObject> =>
  pipe(
    failIf(fixedFieldProblem(charge, params)),
    E.flatMap(() => findOptionalCustomer(context, params.customer)),
    E.flatMap(() => mergeMetadata(charge.metadata, params.metadata)),
    E.map((metadata) => ({
      ...charge,
      customer: params.customer ?? charge.customer,
      description: setOrUnset(params.description, charge.description),
      fraud_details: fraudDetails(params.fraud_details, charge.fraud_details),
      metadata,
      receipt_email: setOrUnset(params.receipt_email, charge.receipt_email),
      shipping: params.shipping === undefined ? charge.shipping : toShipping(params.shipping),
      transfer_group: params.transfer_group ?? charge.transfer_group,
    })),
  );

/** Changes the given fields of a charge. */
export const updateCharge = operation({
  name: 'updateCharge',
  method: 'POST',
  path: '/v1/charges/:charge',
  returns: 'charge',
  params: UpdateChargeParams,
  run: (context) => (params) =>
    pipe(
      findCharge(context, params.charge),
      E.bindTo('before'),
      E.bind('after', ({ before }) => applyParams(context, before, params)),
      E.map(({ before, after }) => saveChargeUpdate(context, before, after)),
    ),
});
