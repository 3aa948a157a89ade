import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { type ParamsOf, shape } from '../params/shape.js';
import { findCharge, findCustomer, findIntent } from '../store/find.js';
import type { Selection } from '../store/table.js';

export const retrieveCharge = operation({
  name: 'retrieveCharge',
  method: 'GET',
  path: '/v1/charges/:charge',
  returns: 'charge',
  params: shape({ charge: textParam }),
  run: (context) => (params) => findCharge(context, params.charge),
});

const ListChargesParams = shape(
  {},
  {
    ...createdPageParams,
    customer: textParam,
    payment_intent: textParam,
    transfer_group: textParam,
  },
);
type ListChargesParams = ParamsOf<typeof ListChargesParams>;

const selectionOf = (
  context: RequestContext,
  { customer, payment_intent, transfer_group }: ListChargesParams,
): E.Either<ApiError, Selection<'customer' | 'payment_intent' | 'transfer_group'>> => {
  if (payment_intent !== undefined) {
    return pipe(
      findIntent(context, payment_intent, 'payment_intent'),
      E.map(({ id }) => ({ index: 'payment_intent', key: id })),
    );
  }
  if (transfer_group !== undefined) {
    return E.right({ index: 'transfer_group', key: transfer_group });
  }
  if (customer === undefined) return E.right('all');
  return pipe(
    findCustomer(context, customer, 'customer'),
    E.map(({ id }) => ({ index: 'customer', key: id })),
  );
};

/** A page of all charges, or of those of a payment intent, a transfer group or a customer. */
export const listCharges = listOperation({
  name: 'listCharges',
  path: '/v1/charges',
  returns: 'charge',
  params: ListChargesParams,
  table: ({ charges }) => charges,
  resource: 'charge',
  select: selectionOf,
  show: (charge) => charge,
});

/** Selects the refunds or disputes of a charge, of a payment intent, or all. */
export const selectByCharge = (
  context: RequestContext,
  { charge, payment_intent }: { readonly charge?: string; readonly payment_intent?: string },
): E.Either<ApiError, Selection<'charge' | 'payment_intent'>> => {
  if (charge !== undefined) {
    return pipe(
      findCharge(context, charge, 'charge'),
      E.map(({ id }) => ({ index: 'charge', key: id })),
    );
  }
  if (payment_intent === undefined) return E.right('all');
  return pipe(
    findIntent(context, payment_intent, 'payment_intent'),
    E.map(({ id }) => ({ index: 'payment_intent', key: id })),
  );
};
