import type { EventObject } from '../../adapters/outbound/memory/engine/objects/event.js';
import { signWebhook } from '../../adapters/outbound/webhook-signature/sign-webhook.js';
import type { Message } from './message.js';
import type { Target } from './target.js';

/** An event as it is posted to a target, signed `at` a moment in Unix seconds. */
export const eventMessage = (
  event: EventObject,
  { url, secret, apiVersion }: Target,
  at: number,
): Message => {
  const body = JSON.stringify({ ...event, api_version: apiVersion ?? event.api_version }, null, 2);
  return {
    url,
    body,
    headers: {
      accept: '*/*; q=0.5, application/xml',
      'cache-control': 'no-cache',
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signWebhook(body, at, secret),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
  };
};
