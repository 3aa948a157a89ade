import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { SetupIntentId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { SetupIntent } from '../../domain/objects/setup-intent.js';
import { missingAsNotFound } from '../missing-as-not-found.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import { withoutClientSecret } from '../without-client-secret.js';

export const GetSetupIntent = input({
  /** Id of the setup intent, `seti_...`. */
  setup_intent: SetupIntentId,
});
export type GetSetupIntent = InputOf<typeof GetSetupIntent>;

/** Reads a setup intent, without its `client_secret` (decision P8). */
export const getSetupIntent =
  (deps: Pick<PaymentProcessor, 'retrieveSetupIntent'>): UseCase<GetSetupIntent, SetupIntent> =>
  ({ setup_intent }) =>
    pipe(
      deps.retrieveSetupIntent({ setup_intent }),
      TE.bimap(missingAsNotFound('setup_intent', setup_intent), withoutClientSecret),
    );
