import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { selectByCharge } from '../charges/read.js';
import { atPath, operation } from '../kernel/operation.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findRefund } from '../store/find.js';
import { listPage } from '../store/list-page.js';

export const retrieveRefund = operation({
  name: 'retrieveRefund',
  method: 'GET',
  path: '/v1/refunds/:refund',
  returns: 'refund',
  params: shape({ refund: textParam }),
  run: (context) => (params) => findRefund(context, params.refund),
});

/** A page of all refunds, or of those of a charge or a payment intent. */
export const listRefunds = operation({
  name: 'listRefunds',
  method: 'GET',
  path: '/v1/refunds',
  returns: 'refund',
  list: true,
  params: shape({}, { ...createdPageParams, charge: textParam, payment_intent: textParam }),
  run: (context) => (params) =>
    pipe(
      selectByCharge(context, params),
      E.flatMap((selection) =>
        listPage({
          table: context.state.refunds,
          selection,
          resource: 'refund',
          url: '/v1/refunds',
          page: params,
        }),
      ),
    ),
});

/** The same at the path of the charge, which is older. */
export const listChargeRefunds = atPath(listRefunds, '/v1/charges/:charge/refunds');
