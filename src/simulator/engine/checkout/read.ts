import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredSession } from '../objects/checkout-session.js';
import { toLineItem } from '../objects/line-item.js';
import { createdPageParams, pageParams } from '../params/page.js';
import { enumParam, textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findRow } from '../store/find.js';
import type { Selection } from '../store/table.js';
import { toSession } from './session-record.js';

/** The session in the path. */
export const findSession = (
  { state }: Pick<RequestContext, 'state'>,
  id: string,
): E.Either<ApiError, StoredSession> => findRow(state.checkoutSessions, 'checkout.session', id);

export const retrieveCheckoutSession = operation({
  name: 'retrieveCheckoutSession',
  method: 'GET',
  path: '/v1/checkout/sessions/:session',
  returns: 'checkout.session',
  params: shape({ session: textParam }),
  run: (context) => (params) =>
    pipe(
      findSession(context, params.session),
      E.map((session) => toSession(context.state, session)),
    ),
});

type Filters = {
  readonly customer?: string;
  readonly customer_details?: { readonly email: string };
  readonly payment_intent?: string;
  readonly status?: StoredSession['status'];
};

const select = ({ customer, payment_intent }: Filters): Selection<'customer' | 'intent'> => {
  if (payment_intent !== undefined) return { index: 'intent', key: payment_intent };
  return customer === undefined ? 'all' : { index: 'customer', key: customer };
};

const isSelected = (session: StoredSession, { customer_details, ...others }: Filters): boolean =>
  (others.customer === undefined || session.customer === others.customer) &&
  (others.payment_intent === undefined || session.payment_intent === others.payment_intent) &&
  (others.status === undefined || session.status === others.status) &&
  (customer_details === undefined || session.customer_details?.email === customer_details.email);

export const listCheckoutSessions = listOperation({
  name: 'listCheckoutSessions',
  path: '/v1/checkout/sessions',
  returns: 'checkout.session',
  params: shape(
    {},
    {
      ...createdPageParams,
      customer: textParam,
      customer_details: shape({ email: textParam }),
      payment_intent: textParam,
      status: enumParam('complete', 'expired', 'open'),
      ...notSimulated('customer_account', 'payment_link', 'subscription'),
    },
  ),
  table: ({ checkoutSessions }) => checkoutSessions,
  resource: 'checkout.session',
  select: (_, params) => E.right(select(params)),
  shows: isSelected,
  show: (session, { state }) => toSession(state, session),
});

/** The lines of a session, in the order in which they were given. */
export const listLineItems = listOperation({
  name: 'listLineItems',
  path: '/v1/checkout/sessions/:session/line_items',
  returns: 'item',
  params: shape({ session: textParam }, pageParams),
  table: ({ lineItems }) => lineItems,
  resource: 'line item',
  select: (context, { session }): E.Either<ApiError, Selection<'session'>> =>
    pipe(
      findSession(context, session),
      E.map(({ id }) => ({ index: 'session', key: id })),
    ),
  holds: (row, { session }) => row.session === session,
  show: toLineItem,
});

/** A way of delivery that a session offers. */
export const retrieveShippingRate = operation({
  name: 'retrieveShippingRate',
  method: 'GET',
  path: '/v1/shipping_rates/:shipping_rate',
  returns: 'shipping_rate',
  params: shape({ shipping_rate: textParam }),
  run:
    ({ state }) =>
    ({ shipping_rate }) =>
      findRow(state.shippingRates, 'shipping rate', shipping_rate),
});
