import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, docUrl, failIf } from '../errors.js';
import { ownershipProblem } from '../intents/choose-payment-method.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { Instrument } from '../methods/instrument.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { findRow, findSetupIntent } from '../store/find.js';
import { failAttempt, passChallenge } from './setup-attempt.js';
import { moveSetupIntent } from './status-machine.js';

type SetupControl = Control<{ readonly setup_intent: string }, SetupIntentObject>;

const instrumentOf = (
  { state }: RequestContext,
  { payment_method }: SetupIntentObject,
): E.Either<ApiError, Instrument> =>
  findRow(state.instruments, 'PaymentMethod', payment_method ?? '', 'payment_method');

/** The customer authenticates: the payment method is set up. */
export const completeSetupChallenge: SetupControl = {
  name: 'completeSetupChallenge',
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.flatMap((intent) => moveSetupIntent(intent, 'challenge_passed', { next_action: null })),
      E.bindTo('intent'),
      E.bind('instrument', ({ intent }) => instrumentOf(context, intent)),
      // Meanwhile it may have become another customer's.
      E.tap(({ intent: { customer }, instrument }) =>
        failIf(ownershipProblem(instrument, { kind: 'SetupIntent', customer })),
      ),
      E.map(({ intent, instrument }) => passChallenge(context, intent, instrument)),
    ),
};

const authenticationFailure = 'setup_intent_authentication_failure';

/** The customer fails or refuses to authenticate: the intent requires another payment method. */
export const failSetupChallenge: SetupControl = {
  name: 'failSetupChallenge',
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.flatMap((intent) => moveSetupIntent(intent, 'challenge_failed')),
      E.bindTo('intent'),
      E.bind('instrument', ({ intent }) => instrumentOf(context, intent)),
      E.map(({ intent, instrument }) =>
        failAttempt(context, intent, {
          type: 'invalid_request_error',
          message:
            'The latest attempt to set up the payment method has failed because authentication failed.',
          code: authenticationFailure,
          doc_url: docUrl(authenticationFailure),
          payment_method: toPaymentMethod(instrument),
        }),
      ),
    ),
};
