import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { selectByCharge } from '../charges/read.js';
import type { ApiError } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { DisputeRecord } from '../objects/dispute.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findInPath } from '../store/find.js';
import { toDispute } from '../store/show-dispute.js';

/** The dispute in the path. */
export const findDispute = (
  { state }: Pick<RequestContext, 'state'>,
  id: string,
): E.Either<ApiError, DisputeRecord> => findInPath(state.disputes, 'dispute', id, 'dispute');

/** The newest dispute of the charge in the path. */
export const findChargeDispute = (
  { state }: Pick<RequestContext, 'state'>,
  id: string,
): E.Either<ApiError, DisputeRecord> =>
  pipe(
    findInPath(state.charges, 'charge', id, 'charge'),
    E.flatMap(({ dispute }) => {
      const found = state.disputes.get(dispute ?? '');
      // Recording 05, step 54.
      return found === undefined
        ? E.left({
            status: 404,
            error: {
              type: 'invalid_request_error',
              message: `No dispute for charge: ${id}`,
            },
          } as const)
        : E.right(found);
    }),
  );

/** A page of all disputes, or of those of a charge or a payment intent, with their count. */
export const listDisputes = listOperation({
  name: 'listDisputes',
  path: '/v1/disputes',
  returns: 'dispute',
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  table: ({ disputes }) => disputes,
  resource: 'dispute',
  select: selectByCharge,
  counted: true,
  show: (dispute, context) => toDispute(context, dispute),
});

export const retrieveDispute = operation({
  name: 'retrieveDispute',
  method: 'GET',
  path: '/v1/disputes/:dispute',
  returns: 'dispute',
  params: shape({ dispute: textParam }),
  run: (context) => (params) =>
    pipe(
      findDispute(context, params.dispute),
      E.map((dispute) => toDispute(context, dispute)),
    ),
});

export const retrieveChargeDispute = operation({
  name: 'retrieveChargeDispute',
  method: 'GET',
  path: '/v1/charges/:charge/dispute',
  returns: 'dispute',
  params: shape({ charge: textParam }),
  run: (context) => (params) =>
    pipe(
      findChargeDispute(context, params.charge),
      E.map((dispute) => toDispute(context, dispute)),
    ),
});
