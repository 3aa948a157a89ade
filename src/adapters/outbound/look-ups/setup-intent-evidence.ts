import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { NewSetupIntent } from '../../../application/ports/payment-processor.js';
import { SetupIntent } from '../../../domain/objects/setup-intent.js';
import { intentEvidence, StoredDecline, storedDeclineOf } from './intent-evidence.js';

const Declined = t.type({ id: t.string, last_setup_error: StoredDecline });

/** Evidence that a setup intent was created, confirmed or canceled by a call, and with what outcome. */
export const setupIntentEvidence = intentEvidence<'setup_intent', SetupIntent, NewSetupIntent>(
  (reads) => ({
    object: 'setup_intent',
    failed: 'setup_intent.setup_failed',
    confirmed: ['setup_intent.requires_action', 'setup_intent.succeeded'],
    list: reads.listSetupIntents,
    retrieve: reads.retrieveSetupIntent,
    fits: (intent, asked) => (intent.customer ?? undefined) === asked.customer,
    declineIn: (intent) =>
      pipe(
        O.fromEither(Declined.decode(intent)),
        O.map(({ id, last_setup_error }) =>
          storedDeclineOf(last_setup_error, { payment_intent: null, setup_intent: id }),
        ),
      ),
    formerDecline: () => TE.right(O.none),
    atEvent: (object) => TE.right(SetupIntent.decode(object)),
  }),
);
