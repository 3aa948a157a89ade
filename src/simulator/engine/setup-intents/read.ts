import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, failIf } from '../errors.js';
import { secretProblem } from '../intents/refusals.js';
import { listOperation } from '../kernel/list-operation.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { createdPageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findOptionalCustomer, findRow, findSetupIntent } from '../store/find.js';
import type { Selection } from '../store/table.js';

export const retrieveSetupIntent = operation({
  name: 'retrieveSetupIntent',
  method: 'GET',
  path: '/v1/setup_intents/:setup_intent',
  returns: 'setup_intent',
  params: shape({ setup_intent: textParam }, { client_secret: textParam }),
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.tap((intent) => failIf(secretProblem('SetupIntent', intent, params.client_secret))),
    ),
});

const selectByMethod = (
  { state }: RequestContext,
  id: string,
): E.Either<ApiError, Selection<'payment_method'>> =>
  pipe(
    findRow(state.instruments, 'PaymentMethod', id, 'payment_method'),
    E.map(() => ({ index: 'payment_method', key: id })),
  );

/** A page of setup intents, of a customer, of a payment method, or of both. */
export const listSetupIntents = listOperation({
  name: 'listSetupIntents',
  path: '/v1/setup_intents',
  returns: 'setup_intent',
  params: shape(
    {},
    {
      ...createdPageParams,
      customer: textParam,
      payment_method: textParam,
      ...notSimulated('attach_to_self', 'customer_account'),
    },
  ),
  table: ({ setupIntents }) => setupIntents,
  resource: 'setupintent',
  select: (
    context,
    { customer, payment_method },
  ): E.Either<ApiError, Selection<'customer' | 'payment_method'>> =>
    pipe(
      findOptionalCustomer(context, customer),
      E.flatMap((owner): E.Either<ApiError, Selection<'customer' | 'payment_method'>> => {
        if (payment_method !== undefined) return selectByMethod(context, payment_method);
        return E.right(owner === null ? 'all' : { index: 'customer', key: owner.id });
      }),
    ),
  shows: (intent, { customer }) => customer === undefined || intent.customer === customer,
  show: (intent) => intent,
});

/** A page of the attempts of a setup intent. */
export const listSetupAttempts = listOperation({
  name: 'listSetupAttempts',
  path: '/v1/setup_attempts',
  returns: 'setup_attempt',
  params: shape({ setup_intent: textParam }, createdPageParams),
  table: ({ setupAttempts }) => setupAttempts,
  resource: 'setupattempt',
  select: (context, { setup_intent }) =>
    pipe(
      findSetupIntent(context, setup_intent, 'setup_intent'),
      E.map(({ id }) => ({ index: 'setup_intent', key: id }) as const),
    ),
  show: (attempt) => attempt,
});
