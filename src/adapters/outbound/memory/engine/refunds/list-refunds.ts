import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { findCharge } from '../charges/find-charge.js';
import type { ApiError } from '../errors/api-error.js';
import { operation } from '../operation.js';
import { createdPageParams } from '../params/created-page-params.js';
import type { ParamsOf } from '../params/params.js';
import { shape } from '../params/shape.js';
import { text } from '../params/text.js';
import { findIntent } from '../payment-intents/find-intent.js';
import { listPage } from '../state/list-page.js';
import type { Selection } from '../state/table.js';

const ListRefundsParams = shape({}, { ...createdPageParams, charge: text, payment_intent: text });
type ListRefundsParams = ParamsOf<typeof ListRefundsParams>;

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
export const listRefunds = operation({
  name: 'listRefunds',
  method: 'GET',
  path: '/v1/refunds',
  gives: 'refund',
  list: true,
  params: ListRefundsParams,
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
});
