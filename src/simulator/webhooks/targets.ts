import { signatureHeader } from '../../adapters/outbound/webhook-signature.js';
import type { Engine } from '../engine/engine.js';
import type { EventObject } from '../engine/objects/event.js';
import type { StoredEndpoint } from '../engine/objects/webhook-endpoint.js';
import type { Message } from './post-message.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** The receiver of an event. */
export type Target = {
  /** Id of the registered endpoint; `null`: a URL that is not registered. */
  readonly endpoint: string | null;
  readonly url: string;
  readonly secret: string;
  /** The API version of the endpoint; `null`: that of the event. */
  readonly apiVersion: string | null;
};

/** The current receivers of events. */
export type Targets = {
  /** The receivers of events of a type. */
  readonly of: (type: string) => ReadonlyArray<Target>;
  /** Whether events of a type have a receiver. */
  readonly exist: (type: string) => boolean;
  /** The receiver at a URL, with the secret of the endpoint that is registered there for the type, if any. */
  readonly at: (type: string, url: string) => Target;
};

const toTarget = ({ id, url, secret, api_version }: StoredEndpoint): Target => ({
  endpoint: id,
  url,
  secret,
  apiVersion: api_version,
});

/** The registered endpoints, and the webhook of the options. */
export const createTargets = (
  { endpointsFor }: Pick<Engine, 'endpointsFor'>,
  { webhook, secret }: Pick<WebhooksOptions, 'webhook' | 'secret'>,
): Targets => {
  const unregistered = (url: string): Target => ({ endpoint: null, url, secret, apiVersion: null });
  const of: Targets['of'] = (type) => [
    ...endpointsFor(type).map(toTarget),
    ...(webhook === undefined ? [] : [unregistered(webhook)]),
  ];
  return {
    of,
    exist: (type) => webhook !== undefined || endpointsFor(type).length > 0,
    at: (type, url) => of(type).find((target) => target.url === url) ?? unregistered(url),
  };
};

/** The request that sends an event to a target, signed at `at` (Unix seconds). */
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
      'stripe-signature': signatureHeader(body, at, secret),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    },
  };
};
