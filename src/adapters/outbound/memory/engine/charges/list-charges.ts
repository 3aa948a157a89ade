import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { findCustomer } from '../customers/find-customer.js';
import type { ApiError } from '../errors/api-error.js';
import type { ChargeObject } from '../objects/charge-object.js';
import type { ListObject } from '../objects/list-object.js';
import type { Operation } from '../operation.js';
import { findIntent } from '../payment-intents/find-intent.js';
import { listPage, type PageParams } from '../state/list-page.js';
import type { Selection } from '../state/table.js';

export type ListChargesParams = PageParams & {
  readonly customer?: string;
  readonly payment_intent?: string;
};

const selectionOf = (
  call: Call,
  { customer, payment_intent }: ListChargesParams,
): E.Either<ApiError, Selection<'customer' | 'payment_intent'>> => {
  if (payment_intent !== undefined) {
    return pipe(
      findIntent(call, payment_intent, 'payment_intent'),
      E.map(({ id }) => ({ index: 'payment_intent', key: id })),
    );
  }
  if (customer === undefined) return E.right('all');
  return pipe(
    findCustomer(call, customer, 'customer'),
    E.map(({ id }) => ({ index: 'customer', key: id })),
  );
};

/** A page of the charges, or of those of an intent or of a customer. */
export const listCharges: Operation<ListChargesParams, ListObject<ChargeObject>> = {
  name: 'listCharges',
  method: 'GET',
  path: '/v1/charges',
  run: (call) => (params) =>
    pipe(
      selectionOf(call, params),
      E.flatMap((selection) =>
        listPage({
          table: call.state.charges,
          selection,
          resource: 'charge',
          url: '/v1/charges',
          page: params,
        }),
      ),
    ),
};
