import type { Engine } from '../../adapters/outbound/memory/engine/engine.js';
import type { StoredEndpoint } from '../../adapters/outbound/memory/engine/objects/webhook-endpoint.js';
import type { Target } from './target.js';
import type { WebhooksOptions } from './webhooks-options.js';

/** Where events are sent at the moment. */
export type Targets = {
  /** Everything that an event of a type is for. */
  readonly of: (type: string) => ReadonlyArray<Target>;
  /** A URL: with the secret of what is registered there for events of a type, when something is. */
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
    at: (type, url) => of(type).find((target) => target.url === url) ?? unregistered(url),
  };
};
