import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, failIf, withSetupIntent } from '../errors.js';
import { choosePaymentMethod, ownershipProblem } from '../intents/choose-payment-method.js';
import { redactIntentParams } from '../intents/params.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { findOptionalCustomer, findSetupIntent } from '../store/find.js';
import { UpdateSetupIntentParams } from './params.js';
import { abandonAttempt } from './setup-attempt.js';
import { applySetupIntentParams } from './setup-intent-record.js';
import { endedProblem, moveSetupIntent } from './status-machine.js';

// Fields that cannot change once the intent has ended. All others can change at any time.
const terms = [
  'allowed_payment_method_types',
  'customer',
  'excluded_payment_method_types',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'payment_method_types',
] as const satisfies ReadonlyArray<keyof UpdateSetupIntentParams>;

// The payment method must belong to the customer, also if the intent's customer changes.
const customerProblem = (
  { state }: RequestContext,
  { customer, payment_method }: SetupIntentObject,
): ApiError | null => {
  const instrument = state.instruments.get(payment_method ?? '');
  return instrument === undefined
    ? null
    : ownershipProblem(instrument, { kind: 'SetupIntent', customer });
};

// An authentication is valid only for the customer and the card that the bank saw.
const restarted = (
  context: RequestContext,
  intent: SetupIntentObject,
): E.Either<ApiError, SetupIntentObject> => {
  if (intent.payment_method === null) return E.right(intent);
  abandonAttempt(context, intent);
  return moveSetupIntent(intent, 'payment_method_supplied', { next_action: null });
};

const withPaymentMethod = (
  context: RequestContext,
  before: SetupIntentObject,
  changed: SetupIntentObject,
  params: UpdateSetupIntentParams,
): E.Either<ApiError, SetupIntentObject> =>
  pipe(
    choosePaymentMethod(
      context,
      params,
      { kind: 'SetupIntent', customer: changed.customer },
      withSetupIntent(before),
    ),
    E.flatMap((instrument) => {
      const intent = { ...changed, payment_method: instrument?.id ?? changed.payment_method };
      if (instrument === null && before.customer === changed.customer) return E.right(intent);
      return pipe(
        failIf(customerProblem(context, intent)),
        E.mapLeft(withSetupIntent(before)),
        E.flatMap(() => restarted(context, intent)),
      );
    }),
  );

/** Changes the given fields of a setup intent. Stripe emits no event for this change. */
export const updateSetupIntent = operation({
  name: 'updateSetupIntent',
  method: 'POST',
  path: '/v1/setup_intents/:setup_intent',
  returns: 'setup_intent',
  params: UpdateSetupIntentParams,
  remembered: redactIntentParams,
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.bindTo('before'),
      E.tap(({ before }) =>
        failIf(
          terms.some((name) => params[name] !== undefined) ? endedProblem('update', before) : null,
        ),
      ),
      E.tap(() => findOptionalCustomer(context, params.customer)),
      E.bind('changed', ({ before }) => applySetupIntentParams(context, before, params)),
      E.flatMap(({ before, changed }) => withPaymentMethod(context, before, changed, params)),
      E.map((updated) => {
        context.state.setupIntents.put(deepFreeze(updated));
        return updated;
      }),
    ),
});
