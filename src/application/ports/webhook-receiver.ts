import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { ProcessorEvent } from '../../domain/events/processor-event.js';
import type { ProcessorError, WebhookError } from '../../domain/payment-error.js';

/** One HTTP request of the processor. */
export type WebhookRequest = {
  /** By name in lower case. The values of a repeated header are joined with commas. */
  readonly headers: { readonly [name: string]: string | undefined };
  /** The body exactly as it was sent, whatever its content type. */
  readonly body: Uint8Array;
};

/** A verified event. `signedWith` names the signing secret without revealing it. */
export type VerifiedEvent = { readonly event: ProcessorEvent; readonly signedWith?: string };

/** The HTTP answer that the processor expects. */
export type WebhookAnswer = {
  /** 200 to 299. Default: 200. */
  readonly status?: number;
  /** Default: `text/plain; charset=utf-8`. */
  readonly contentType?: string;
  /** Default: empty. */
  readonly body?: string;
};

/** The meaning of a request: its events, none for a request that only tests the address. */
export type WebhookMessage = {
  readonly events: ReadonlyArray<VerifiedEvent>;
  /** Sent when all events are stored. Default: the envelope of the HTTP interface. */
  readonly answer?: WebhookAnswer;
};

/** Receives the webhooks of a processor. */
export type WebhookReceiver = {
  /**
   * Verifies that a request comes from the processor, and translates it. It stores nothing. An error is answered with its own
   * status, and the processor sends the request again. It may ask the processor for what the request only names.
   */
  readonly receive: (
    request: WebhookRequest,
  ) => TE.TaskEither<WebhookError | ProcessorError, WebhookMessage>;
};
