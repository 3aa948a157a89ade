import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type InputOf, input } from '../../domain/input.js';
import { text } from '../../domain/primitives.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';
import { RawBody } from '../../domain/received-event.js';
import { keepEvent } from '../events/keep-event.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { WebhookVerifier } from '../ports/webhook-verifier.js';
import type { UseCase } from '../use-case.js';

// Both are optional here because a missing one has its own error (decisions W1 and W3).
export const ReceiveWebhook = input(
  {},
  {
    /** The body as it was sent: its bytes, or their text. */
    payload: RawBody,
    /** The whole signature header: `t=<unix>,v1=<hex>`. */
    signature: text('The whole signature header: `t=<unix>,v1=<hex>`'),
  },
);
export type ReceiveWebhook = InputOf<typeof ReceiveWebhook>;

/** The reply to the processor: its event is stored. `duplicate`: it was stored before. */
export type WebhookReceipt = {
  readonly received: true;
  readonly type: string;
  readonly duplicate?: true;
};

type Dependencies = {
  readonly webhookVerifier: WebhookVerifier;
  readonly eventStore: Pick<EventStore, 'store'>;
  readonly clock: Clock;
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly telemetry: Pick<Telemetry, 'eventReceived' | 'eventConcluded'>;
  readonly onKept?: (event: ProcessorEvent) => IO.IO<void>;
};

/** Verifies a webhook call and stores its event before it replies (decision W5). */
export const receiveWebhook =
  (deps: Dependencies): UseCase<ReceiveWebhook, WebhookReceipt> =>
  ({ payload = '', signature }) =>
    pipe(
      TE.fromEither(deps.webhookVerifier.verify({ payload, signature })),
      TE.flatMap(({ event, signedWith }) =>
        pipe(
          keepEvent(deps)(event, signedWith),
          TE.map(
            (outcome): WebhookReceipt => ({
              received: true,
              type: event.type,
              ...(outcome === 'duplicate' ? { duplicate: true } : {}),
            }),
          ),
        ),
      ),
    );
