import * as E from 'fp-ts/lib/Either.js';
import {
  useConfirmationToken,
  withConfirmationToken,
} from '../confirmation-tokens/confirmation-token.js';
import { type ApiError, invalidRequest, withIntent } from '../errors.js';
import { confirmedPaymentMethod } from '../intents/choose-payment-method.js';
import { elementsProblem } from '../intents/elements-options.js';
import { methodConfirmationProblem, notTakenProblem } from '../intents/method-problem.js';
import { redactIntentParams } from '../intents/params.js';
import { returnUrlProblem } from '../intents/payment-method-types.js';
import { secretProblem } from '../intents/refusals.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findIntent, findOptionalCustomer } from '../store/find.js';
import { applyIntentParams } from './apply-params.js';
import { ConfirmIntentParams } from './params.js';
import { attemptPayment, newAttempt } from './payment-attempt.js';
import { moveIntent, statusAfter } from './status-machine.js';

type Confirmation = Pick<
  ConfirmIntentParams,
  'error_on_requires_action' | 'off_session' | 'return_url' | 'use_stripe_sdk'
>;

const offSessionProblem = (
  { setup_future_usage }: Pick<PaymentIntentObject, 'setup_future_usage'>,
  { off_session = false }: Confirmation,
): ApiError | null =>
  off_session === false || setup_future_usage === null
    ? null
    : invalidRequest(
        'You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set on the PaymentIntent because you cannot set up future usages when processing payments off-session.',
        { param: 'off_session' },
      );

// https://docs.stripe.com/changelog/2023-08-16/automatic-payment-methods
const errorOnActionProblem = (
  { automatic_payment_methods: automatic }: Pick<PaymentIntentObject, 'automatic_payment_methods'>,
  { error_on_requires_action = false }: Confirmation,
): ApiError | null =>
  automatic?.enabled === true && error_on_requires_action
    ? invalidRequest(
        "The `error_on_requires_action` parameter can't be used with PaymentIntents which use payment methods managed through the Dashboard.",
        { param: 'error_on_requires_action' },
      )
    : null;

/** Why an intent cannot be confirmed with these parameters; `null` if it can. */
export const confirmationProblem = (
  intent: Pick<PaymentIntentObject, 'automatic_payment_methods' | 'setup_future_usage'>,
  params: Confirmation,
): ApiError | null =>
  offSessionProblem(intent, params) ??
  errorOnActionProblem(intent, params) ??
  returnUrlProblem('PaymentIntent', intent, params);

// The confirmation may name a payment method.
const confirmable = (
  intent: PaymentIntentObject,
  { payment_method, payment_method_data }: ConfirmIntentParams,
): E.Either<ApiError, PaymentIntentObject> =>
  payment_method === undefined && payment_method_data === undefined
    ? // Whether it may be confirmed; it moves when the bank has answered.
      E.map(() => intent)(statusAfter(intent, 'confirm_approved'))
    : moveIntent(intent, 'payment_method_supplied');

const confirm =
  (context: RequestContext, before: PaymentIntentObject) =>
  (params: ConfirmIntentParams): E.Either<ApiError, PaymentIntentObject> => {
    const moved = confirmable(before, params);
    if (E.isLeft(moved)) return moved;
    const changed = applyIntentParams(context, moved.right, params);
    if (E.isLeft(changed)) return changed;
    const intent = changed.right;
    const problem =
      elementsProblem(context, params, 'PaymentIntent', intent) ??
      confirmationProblem(intent, params);
    if (problem !== null) return E.left(withIntent(before)(problem));
    const { id, customer, payment_method } = intent;
    const owned = { kind: 'PaymentIntent', customer, payment_method } as const;
    const chosen = confirmedPaymentMethod(context, params, owned, withIntent(before));
    if (E.isLeft(chosen)) return chosen;

    const instrument = chosen.right;
    const refused =
      notTakenProblem('PaymentIntent', intent, instrument) ??
      methodConfirmationProblem('PaymentIntent', instrument, params);
    if (refused !== null) return E.left(withIntent(before)(refused));
    useConfirmationToken(context, params, { payment_intent: id });
    const authenticated = context.state.authenticated.get(id) === instrument.id;
    return attemptPayment(context, newAttempt({ intent, instrument }, params, authenticated));
  };

/** Confirms a payment intent: charges it, or starts the customer's authentication. A decline is a 402. */
export const confirmIntent = operation({
  name: 'confirmPaymentIntent',
  failureAlias: 'confirm',
  method: 'POST',
  path: '/v1/payment_intents/:payment_intent/confirm',
  returns: 'payment_intent',
  params: ConfirmIntentParams,
  charges: () => true,
  remembered: redactIntentParams,
  run: (context) => (params) => {
    const found = findIntent(context, params.payment_intent);
    if (E.isLeft(found)) return found;
    const before = found.right;
    const problem = secretProblem('PaymentIntent', before, params.client_secret);
    if (problem !== null) return E.left(problem);
    const customer = findOptionalCustomer(context, before.customer);
    if (E.isLeft(customer)) return customer;
    const whole = withConfirmationToken(context, params);
    return E.isLeft(whole) ? whole : confirm(context, before)(whole.right);
  },
});
