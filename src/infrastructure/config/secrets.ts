import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseApiKeys } from '../../adapters/inbound/http/access/api-keys.js';
import {
  also,
  andThen,
  anyText,
  type Check,
  optional,
  type Problems,
  refused,
  withDefault,
} from '../../application/checked-input.js';
import { type Environment, isProduction, movesRealMoney, readVariable } from './environment.js';
import { listed, listedThat, oneOfWords } from './settings.js';

/** Whether the API may be open although it moves real money (decision A6). */
const isOpenApiAllowed = (env: Environment): boolean =>
  movesRealMoney(env) && readVariable(env, 'ALLOW_OPEN_API_WITH_LIVE_KEY') === 'true';

const shortest = 16;

const tooShort = (env: Environment, secrets: ReadonlyArray<string>, name: string): Problems =>
  isProduction(env) && secrets.some(({ length }) => length < shortest)
    ? [`each secret in ${name} must have at least ${shortest} characters in production`]
    : [];

/** The least length of an API key in plain text (decision A10). */
const shortestApiKey = (env: Environment): number => (isProduction(env) ? shortest : 1);

/** Reads the bearer keys of the API, each alone or with the name of its client (decision A1a). Required in production and with a live key (decisions A1 and A6). */
export const apiKeyList = (env: Environment): Check<ReadonlyArray<string>> =>
  andThen(listed, (entries, name) => {
    const hasFile = readVariable(env, 'API_KEYS_FILE') !== undefined;
    if (entries.length === 0 && readVariable(env, name) !== undefined) {
      return refused(
        `${name} is set but contains no key: unset it, or list keys separated by commas`,
      );
    }
    if (entries.length > 0 && hasFile) {
      return refused(
        `${name} cannot be combined with API_KEYS_FILE: move its keys into the file, and unset it`,
      );
    }
    if (entries.length === 0 && !hasFile && !isOpenApiAllowed(env)) {
      if (isProduction(env)) return refused(`${name} must contain at least one key in production`);
      if (movesRealMoney(env)) {
        return refused(
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
  });

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

/** Reads the path of the file of the clients. The file is read when the service starts. */
export const clientsFile = (env: Environment): Check<ClientsFile | undefined> =>
  optional(andThen(anyText, (path) => E.right({ path, shortestKey: shortestApiKey(env) })));

/** Reads for whom the API reference is. In production and with a live key not for everyone, unless the operator says so. */
export const reference = (env: Environment): Check<'open' | 'key' | 'off'> => {
  const hasKeys = ['API_KEYS', 'API_KEYS_FILE'].some(
    (keys) => readVariable(env, keys) !== undefined,
  );
  const restricted = hasKeys ? 'key' : 'off';
  const fallback = isProduction(env) || movesRealMoney(env) ? restricted : 'open';
  return also(withDefault(oneOfWords('open', 'key', 'off'), fallback), (readers, name) =>
    readers === 'key' && !hasKeys ? [`${name}=key requires API_KEYS or API_KEYS_FILE`] : [],
  );
};

/** Reads the signing secrets of incoming webhooks. */
export const webhookSecrets = (env: Environment): Check<ReadonlyArray<string>> =>
  also(listed, (secrets, name) => tooShort(env, secrets, name));

/** Describes a key that the service can call Stripe with, for messages. */
export const wantedStripeKey =
  'a secret key (sk_test_... or sk_live_...) or a restricted key (rk_test_... or rk_live_...)';

/** Accepts a key that Stripe is called with. */
export const stripeKey = also(anyText, (key, name) => {
  if (key.startsWith('pk_')) {
    return [`${name} is a publishable key, which is meant for browsers: use ${wantedStripeKey}`];
  }
  return /^(?:sk|rk)_(?:test|live)_[!-~]+$/.test(key)
    ? []
    : [`${name} is not a key of Stripe: use ${wantedStripeKey}`];
});

const forwardSecretHint =
  'must be whsec_ followed by a key of 24 to 64 bytes in base64; separate several secrets with commas';

/** Describes the secrets of forwarded events, for messages. */
export const wantedForwardSecret = `EVENT_FORWARD_SECRET ${forwardSecretHint}`;

const isForwardSecret = (secret: string): boolean => {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const key = Buffer.from(encoded ?? '', 'base64');
  return key.length >= 24 && key.length <= 64;
};

/** Reads the secrets that sign forwarded events. */
export const forwardSecrets = listedThat(forwardSecretHint, isForwardSecret);

const isProcessorKey = (env: Environment, secret: string): boolean =>
  secret === readVariable(env, 'STRIPE_SECRET_KEY') || /^[sr]k_(?:live|test)_/u.test(secret);

/** Reads the secrets that encrypt stored responses, the current one first. Required in production. */
export const idempotencySecrets = (env: Environment): Check<ReadonlyArray<string>> =>
  also(listed, (secrets, name) => {
    const [first] = secrets;
    if (first !== undefined) {
      return isProcessorKey(env, first)
        ? [
            `${name} must not begin with a key of the processor, because that key will be replaced one day: put a random text before it`,
          ]
        : tooShort(env, secrets, name);
    }
    if (readVariable(env, name) !== undefined) {
      return [`${name} is set but contains no secret: unset it, or set a random text`];
    }
    return isProduction(env)
      ? [
          `${name} must be set in production: use a random text of at least ${shortest} characters, the same on all instances`,
        ]
      : [];
  });

/** Accepts a key for reading metrics. */
export const metricsKey = (env: Environment): Check<string> =>
  also(anyText, (key, name) => {
    if (/\s/u.test(key)) return [`${name} must not contain a space`];
    return isProduction(env) && key.length < shortest
      ? [`${name} must have at least ${shortest} characters in production`]
      : [];
  });
