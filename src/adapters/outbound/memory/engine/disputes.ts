import { selectByCharge } from './charges/read.js';
import { listOperation } from './kernel/list-operation.js';
import { operation } from './kernel/operation.js';
import { createdPageParams } from './params/page.js';
import { textParam } from './params/primitives.js';
import { shape } from './params/shape.js';
import { findRow } from './store/find.js';

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

export const retrieveDispute = operation({
  name: 'retrieveDispute',
  method: 'GET',
  path: '/v1/disputes/:dispute',
  returns: 'dispute',
  params: shape({ dispute: textParam }),
  run: (context) => (params) => findRow(context.state.disputes, 'dispute', params.dispute),
});
