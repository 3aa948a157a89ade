import { sequenceS } from 'fp-ts/lib/Apply.js';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as RA from 'fp-ts/lib/ReadonlyArray.js';
import type { ConfirmationMethod } from '../application/ports/payment-processor.js';

/** How the service runs. */
export type Config = {
  /** In production failure bodies say nothing of where they come from, and keys are obligatory. */
  readonly production: boolean;
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly processor: 'memory';
  /** The in-memory processor's ids follow from it; absent: they are random. */
  readonly memorySeed: string | undefined;
  /** Where a browser reaches this service, for the pages of 3D Secure challenges; absent: its own address. */
  readonly publicUrl: string | undefined;
  readonly apiKeys: ReadonlyArray<string>;
  readonly webhookSecrets: ReadonlyArray<string>;
  readonly confirmationMethod: ConfirmationMethod;
  readonly logLevel: LogLevel;
  /** What whoever starts the service should know, a sentence each. */
  readonly warnings: ReadonlyArray<string>;
};

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
/** From which severity on lines are logged. */
export type LogLevel = (typeof logLevels)[number];

/** Environment variables by name. */
export type Environment = { readonly [name: string]: string | undefined };

type Decoded<A> = E.Either<ReadonlyArray<string>, A>;

const problem = (text: string): Decoded<never> => E.left([text]);

const given = (env: Environment, name: string): string | undefined => {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
};

const words = (env: Environment, name: string): ReadonlyArray<string> =>
  (given(env, name) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

const oneOf = <const W extends string>(
  env: Environment,
  name: string,
  allowed: ReadonlyArray<W>,
  fallback: NoInfer<W>,
): Decoded<W> => {
  const value = given(env, name);
  if (value === undefined) return E.right(fallback);
  const known = allowed.find((word) => word === value);
  return known === undefined
    ? problem(`${name} must be one of ${allowed.join(', ')}; it is "${value}"`)
    : E.right(known);
};

const decodePort = (env: Environment): Decoded<number> => {
  const value = given(env, 'PORT') ?? '3000';
  return /^[0-9]{1,5}$/.test(value) && Number(value) <= 65_535
    ? E.right(Number(value))
    : problem(`PORT must be a number from 0 to 65535; it is "${value}"`);
};

const decodeUrl = (env: Environment, name: string): Decoded<string | undefined> => {
  const value = given(env, name);
  return value === undefined || /^https?:\/\/[^\s/]+/.test(value)
    ? E.right(value?.replace(/\/+$/, ''))
    : problem(`${name} must be an http or https URL; it is "${value}"`);
};

// Decision E9: a live key means production, whatever else is forgotten.
const environmentOf = (env: Environment): string =>
  given(env, 'NODE_ENV') ??
  (/^(sk|rk)_live_/.test(given(env, 'STRIPE_SECRET_KEY') ?? '') ? 'production' : 'development');

const isProduction = (env: Environment): boolean => environmentOf(env) === 'production';

const warningsOf = (env: Environment, apiKeys: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...(['production', 'development', 'test'].includes(environmentOf(env))
    ? []
    : [
        `NODE_ENV is "${environmentOf(env)}", which is not production: failures say where they come from, and keys are not obligatory`,
      ]),
  ...(apiKeys.length > 0
    ? []
    : ['open to everybody who reaches this address: set API_KEYS to ask for a key']),
];

const decodeProcessor = (env: Environment): Decoded<'memory'> => {
  const wanted = given(env, 'PROCESSOR');
  if (
    wanted === 'stripe' ||
    (wanted === undefined && given(env, 'STRIPE_SECRET_KEY') !== undefined)
  ) {
    return problem(
      'this version has no adapter for Stripe yet: unset STRIPE_SECRET_KEY and set PROCESSOR=memory to run on the in-memory processor',
    );
  }
  if (wanted !== undefined && wanted !== 'memory') {
    return problem(`PROCESSOR must be memory; it is "${wanted}"`);
  }
  return isProduction(env) && given(env, 'ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION') !== 'true'
    ? problem(
        'the in-memory processor takes no real money and does not start in production: unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true',
      )
    : E.right('memory');
};

const decodeApiKeys = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const keys = words(env, 'API_KEYS');
  if (keys.length === 0 && given(env, 'API_KEYS') !== undefined) {
    return problem('API_KEYS is set but holds no key: unset it, or give keys, comma separated');
  }
  if (keys.length === 0 && isProduction(env)) {
    return problem('API_KEYS must hold at least one key in production (comma separated)');
  }
  return keys.some((key) => /\s/.test(key))
    ? problem('API_KEYS must be comma separated, without spaces inside a key')
    : E.right(keys);
};

const both = sequenceS(E.getApplicativeValidation(RA.getSemigroup<string>()));

/** The configuration from the environment; or every problem in it, a sentence each. */
export const decodeConfig = (env: Environment): E.Either<ReadonlyArray<string>, Config> =>
  pipe(
    both({
      port: decodePort(env),
      processor: decodeProcessor(env),
      publicUrl: decodeUrl(env, 'PUBLIC_URL'),
      apiKeys: decodeApiKeys(env),
      confirmationMethod: oneOf(env, 'CONFIRMATION_METHOD', ['manual', 'automatic'], 'manual'),
      logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    }),
    E.map((decoded) => ({
      ...decoded,
      production: isProduction(env),
      host: given(env, 'HOST') ?? '127.0.0.1',
      memorySeed: given(env, 'MEMORY_SEED'),
      webhookSecrets: words(env, 'WEBHOOK_SECRET'),
      warnings: warningsOf(env, decoded.apiKeys),
    })),
  );
