import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import {
  useConfirmationToken,
  withConfirmationToken,
} from '../confirmation-tokens/confirmation-token.js';
import { type ApiError, failIf, withSetupIntent } from '../errors.js';
import { confirmedPaymentMethod } from '../intents/choose-payment-method.js';
import { elementsProblem } from '../intents/elements-options.js';
import { setUpProblem } from '../intents/method-problem.js';
import { returnUrlOf } from '../intents/next-action.js';
import { redactIntentParams } from '../intents/params.js';
import { returnUrlProblem } from '../intents/payment-method-types.js';
import { secretProblem } from '../intents/refusals.js';
import { operation } from '../kernel/operation.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { findOptionalCustomer, findSetupIntent } from '../store/find.js';
import { ConfirmSetupIntentParams } from './params.js';
import { attemptSetup } from './setup-attempt.js';
import { applySetupIntentParams } from './setup-intent-record.js';
import { moveSetupIntent } from './status-machine.js';

// The confirmation may name a payment method.
const confirmable = (
  intent: SetupIntentObject,
  { payment_method, payment_method_data }: ConfirmSetupIntentParams,
): E.Either<ApiError, SetupIntentObject> =>
  payment_method === undefined && payment_method_data === undefined
    ? pipe(
        moveSetupIntent(intent, 'confirm_succeeded'),
        E.map(() => intent),
      )
    : moveSetupIntent(intent, 'payment_method_supplied');

/** Confirms a setup intent: sets up its payment method, or starts the customer's authentication. A decline is a 402. */
export const confirmSetup = operation({
  name: 'confirmSetupIntent',
  failureAlias: 'confirm',
  method: 'POST',
  path: '/v1/setup_intents/:setup_intent/confirm',
  returns: 'setup_intent',
  params: ConfirmSetupIntentParams,
  setsUp: () => true,
  remembered: redactIntentParams,
  run: (context) => (given) =>
    pipe(
      findSetupIntent(context, given.setup_intent),
      E.tap((intent) => failIf(secretProblem('SetupIntent', intent, given.client_secret))),
      E.tap(({ customer }) => findOptionalCustomer(context, customer)),
      E.bindTo('before'),
      E.bind('params', () => withConfirmationToken(context, given)),
      E.bind('moved', ({ before, params }) => confirmable(before, params)),
      E.tap(({ before, params }) =>
        pipe(
          failIf(
            elementsProblem(context, params, 'SetupIntent', before) ??
              returnUrlProblem('SetupIntent', before, params),
          ),
          E.mapLeft(withSetupIntent(before)),
        ),
      ),
      E.bind('intent', ({ moved, params }) => applySetupIntentParams(context, moved, params)),
      E.bind('instrument', ({ before, intent, params }) =>
        confirmedPaymentMethod(
          context,
          params,
          { ...intent, kind: 'SetupIntent' },
          withSetupIntent(before),
        ),
      ),
      E.tap(({ before, intent, instrument, params }) =>
        pipe(failIf(setUpProblem(intent, instrument, params)), E.mapLeft(withSetupIntent(before))),
      ),
      E.flatMap(({ intent, instrument, params }) => {
        useConfirmationToken(context, params, { setup_intent: intent.id });
        return attemptSetup(context, {
          intent,
          instrument,
          returnUrl: returnUrlOf(params, instrument),
          agreement: params,
        });
      }),
    ),
});
