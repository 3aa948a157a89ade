import { createHmac } from 'node:crypto';

/** The processor's signature over a body: HMAC-SHA256 of `<t>.<body>`, keyed with the whole secret, as hex. */
export const webhookSignature = (
  payload: string | Uint8Array,
  timestamp: number,
  secret: string,
): string => createHmac('sha256', secret).update(`${timestamp}.`).update(payload).digest('hex');

/** The signature header of a webhook call made at `timestamp` (Unix seconds): `t=...,v1=...`. */
export const signWebhook = (
  payload: string | Uint8Array,
  timestamp: number,
  secret: string,
): string => `t=${timestamp},v1=${webhookSignature(payload, timestamp, secret)}`;
