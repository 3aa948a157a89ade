import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseApiKeys } from '../../adapters/inbound/http/access/api-keys.js';
import { type Decoded, type Decoder, decodeOneOf, problem } from './decoders.js';
import {
  type Environment,
  isProduction,
  movesRealMoney,
  readList,
  readVariable,
} from './environment.js';

/** Whether the API may be open although it moves real money (decision A6). */
const isOpenApiAllowed = (env: Environment): boolean =>
  movesRealMoney(env) && readVariable(env, 'ALLOW_OPEN_API_WITH_LIVE_KEY') === 'true';

const shortest = 16;

const tooShort = (name: string): Decoded<never> =>
  problem(`each secret in ${name} must have at least ${shortest} characters in production`);

/** The least length of an API key in plain text (decision A10). */
const shortestApiKey = (env: Environment): number => (isProduction(env) ? shortest : 1);

/** The bearer keys of the API, each alone or with the name of its client (decision A1a). Required in production and with a live key (decisions A1 and A6). */
export const decodeApiKeys: Decoder<ReadonlyArray<string>> = (env, name) => {
  const entries = readList(env, name);
  const hasFile = readVariable(env, 'API_KEYS_FILE') !== undefined;
  if (entries.length === 0 && readVariable(env, name) !== undefined) {
    return problem(
      `${name} is set but contains no key: unset it, or list keys separated by commas`,
    );
  }
  if (entries.length > 0 && hasFile) {
    return problem(
      `${name} cannot be combined with API_KEYS_FILE: move its keys into the file, and unset it`,
    );
  }
  if (entries.length === 0 && !hasFile && !isOpenApiAllowed(env)) {
    if (isProduction(env)) return problem(`${name} must contain at least one key in production`);
    if (movesRealMoney(env)) {
      return problem(
        `${name} must contain at least one key with a live key of Stripe: without it, everyone who reaches the service could charge and refund. ALLOW_OPEN_API_WITH_LIVE_KEY=true starts it all the same`,
      );
    }
  }
  return pipe(
    parseApiKeys(entries, shortestApiKey(env)),
    E.bimap(
      (problems) => problems.map((text) => `${name}: ${text}`),
      () => entries,
    ),
  );
};

/** Where the clients are, instead of `API_KEYS`. */
export type ClientsFile = {
  readonly path: string;
  /** The least length of a key in plain text. */
  readonly shortestKey: number;
};

/** Whether calls need no API key. */
export const needsNoApiKey = ({
  apiKeys,
  apiKeysFile,
}: {
  readonly apiKeys: ReadonlyArray<string>;
  readonly apiKeysFile: ClientsFile | undefined;
}): boolean => apiKeys.length === 0 && apiKeysFile === undefined;

/** The file of the clients. It is read when the service starts. */
export const decodeClientsFile: Decoder<ClientsFile | undefined> = (env, name) => {
  const path = readVariable(env, name);
  return E.right(path === undefined ? undefined : { path, shortestKey: shortestApiKey(env) });
};

/** The readers of the API reference. In production and with a live key not everyone, unless the operator says so. */
export const decodeReference: Decoder<'open' | 'key' | 'off'> = (env, name) => {
  const allowed = ['open', 'key', 'off'] as const;
  const hasKeys = ['API_KEYS', 'API_KEYS_FILE'].some(
    (keys) => readVariable(env, keys) !== undefined,
  );
  if (readVariable(env, name) === 'key' && !hasKeys) {
    return problem(`${name}=key requires API_KEYS or API_KEYS_FILE`);
  }
  const restricted = hasKeys ? 'key' : 'off';
  const fallback = isProduction(env) || movesRealMoney(env) ? restricted : 'open';
  return decodeOneOf(env, name, allowed, fallback);
};

/** The signing secrets of incoming webhooks. */
export const decodeWebhookSecrets: Decoder<ReadonlyArray<string>> = (env, name) => {
  const secrets = readList(env, name);
  return isProduction(env) && secrets.some(({ length }) => length < shortest)
    ? tooShort(name)
    : E.right(secrets);
};

/** Describes a key that the service can call Stripe with, for messages. */
export const wantedStripeKey =
  'a secret key (sk_test_... or sk_live_...) or a restricted key (rk_test_... or rk_live_...)';

/** The key that Stripe is called with. */
export const decodeStripeKey: Decoder<string | undefined> = (env, name) => {
  const key = readVariable(env, name);
  if (key?.startsWith('pk_') === true) {
    return problem(
      `${name} is a publishable key, which is meant for browsers: use ${wantedStripeKey}`,
    );
  }
  return key === undefined || /^(?:sk|rk)_(?:test|live)_[!-~]+$/.test(key)
    ? E.right(key)
    : problem(`${name} is not a key of Stripe: use ${wantedStripeKey}`);
};

/** Describes the secrets of forwarded events, for messages. */
export const wantedForwardSecret =
  'EVENT_FORWARD_SECRET must be whsec_ followed by a key of 24 to 64 bytes in base64; separate several secrets with commas';

const isForwardSecret = (secret: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64;
};

/** The secrets that sign forwarded events. */
export const decodeForwardSecrets: Decoder<ReadonlyArray<string>> = (env, name) => {
  const secrets = readList(env, name);
  return secrets.every(isForwardSecret) ? E.right(secrets) : problem(wantedForwardSecret);
};

const isProcessorKey = (env: Environment, secret: string): boolean =>
  secret === readVariable(env, 'STRIPE_SECRET_KEY') || /^[sr]k_(?:live|test)_/u.test(secret);

/** The secrets that encrypt stored responses, the current one first. Required in production. */
export const decodeIdempotencySecrets: Decoder<ReadonlyArray<string>> = (env, name) => {
  const secrets = readList(env, name);
  const [first] = secrets;
  if (first === undefined) {
    if (readVariable(env, name) !== undefined) {
      return problem(`${name} is set but contains no secret: unset it, or set a random text`);
    }
    return isProduction(env)
      ? problem(
          `${name} must be set in production: use a random text of at least ${shortest} characters, the same on all instances`,
        )
      : E.right([]);
  }
  if (isProcessorKey(env, first)) {
    return problem(
      `${name} must not begin with a key of the processor, because that key will be replaced one day: put a random text before it`,
    );
  }
  return isProduction(env) && secrets.some(({ length }) => length < shortest)
    ? tooShort(name)
    : E.right(secrets);
};

/** The key for reading metrics. */
export const decodeMetricsKey: Decoder<string | undefined> = (env, name) => {
  const key = readVariable(env, name);
  if (key === undefined) return E.right(key);
  if (/\s/u.test(key)) return problem(`${name} must not contain a space`);
  return isProduction(env) && key.length < shortest
    ? problem(`${name} must have at least ${shortest} characters in production`)
    : E.right(key);
};
