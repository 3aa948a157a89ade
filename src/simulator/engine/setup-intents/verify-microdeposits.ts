import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { SetupIntentObject } from '../objects/setup-intent.js';
import { integerParam, listParam, textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findSetupIntent } from '../store/find.js';

// Only bank accounts are verified by microdeposits. The words for an intent that waits for 3D Secure are ours.
const notVerifiable = (setup_intent: SetupIntentObject): ApiError =>
  invalidRequest(
    setup_intent.status === 'requires_action'
      ? 'This SetupIntent sets up a card: there are no microdeposits to verify.'
      : `This SetupIntent cannot be actioned on because it has a status of ${setup_intent.status}. Only a SetupIntent with one of the following statuses may be actioned on: ["requires_action"].`,
    { code: 'intent_invalid_state', setup_intent },
  );

/** Refuses to verify the bank account of a setup intent: it has a card. */
export const verifySetupMicrodeposits = operation({
  name: 'verifySetupIntentMicrodeposits',
  method: 'POST',
  path: '/v1/setup_intents/:setup_intent/verify_microdeposits',
  returns: 'setup_intent',
  params: shape(
    { setup_intent: textParam },
    { amounts: listParam(integerParam), descriptor_code: textParam },
  ),
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.flatMap((intent) => E.left<ApiError, SetupIntentObject>(notVerifiable(intent))),
    ),
});
