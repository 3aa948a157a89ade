import { selectByCharge } from '../charges/read.js';
import { listOperation } from '../kernel/list-operation.js';
import { atPath, operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';

export const retrieveRefund = operation({
  name: 'retrieveRefund',
  method: 'GET',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: textParam }),
  run: (context) => (params) => findRefund(context, params.refund),
});

/** A page of all refunds, or of those of a charge or a payment intent. */
export const listRefunds = listOperation({
  name: 'listRefunds',
  path: '/v1/refunds',
  returns: 'refund',
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  table: ({ refunds }) => refunds,
  resource: 'refund',
  select: selectByCharge,
  show: (refund) => refund,
});

/** The same at the path of the charge, which is older. */
export const listChargeRefunds = atPath(listRefunds, '/v1/charges/:charge/refunds');
