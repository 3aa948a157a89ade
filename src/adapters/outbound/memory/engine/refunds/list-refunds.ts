import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { findCharge } from '../charges/find-charge.js';
import type { ApiError } from '../errors/api-error.js';
import type { ListObject } from '../objects/list-object.js';
import type { RefundObject } from '../objects/refund-object.js';
import type { Operation } from '../operation.js';
import { findIntent } from '../payment-intents/find-intent.js';
import { listPage, type PageParams } from '../state/list-page.js';
import type { Selection } from '../state/table.js';

export type ListRefundsParams = PageParams & {
  readonly charge?: string;
  readonly payment_intent?: string;
};

const selectionOf = (
  call: Call,
  { charge, payment_intent }: ListRefundsParams,
): E.Either<ApiError, Selection<'charge' | 'payment_intent'>> => {
  if (charge !== undefined) {
    return pipe(
      findCharge(call, charge, 'charge'),
      E.map(({ id }) => ({ index: 'charge', key: id })),
    );
  }
  if (payment_intent === undefined) return E.right('all');
  return pipe(
    findIntent(call, payment_intent, 'payment_intent'),
    E.map(({ id }) => ({ index: 'payment_intent', key: id })),
  );
};

/** A page of the refunds, or of those of a charge or of an intent. */
export const listRefunds: Operation<ListRefundsParams, ListObject<RefundObject>> = {
  name: 'listRefunds',
  method: 'GET',
  path: '/v1/refunds',
  run: (call) => (params) =>
    pipe(
      selectionOf(call, params),
      E.flatMap((selection) =>
        listPage({
          table: call.state.refunds,
          selection,
          resource: 'refund',
          url: '/v1/refunds',
          page: params,
        }),
      ),
    ),
};
