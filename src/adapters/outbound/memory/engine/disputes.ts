import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { selectByCharge } from './charges/read.js';
import { operation } from './kernel/operation.js';
import { createdPageParams } from './params/page.js';
import { textParam } from './params/primitives.js';
import { shape } from './params/shape.js';
import { findRow } from './store/find.js';
import { listPage } from './store/list-page.js';

/** A page of all disputes, or of those of a charge or a payment intent. */
export const listDisputes = operation({
  name: 'listDisputes',
  method: 'GET',
  path: '/v1/disputes',
  returns: 'dispute',
  list: true,
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  run: (context) => (params) =>
    pipe(
      selectByCharge(context, params),
      E.flatMap((selection) =>
        listPage({
          table: context.state.disputes,
          selection,
          resource: 'dispute',
          url: '/v1/disputes',
          page: params,
        }),
      ),
    ),
});

export const retrieveDispute = operation({
  name: 'retrieveDispute',
  method: 'GET',
  path: '/v1/disputes/:dispute',
  returns: 'dispute',
  params: shape({ dispute: textParam }),
  run: (context) => (params) => findRow(context.state.disputes, 'dispute', params.dispute),
});
