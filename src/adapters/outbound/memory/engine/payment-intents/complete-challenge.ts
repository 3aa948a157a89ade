import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, noSuch } from '../errors.js';
import type { Control } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { deepFreeze } from '../objects/json.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import { findIntent } from '../store/find.js';
import { attemptConfirmation } from './attempt-confirmation.js';
import { moveIntent } from './move-intent.js';
import { newAttempt } from './new-attempt.js';

const backToMerchant = (
  call: RequestContext,
  intent: PaymentIntentObject,
  instrument: string,
): E.Either<ApiError, PaymentIntentObject> =>
  pipe(
    moveIntent(intent, 'challenge_passed_manual', { next_action: null }),
    E.map((passed) => {
      call.state.authenticated.set(intent.id, instrument);
      // The processor has no event for this change.
      call.state.intents.put(deepFreeze(passed));
      return passed;
    }),
  );

/**
 * The customer authenticates. An intent with manual confirmation waits for its next confirmation; an automatic one is
 * charged now, and the answer is the intent also when that charge is declined.
 */
export const completeChallenge: Control<{ readonly payment_intent: string }, PaymentIntentObject> =
  {
    name: 'completeChallenge',
    run: (call) => (params) =>
      pipe(
        findIntent(call, params.payment_intent),
        E.tap((intent) => moveIntent(intent, 'challenge_passed_manual')),
        E.flatMap((intent) => {
          const instrument = call.state.instruments.get(intent.payment_method ?? '');
          if (instrument === undefined) {
            return E.left(noSuch('payment_method', intent.payment_method ?? '', 'payment_method'));
          }
          if (intent.confirmation_method === 'manual') {
            return backToMerchant(call, intent, instrument.id);
          }
          return pipe(
            attemptConfirmation(call, {
              ...newAttempt({ intent, instrument }, {}, true),
              via: 'challenge_passed',
            }),
            E.orElse((error) =>
              error.error.payment_intent === undefined
                ? E.left(error)
                : E.right(error.error.payment_intent),
            ),
          );
        }),
      ),
  };
