import type { ApiOutcome } from '../shared/api.js';
import type { Client } from './client.js';
import { IntegrationError } from './integration-error.js';

/** The words and paths of the two kinds of intent. */
export const intentKinds = {
  payment: {
    prefix: 'pi_',
    path: 'payment_intents',
    object: 'payment_intent',
    result: 'paymentIntent',
  },
  setup: {
    prefix: 'seti_',
    path: 'setup_intents',
    object: 'setup_intent',
    result: 'setupIntent',
  },
} as const;
export type SecretKind = (typeof intentKinds)[keyof typeof intentKinds];

/** An intent and the secret that gives a page access to it. */
export type IntentSecret = {
  readonly kind: SecretKind;
  readonly id: string;
  readonly secret: string;
};

/** Reads a client secret. `what`: the function that was called, for its errors; `kind`: the only kind that it takes. */
export const readIntentSecret = (
  what: string,
  secret: unknown,
  kind?: SecretKind,
): IntentSecret => {
  if (secret === undefined || secret === null || secret === '') {
    throw new IntegrationError(
      `Missing value for ${what} intent secret: value should be a client_secret string.`,
    );
  }
  const text = typeof secret === 'string' ? secret : JSON.stringify(secret);
  const [, id] = /^((?:pi|seti)_[A-Za-z0-9]+)_secret_\w+$/.exec(text) ?? [];
  const found = Object.values(intentKinds).find(({ prefix }) => id?.startsWith(prefix));
  if (id === undefined || found === undefined || (kind !== undefined && kind !== found)) {
    throw new IntegrationError(
      `Invalid value for ${what} intent secret: value should be a client secret of the form \${id}_secret_\${secret}. You specified: ${text}.`,
    );
  }
  return { kind: found, id, secret: text };
};

export const fetchIntent = (
  client: Client,
  { kind, id, secret }: IntentSecret,
): Promise<ApiOutcome> =>
  client.call({
    method: 'GET',
    path: `${kind.path}/${id}`,
    form: { is_stripe_sdk: false, client_secret: secret },
  });
