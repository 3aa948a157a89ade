import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, failIf, invalidRequest } from '../errors.js';
import { choosePaymentMethod, ownershipProblem } from '../intents/choose-payment-method.js';
import { notTakenProblem } from '../intents/method-problem.js';
import { redactIntentParams } from '../intents/params.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findIntent, findOptionalCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { UpdateIntentParams } from './params.js';
import { moveIntent, nextIntentStatus } from './status-machine.js';

// Fields that cannot change once the intent is confirmed. All others can change at any time.
const terms = [
  'allowed_payment_method_types',
  'amount',
  'capture_method',
  'currency',
  'customer',
  'excluded_payment_method_types',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
  'setup_future_usage',
  'statement_descriptor',
  'statement_descriptor_suffix',
] as const satisfies ReadonlyArray<keyof UpdateIntentParams>;

const stateProblem = (
  intent: PaymentIntentObject,
  params: UpdateIntentParams,
): E.Either<ApiError, unknown> => {
  const term = terms.find((name) => params[name] !== undefined);
  if (term === undefined) return E.right(null);
  return pipe(
    nextIntentStatus(intent.status, 'terms_changed'),
    E.mapLeft(({ status, allowed }) =>
      invalidRequest(
        `This PaymentIntent's ${term} could not be updated because it has a status of ${status}. You may only update the ${term} of a PaymentIntent with one of the following statuses: ${allowed.join(', ')}.`,
        { code: 'payment_intent_unexpected_state', param: term, payment_intent: intent },
      ),
    ),
  );
};

const fixedCustomer = (
  intent: PaymentIntentObject,
  { customer }: UpdateIntentParams,
): ApiError | null =>
  intent.customer === null || customer === undefined || customer === intent.customer
    ? null
    : invalidRequest(
        'You cannot modify `customer` on a PaymentIntent once it already has been set. To fulfill a payment with a different Customer, cancel this PaymentIntent and create a new one.',
        { code: 'payment_intent_unexpected_state', payment_intent: intent },
      );

// The payment method must belong to the customer, also if the intent gets its customer later.
const customerProblem = (
  context: RequestContext,
  { customer, payment_method }: PaymentIntentObject,
): ApiError | null => {
  const instrument = context.state.instruments.get(payment_method ?? '');
  const owner = instrument?.customer ?? null;
  return instrument === undefined || owner === null
    ? null
    : ownershipProblem(instrument, { kind: 'PaymentIntent', customer });
};

const withPaymentMethod = (
  context: RequestContext,
  intent: PaymentIntentObject,
  params: UpdateIntentParams,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    choosePaymentMethod(context, params, { kind: 'PaymentIntent', customer: intent.customer }),
    E.flatMap((instrument) => {
      if (instrument !== null) {
        const refused = notTakenProblem('PaymentIntent', intent, instrument);
        if (refused !== null) return E.left(refused);
        return moveIntent(intent, 'payment_method_supplied', {
          next_action: null,
          payment_method: instrument.id,
        });
      }
      return pipe(
        failIf(params.customer === undefined ? null : customerProblem(context, intent)),
        E.map(() => intent),
      );
    }),
  );

// An authentication is valid only for the amount and the other terms that the customer saw.
const withoutChallenge = (
  context: RequestContext,
  before: PaymentIntentObject,
  after: PaymentIntentObject,
): E.Either<ApiError, PaymentIntentObject> => {
  const same =
    before.amount === after.amount &&
    before.currency === after.currency &&
    before.customer === after.customer &&
    before.payment_method === after.payment_method;
  if (same) return E.right(after);
  context.state.authenticated.delete(after.id);
  return after.status === 'requires_action'
    ? moveIntent(after, 'challenge_dropped', { next_action: null })
    : E.right(after);
};

/** Changes the given fields of an intent. Stripe emits no event for this change. */
export const updateIntent = operation({
  name: 'updatePaymentIntent',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent',
  returns: 'payment_intent',
  params: UpdateIntentParams,
  remembered: redactIntentParams,
  run: (context) => (params) =>
    pipe(
      findIntent(context, params.payment_intent),
      E.bindTo('before'),
      E.tap(({ before }) => stateProblem(before, params)),
      E.tap(({ before }) => failIf(fixedCustomer(before, params))),
      E.tap(() => findOptionalCustomer(context, params.customer)),
      E.bind('changed', ({ before }) => applyIntentParams(context, before, params)),
      E.bind('paid', ({ changed }) => withPaymentMethod(context, changed, params)),
      E.flatMap(({ before, paid }) => withoutChallenge(context, before, paid)),
      E.map((intent) => {
        const updated = deepFreeze(withChanges(intent, { last_payment_error: null }));
        context.state.intents.put(updated);
        return updated;
      }),
    ),
});
