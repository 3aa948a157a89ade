import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import { findCharge, findIntent } from '../store/find.js';
import type { Selection } from '../store/table.js';

/** Which of the things that happened to charges: those of a charge, else those of an intent, else all. */
export const selectByCharge = (
  call: RequestContext,
  { charge, payment_intent }: { readonly charge?: string; readonly payment_intent?: string },
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
