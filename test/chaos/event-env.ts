import { webhookSecret } from './webhook-secret.js';

/** What makes a service take signed events and forward them to this URL. */
export const eventEnv = (url: string) => ({
  WEBHOOK_SECRET: webhookSecret,
  EVENT_FORWARD_URL: url,
  EVENT_FORWARD_SECRET: `whsec_${Buffer.alloc(32, 'chaos').toString('base64')}`,
  LOG_LEVEL: 'warn',
});
