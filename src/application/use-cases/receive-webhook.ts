import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import { RawBody } from '../../domain/events/received-event.js';
import { type InputOf, input } from '../../domain/input/input.js';
import { text } from '../../domain/input/primitives.js';
import { RequestHeaders } from '../../domain/input/request-headers.js';
import { keepEvent } from '../events/keep-event.js';
import type { Clock } from '../ports/clock.js';
import type { EventStore } from '../ports/event-store.js';
import type { Telemetry } from '../ports/telemetry.js';
import type {
  VerifiedEvent,
  WebhookAnswer,
  WebhookReceiver,
  WebhookRequest,
} from '../ports/webhook-receiver.js';
import type { UseCase } from '../use-case.js';

// All are optional here because a missing one has its own error (decisions W1 and W3).
export const ReceiveWebhook = input(
  {},
  {
    /** The body as it was sent: its bytes, or their text. */
    payload: RawBody,
    /** Stripe's signature header alone: `t=<unix>,v1=<hex>`. Other processors sign in `headers` of their own, or in the body. */
    signature: text('The whole signature header: `t=<unix>,v1=<hex>`'),
    /** The headers of the request: an object by name, as in Node and Express, or `Headers`. */
    headers: RequestHeaders,
  },
);
export type ReceiveWebhook = InputOf<typeof ReceiveWebhook>;

/** The reply to the processor: its events are stored. */
export type WebhookReceipt = {
  /** Always `true`. */
  readonly received: true;
  /** The type of the event. Absent when the request had no event, or several. */
  readonly type?: string;
  /** All its events were stored before. */
  readonly duplicate?: true;
  /** The HTTP answer that the processor expects. Absent: any 2xx. */
  readonly answer?: WebhookAnswer;
};

/** A receiver of requests whose body may be text still. */
export type GivenWebhooks = {
  readonly receive: (
    request: Pick<WebhookRequest, 'headers'> & { readonly body: string | Uint8Array },
  ) => ReturnType<WebhookReceiver['receive']>;
};

type Dependencies = {
  readonly webhooks: GivenWebhooks;
  readonly eventStore: Pick<EventStore, 'store'>;
  readonly clock: Clock;
  readonly whyIgnored: (event: ProcessorEvent) => string | undefined;
  readonly telemetry: Pick<Telemetry, 'eventReceived' | 'eventConcluded'>;
  readonly onKept?: (event: ProcessorEvent) => IO.IO<void>;
};

const receiptOf = (
  events: ReadonlyArray<VerifiedEvent>,
  outcomes: ReadonlyArray<'stored' | 'duplicate'>,
): WebhookReceipt => {
  const [only, ...others] = events;
  const isKnown = outcomes.length > 0 && outcomes.every((outcome) => outcome === 'duplicate');
  return {
    received: true,
    ...(only === undefined || others.length > 0 ? {} : { type: only.event.type }),
    ...(isKnown ? { duplicate: true } : {}),
  };
};

/** Verifies a webhook call and stores all its events before it replies (decision W5). */
export const receiveWebhook =
  (deps: Dependencies): UseCase<ReceiveWebhook, WebhookReceipt> =>
  ({ payload = '', signature, headers = {} }) =>
    pipe(
      deps.webhooks.receive({
        headers:
          signature === undefined ? headers : { ...headers, 'processor-signature': signature },
        body: payload,
      }),
      TE.flatMap(({ events, answer }) =>
        pipe(
          events,
          // One after the other: their order decides between events of the same second.
          TE.traverseSeqArray(({ event, signedWith }) => keepEvent(deps)(event, signedWith)),
          TE.map(
            (outcomes): WebhookReceipt => ({
              ...receiptOf(events, outcomes),
              ...(answer === undefined ? {} : { answer }),
            }),
          ),
        ),
      ),
    );
