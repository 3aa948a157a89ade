import { createHmac } from 'node:crypto';
import type { HandlingContext } from '../../application/events/handle-event.js';
import type { Clock } from '../../application/ports/clock.js';
import type { Tracing } from '../../application/ports/tracing.js';
import { createdOf, type ProcessorEvent } from '../../domain/events/processor-event.js';

/**
 * The headers of a webhook call according to Standard Webhooks (https://www.standardwebhooks.com): one signature for each
 * secret, separated by spaces. A signature is the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64; its key is the part of
 * the secret after `whsec_`, decoded from base64.
 */
export const signStandardWebhook = (call: {
  readonly id: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly secrets: ReadonlyArray<string>;
}): { readonly [header: string]: string } => {
  const { id, timestamp, body, secrets } = call;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
};

type Options = {
  readonly url: string;
  readonly secrets: ReadonlyArray<string>;
  /** How long to wait for the response, in milliseconds. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Absent: the receiver learns of no trace. */
  readonly traceHeaders?: Tracing['headers'] | undefined;
};

// The reason is the cause of the error that `fetch` throws.
const notForwarded = (cause: unknown): Error => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return new Error(`not forwarded: ${inner instanceof Error ? inner.message : String(inner)}`);
};

const mostBytes = 64 * 1024;

// A connection can be used again when its response was read to its end. The status alone decides, so an error does not matter.
const readToEnd = async ({ body }: Response): Promise<void> => {
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  let bytes = 0;
  try {
    while (bytes <= mostBytes) {
      const next = await reader?.read();
      if (next?.value === undefined) return;
      bytes += next.value.length;
    }
  } catch {
    // It has not ended in time.
  }
};

// Not signed, as Standard Webhooks signs the body alone. The event's time is also in the body, in two notations.
const verdictHeaders = (
  event: ProcessorEvent,
  { attempt, replay, superseded }: HandlingContext,
): { readonly [header: string]: string } => ({
  'webhook-attempt': String(attempt),
  'webhook-event-created': String(createdOf(event)),
  'webhook-replay': String(replay),
  'webhook-superseded': String(superseded),
});

/**
 * Forwards events to a URL, signed according to Standard Webhooks. Headers say what handlers of the library are told.
 * Rejects unless a 2xx response comes in time.
 */
export const createEventForwarder =
  ({ url, secrets, timeoutMs, clock, traceHeaders }: Options) =>
  async (
    event: ProcessorEvent,
    { signal, ...context }: HandlingContext & { readonly signal: AbortSignal },
  ): Promise<void> => {
    const body = JSON.stringify(event);
    const signed = signStandardWebhook({ id: event.id, timestamp: clock(), body, secrets });
    const ended = new AbortController();
    // AbortSignal.timeout would end without a word in AbortSignal.any: https://github.com/nodejs/node/issues/57736
    const late = setTimeout(
      () => ended.abort(new Error(`no response within ${timeoutMs / 1000} s, the timeout`)),
      timeoutMs,
    );
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'pasarela',
          ...signed,
          ...verdictHeaders(event, context),
          ...traceHeaders?.(),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, ended.signal]),
      }).catch((cause: unknown) => Promise.reject(notForwarded(cause)));
      await readToEnd(response);
      if (!response.ok) {
        return await Promise.reject(
          new Error(`not forwarded: the receiver responded with HTTP ${response.status}`),
        );
      }
    } finally {
      clearTimeout(late);
      // Cuts the connection if there is more.
      ended.abort();
    }
  };
