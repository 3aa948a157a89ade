import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { selectByCharge } from './charges/read.js';
import { noSuch } from './errors.js';
import { listOperation } from './kernel/list-operation.js';
import { operation } from './kernel/operation.js';
import { createdPageParams } from './params/page.js';
import { textParam } from './params/primitives.js';
import { shape } from './params/shape.js';
import { findCharge, findRow } from './store/find.js';

/** A page of all disputes, or of those of a charge or a payment intent. */
export const listDisputes = listOperation({
  name: 'listDisputes',
  path: '/v1/disputes',
  returns: 'dispute',
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  table: ({ disputes }) => disputes,
  resource: 'dispute',
  select: selectByCharge,
  show: (dispute) => dispute,
});

/** The newest dispute of the charge in the path. */
export const retrieveChargeDispute = operation({
  name: 'retrieveChargeDispute',
  method: 'GET',
  path: '/v1/charges/:charge/dispute',
  returns: 'dispute',
  params: shape({ charge: textParam }),
  run: (context) => (params) =>
    pipe(
      findCharge(context, params.charge),
      E.flatMap(({ id }) => {
        const [dispute] = context.state.disputes.newestFirst({ index: 'charge', key: id });
        return dispute === undefined ? E.left(noSuch('dispute', id)) : E.right(dispute);
      }),
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
