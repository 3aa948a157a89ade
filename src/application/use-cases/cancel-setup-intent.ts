import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { SetupIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { oneOf } from '../../domain/input/primitives.js';
import { type SetupIntent, setupCancellationReasons } from '../../domain/objects/setup-intent.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const CancelSetupIntent = input(
  {
    /** Id of the setup intent, `seti_...`. */
    setup_intent: SetupIntentId,
  },
  {
    /** Why it is canceled. */
    cancellation_reason: oneOf(setupCancellationReasons, 'Why the setup is canceled'),
  },
);
export type CancelSetupIntent = InputOf<typeof CancelSetupIntent>;

/** Cancels a setup intent that has not succeeded. */
export const cancelSetupIntent =
  (deps: Pick<PaymentProcessor, 'cancelSetupIntent'>): UseCase<CancelSetupIntent, SetupIntent> =>
  (cancellation, options) =>
    pipe(
      deps.cancelSetupIntent(cancellation, options),
      TE.bimap(missingAsNotFound('setup_intent', cancellation.setup_intent), withoutClientSecret),
    );
