import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { operation } from '../kernel/operation.js';
import { enumParam, textParam } from '../params/primitives.js';
import { shape } from '../params/shape.js';
import { findSetupIntent } from '../store/find.js';
import { abandonAttempt } from './setup-attempt.js';
import { saveSetupIntent } from './setup-intent-record.js';
import { moveSetupIntent } from './status-machine.js';

/** Cancels a setup intent that has not succeeded. */
export const cancelSetup = operation({
  name: 'cancelSetupIntent',
  failureAlias: 'cancel',
  method: 'POST',
  path: '/v1/setup_intents/:setup_intent/cancel',
  returns: 'setup_intent',
  params: shape(
    { setup_intent: textParam },
    { cancellation_reason: enumParam('abandoned', 'duplicate', 'requested_by_customer') },
  ),
  run: (context) => (params) =>
    pipe(
      findSetupIntent(context, params.setup_intent),
      E.flatMap((intent) =>
        moveSetupIntent(intent, 'cancel', {
          cancellation_reason: params.cancellation_reason ?? null,
          next_action: null,
        }),
      ),
      E.map((intent) => {
        abandonAttempt(context, intent);
        return saveSetupIntent(context, 'setup_intent.canceled', intent);
      }),
    ),
});
