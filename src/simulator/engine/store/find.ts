import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, type NoSuchResource, noSuch, noSuchInPath } from '../errors.js';
import type { ChargeObject } from '../objects/charge.js';
import type { CustomerObject } from '../objects/customer.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { RefundObject } from '../objects/refund.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import type { State } from './state.js';
import type { Table } from './table.js';

type Holder = { readonly state: State };

/** The row with this id. `param`: the parameter that holds the id; `id` or `intent` if it is part of the path. */
export const findRow = <A>(
  table: Pick<Table<A, never>, 'get'>,
  resource: NoSuchResource,
  id: string,
  param = 'id',
): E.Either<ApiError, A> => {
  const row = table.get(id);
  return row === undefined ? E.left(noSuch(resource, id, param)) : E.right(row);
};

/** The row with this id, which the path has as this parameter. */
export const findInPath = <A>(
  table: Pick<Table<A, never>, 'get'>,
  resource: NoSuchResource,
  id: string,
  param: string,
): E.Either<ApiError, A> => {
  const row = table.get(id);
  return row === undefined ? E.left(noSuchInPath(resource, id, param)) : E.right(row);
};

/** The customer, unless deleted. */
export const findCustomer = (
  { state }: Holder,
  id: string,
  param?: string,
): E.Either<ApiError, CustomerObject> => findRow(state.customers, 'customer', id, param);

/** The customer that a parameter names; `null` if the parameter is absent. */
export const findOptionalCustomer = (
  holder: Holder,
  id: string | null | undefined,
): E.Either<ApiError, CustomerObject | null> =>
  id === undefined || id === null ? E.right(null) : findCustomer(holder, id, 'customer');

export const findIntent = (
  { state }: Holder,
  id: string,
  param = 'intent',
): E.Either<ApiError, PaymentIntentObject> => findRow(state.intents, 'payment_intent', id, param);

export const findSetupIntent = (
  { state }: Holder,
  id: string,
  param = 'intent',
): E.Either<ApiError, SetupIntentObject> => findRow(state.setupIntents, 'setupintent', id, param);

export const findCharge = (
  { state }: Holder,
  id: string,
  param?: string,
): E.Either<ApiError, ChargeObject> => findRow(state.charges, 'charge', id, param);

export const findRefund = ({ state }: Holder, id: string): E.Either<ApiError, RefundObject> =>
  findRow(state.refunds, 'refund', id);
