import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import { type CreatedRange, createdPageParams, createdRange } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findPayout } from './payout-record.js';

const isWithin = (moment: number, range: CreatedRange): boolean => {
  if (typeof range === 'number') return moment === range;
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range;
  return moment > gt && moment >= gte && moment < lt && moment <= lte;
};

/** A page of all payouts, or of those of a status or an arrival date. */
export const listPayouts = listOperation({
  name: 'listPayouts',
  path: '/v1/payouts',
  returns: 'payout',
  params: shape(
    {},
    {
      ...createdPageParams,
      arrival_date: createdRange,
      status: textParam,
      ...notSimulated('destination'),
    },
  ),
  table: ({ payouts }) => payouts,
  resource: 'payout',
  shows: (payout, { arrival_date, status = payout.status }) =>
    payout.status === status &&
    (arrival_date === undefined || isWithin(payout.arrival_date, arrival_date)),
  show: (payout) => payout,
});

export const retrievePayout = operation({
  name: 'retrievePayout',
  method: 'GET',
  path: '/v1/payouts/:payout',
  returns: 'payout',
  params: shape({ payout: textParam }),
  run: (context) => (params) => findPayout(context, params.payout),
});
