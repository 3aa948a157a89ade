import { createHmac } from 'node:crypto';
import type { Clock } from '../../application/ports/clock.js';
import type { ProcessorEvent } from '../../domain/processor-event.js';

/**
 * The headers of a webhook call by Standard Webhooks: HMAC-SHA256 over `<id>.<timestamp>.<body>`, in base64, keyed with
 * what stands in base64 after the `whsec_` of a secret; a signature for each secret, with spaces between.
 * https://www.standardwebhooks.com
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
  /** How long the answer may take. */
  readonly timeoutMs: number;
  readonly clock: Clock;
};

// The name says what happened; what `fetch` says of itself stands one level deeper.
const plainly = (cause: unknown): Error => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  return new Error(`not forwarded: ${inner instanceof Error ? inner.message : String(inner)}`);
};

/** Sends events on to a URL, signed by Standard Webhooks. Rejects unless the answer comes in time and is 2xx. */
export const createEventForwarder =
  ({ url, secrets, timeoutMs, clock }: Options) =>
  async (event: ProcessorEvent, { signal }: { readonly signal: AbortSignal }): Promise<void> => {
    const body = JSON.stringify(event);
    const signed = signStandardWebhook({ id: event.id, timestamp: clock(), body, secrets });
    const tooLate = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'pasarela', ...signed },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, tooLate]),
    }).catch((cause: unknown) => Promise.reject(plainly(cause)));
    await response.body?.cancel();
    if (!response.ok) {
      return Promise.reject(new Error(`not forwarded: answered ${response.status}`));
    }
  };
