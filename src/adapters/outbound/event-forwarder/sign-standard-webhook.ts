import { createHmac } from 'node:crypto';

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
