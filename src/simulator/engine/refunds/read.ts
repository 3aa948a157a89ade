import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { selectByCharge } from '../charges/read.js';
import { noSuchInPath } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RefundObject } from '../objects/refund.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findCharge, findRefund } from '../store/find.js';
import type { State } from '../store/state.js';

export const retrieveRefund = operation({
  name: 'retrieveRefund',
  method: 'GET',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: textParam }),
  run: (context) => (params) => findRefund(context, params.refund),
});

/** A refund of the charge in the path. */
export const retrieveChargeRefund = operation({
  name: 'retrieveChargeRefund',
  method: 'GET',
  path: '/v1/charges/:charge/refunds/:refund',
  returns: 'refund',
  params: shape({ charge: textParam, refund: textParam }),
  run: (context) => (params) =>
    pipe(
      findCharge(context, params.charge),
      E.flatMap(({ id }) => {
        const refund = context.state.refunds.get(params.refund);
        return refund?.charge === id
          ? E.right(refund)
          : E.left(noSuchInPath('refund', params.refund, 'refund'));
      }),
    ),
});

const refundList = {
  returns: 'refund',
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  table: ({ refunds }: State) => refunds,
  resource: 'refund',
  select: selectByCharge,
  show: (refund: RefundObject) => refund,
} as const;

/** A page of all refunds, or of those of a charge or a payment intent. */
export const listRefunds = listOperation({
  ...refundList,
  counted: true,
  name: 'listRefunds',
  path: '/v1/refunds',
});

/** The same at the path of the charge, which is older. */
export const listChargeRefunds = listOperation({
  ...refundList,
  name: 'listChargeRefunds',
  path: '/v1/charges/:charge/refunds',
});
