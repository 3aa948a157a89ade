import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { parseTrustedProxies } from '../../adapters/inbound/http/access/client-address.js';
import { isClientName } from '../../adapters/inbound/http/access/client-entries.js';
import { isKeyHash } from '../../adapters/inbound/http/access/clients.js';
import { languages, localeOf, spanishOnly } from '../../adapters/inbound/http/core/language.js';
import { keyDemands } from '../../adapters/inbound/http/key-header.js';
import {
  defaultApiVersion,
  isApiVersion,
  wantedApiVersion,
} from '../../adapters/outbound/stripe/api-version.js';
import { isOrigin } from '../../adapters/outbound/stripe/options.js';
import { protectionBounds } from '../../adapters/outbound/stripe/protection.js';
import { defaultCallPolicy, longestTotalMs } from '../../adapters/outbound/stripe/retry-policy.js';
import {
  also,
  andThen,
  anyText,
  type Bounds,
  type Check,
  type Checked,
  optional,
  parsed,
  refused,
  textThat,
  withDefault,
} from '../../application/checked-input.js';
import { isOwner } from '../../application/idempotency/store-owner.js';
import { IdempotencyKey } from '../../domain/ids.js';
import { unitsOfCurrency } from '../../domain/money/currency.js';
import { isAppScheme } from '../../domain/objects/return-url.js';
import { isLiveKey } from '../../domain/text/live-key.js';
import type { AuditTarget } from '../audit/open-audit-log.js';
import { eventHandlingBounds } from '../events/event-handling-settings.js';
import { idempotencyBounds } from '../idempotency/idempotency-options.js';
import { isAccountName, isStripeAccountName } from '../payments-options.js';
import {
  type Environment,
  environmentName,
  isModulePath,
  isProduction,
  readVariable,
} from './environment.js';
import {
  apiKeyList,
  clientsFile,
  forwardSecrets,
  idempotencySecrets,
  metricsKey,
  reference,
  stripeKey,
  webhookSecrets,
} from './secrets.js';
import {
  listed,
  listedThat,
  numberWithin,
  oneOfWords,
  permission,
  readSetting,
  trueOrFalse,
  wholeNumberBetween,
} from './settings.js';
import { aDatabaseUrl, aForwardUrl, aPathOrUrl, aPublicUrl, aUrl } from './urls.js';

/** An environment variable as documents describe it. */
export type Variable = {
  /** The default as it would be written. */
  readonly default?: string;
  /** The default in words, if it is not a fixed value. Without both, the variable has no default. */
  readonly defaultDescription?: string;
  /** In sentences; code stands in backticks. */
  readonly description: string;
  /** The page under `docs/` that says more. */
  readonly page?: string;
};

type CheckedVariable<A> = Variable & {
  /** A function if other variables matter. */
  readonly check: Check<A> | ((env: Environment) => Check<A>);
};

const aPermission = { check: permission, default: 'false' };

const oneOf = <const W extends string>(
  words: ReadonlyArray<W>,
  fallback: NoInfer<W>,
): { readonly check: Check<W>; readonly default: W } => ({
  check: withDefault(oneOfWords(...words), fallback),
  default: fallback,
});

const aNumber = (
  bounds: Bounds,
  meaning: string,
): { readonly check: Check<number>; readonly default: string; readonly description: string } => ({
  check: numberWithin(bounds),
  default: String(bounds.fallback),
  description: `${meaning} From ${bounds.from} to ${bounds.to}.`,
});

const aProcessorName = textThat(
  'must be memory, stripe, or the path of a module, such as ./bank-processor.js',
  (text) => text === 'memory' || text === 'stripe' || isModulePath(text),
);

const longestLimit = 3_600_000;

/** A time in milliseconds whose default depends on the configuration. */
const timeLimit = (
  from: number,
  meaning: string,
): { readonly check: Check<number | undefined>; readonly description: string } => ({
  check: optional(wholeNumberBetween({ from, to: longestLimit })),
  description: `${meaning} From ${from} to ${longestLimit}.`,
});

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
/** The lowest severity that is logged. */
export type LogLevel = (typeof logLevels)[number];

// `es`, or several as `en,es`.
const locale = andThen(listed, (given, name) => {
  const found = given.length === 0 ? spanishOnly : localeOf(given);
  return found === undefined
    ? refused(`${name} must be one of ${languages.join(', ')}, or several separated by commas`)
    : E.right(found);
});

/** The key of Stripe. A live key is never sent over connections whose certificates are not checked. */
const safeStripeKey = (env: Environment): Check<string> =>
  also(stripeKey, (key, name) =>
    isLiveKey(key) && env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
      ? [
          `${name} is a live key, and NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate, so that others could read and change the payments: unset NODE_TLS_REJECT_UNAUTHORIZED; NODE_EXTRA_CA_CERTS adds a certificate authority`,
        ]
      : [],
  );

/** The address that is called instead of Stripe. A live key is never sent unencrypted. */
const stripeBaseUrl = (env: Environment): Check<string> =>
  also(aUrl, (url, name) => {
    if (!isOrigin(url)) {
      return [
        `${name} must be a scheme and a host, without user, path or query, such as http://127.0.0.1:12111`,
      ];
    }
    return url.startsWith('http:') && isLiveKey(readVariable(env, 'STRIPE_SECRET_KEY') ?? '')
      ? [
          `${name} must use https with a live key, because http sends the key unencrypted: unset it to call Stripe, or use a test key`,
        ]
      : [];
  });

const wantedCurrencies =
  'must be three-letter codes of currencies that Stripe supports, separated by commas';

const wrongEntries = (
  words: ReadonlyArray<string>,
  isRight: (word: string) => boolean,
): ReadonlyArray<string> =>
  words.flatMap((word, index) => (isRight(word) ? [] : [`entry ${index + 1}`]));

const inLowerCase = andThen(listed, (words) => E.right(words.map((word) => word.toLowerCase())));

const currencies = andThen(inLowerCase, (codes, name) => {
  const unknown = wrongEntries(codes, (code) => unitsOfCurrency(code) !== undefined);
  if (codes.length > 0 && unknown.length === 0) return E.right([...new Set(codes)]);
  return codes.length === unknown.length
    ? refused(`${name} ${wantedCurrencies}`)
    : refused(`${name} ${wantedCurrencies}; unknown: ${unknown.join(', ')}`);
});

const appSchemes = also(inLowerCase, (schemes, name) => {
  const wrong = wrongEntries(schemes, isAppScheme);
  return wrong.length === 0
    ? []
    : [
        `${name} must be schemes of apps, separated by commas, such as myapp, and not https, http or others that browsers open themselves; wrong: ${wrong.join(', ')}`,
      ];
});

const auditTarget = optional(
  andThen(anyText, (target, name): Checked<AuditTarget | undefined> => {
    if (target === 'stderr' || target === 'stdout') return E.right(target);
    if (target === 'off') return E.right(undefined);
    // A bare word such as true or STDOUT is a mistake rather than the name of a file.
    return /[./\\]/.test(target)
      ? E.right({ path: target })
      : refused(`${name} must be off, stderr, stdout, or the path of a file such as ./audit.log`);
  }),
);

const trustedProxies = andThen(listed, (proxies, name) =>
  pipe(
    parseTrustedProxies(proxies),
    E.mapLeft(() => [
      `${name} must be addresses, networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas`,
    ]),
  ),
);

type MetricsPlace = 'on' | 'off' | { readonly host: string | undefined; readonly port: number };

const metricsPlace = parsed(
  'must be on, off, a port, or an address such as 127.0.0.1:9464',
  (text): MetricsPlace | undefined => {
    if (text === 'on' || text === 'off') return text;
    const [, host, port = ''] = /^(?:([^:\s]+|\[[0-9a-f:]+\]):)?([0-9]{1,5})$/iu.exec(text) ?? [];
    return port === '' || Number(port) > 65_535
      ? undefined
      : { host: host?.replaceAll(/[[\]]/gu, ''), port: Number(port) };
  },
);

const server = {
  HOST: {
    check: withDefault(anyText, '127.0.0.1'),
    default: '127.0.0.1',
    description: 'Address to listen on.',
  },
  PORT: aNumber(
    { from: 0, to: 65_535, fallback: 3000 },
    'Port to listen on; `0` takes a free port.',
  ),
  PUBLIC_URL: {
    check: optional(aPublicUrl),
    defaultDescription: 'the address it listens on',
    description:
      'URL at which browsers reach the service. With `https`, browsers are told to use HTTPS alone. Without API keys, requests from its pages are accepted.',
    page: 'access.md#pages-of-other-sites',
  },
  NODE_ENV: {
    check: (env: Environment): Check<string> => ({ read: () => E.right(environmentName(env)) }),
    defaultDescription: '`production` with a live Stripe key, otherwise `development`',
    description:
      '`production`, `development` or `test`. `production` requires `API_KEYS` and `IDEMPOTENCY_SECRET`, and hides the `stack` of failures.',
  },
  REQUEST_TIMEOUT_MS: {
    ...timeLimit(
      1,
      'Maximum time to respond. Then the client gets a 503; work that has begun continues.',
    ),
    defaultDescription: '10 s longer than a call of the processor and `IDEMPOTENCY_WAIT_MS`',
    page: 'operations.md#time-limits',
  },
  SHUTDOWN_TIMEOUT_MS: {
    ...timeLimit(0, 'Maximum time for requests in progress to end after SIGTERM.'),
    defaultDescription: '10 s longer than a call of the processor',
    page: 'operations.md#start-and-stop',
  },
  SHUTDOWN_DELAY_MS: {
    check: (env: Environment) =>
      numberWithin({ from: 0, to: 600_000, fallback: isProduction(env) ? 5000 : 0 }),
    defaultDescription: '`5000` in production, otherwise `0`',
    description:
      'Time after SIGTERM in which the service still takes requests while `/ready` returns a 503. From 0 to 600000.',
    page: 'operations.md#start-and-stop',
  },
  MAX_CONNECTIONS: aNumber(
    { from: 1, to: 1_000_000, fallback: 10_000 },
    'Open connections of callers; more are closed.',
  ),
  LOG_LEVEL: {
    ...oneOf(logLevels, 'info'),
    description: 'Lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  },
  LOG_FORMAT: {
    ...oneOf(['auto', 'json', 'pretty'], 'auto'),
    description:
      '`json`, `pretty`, or `auto`: `pretty` on a terminal, otherwise `json`. `NO_COLOR` leaves out colors.',
  },
  LOG_PROBES: {
    ...oneOf(['all', 'failed'], 'all'),
    description:
      'Requests to `/health`, `/ready` and `/metrics` that are logged: `all`, or only those that `failed`.',
  },
};

const access = {
  API_KEYS: {
    check: apiKeyList,
    description:
      'Bearer keys with their clients: `shop:key1,shop:sha256:<hash>,backoffice:key3`. Without keys, everyone may call. Required in production and with a live Stripe key.',
    page: 'access.md',
  },
  API_KEYS_FILE: {
    check: clientsFile,
    description: 'JSON file with clients, keys, scopes and ceilings, instead of `API_KEYS`.',
    page: 'access.md#a-file-of-clients',
  },
  RETIRED_CLIENTS: {
    check: listedThat(
      'must be names of clients, or SHA-256 of keys, separated by commas',
      (client) => isClientName(client) || isKeyHash(client),
    ),
    defaultDescription: 'none',
    description: 'Clients that are gone on purpose: names, or the SHA-256 of keys without a name.',
    page: 'access.md#clients-that-are-gone',
  },
  ALLOW_OPEN_API_WITH_LIVE_KEY: {
    ...aPermission,
    description:
      '`true` starts the service with real money and without API keys: everyone who reaches it may charge and refund.',
  },
  AUDIT_LOG: {
    check: auditTarget,
    defaultDescription: '`off`',
    description:
      'Log of who changed which object: `off`, `stderr`, `stdout`, or a file such as `./audit.log`.',
    page: 'access.md#audit-log',
  },
  RATE_LIMIT_PER_MINUTE: {
    ...aNumber(
      { from: 0, to: 1_000_000, fallback: 0 },
      'Requests per minute of each client. `0`: no limit.',
    ),
    page: 'access.md#limits',
  },
  MAX_PAYMENT_MINOR: {
    ...aNumber(
      { from: 0, to: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The largest payment, in minor units: `100000` is 1000.00 euros, and 100000 yen. `0`: no ceiling.',
    ),
    page: 'access.md#ceilings',
  },
  MAX_REFUNDS_PER_DAY_MINOR: {
    ...aNumber(
      { from: 0, to: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The most that each client may refund in a currency and a day (UTC), in minor units. `0`: no ceiling.',
    ),
    page: 'access.md#ceilings',
  },
  FAILED_AUTHENTICATIONS_PER_MINUTE: {
    ...aNumber(
      { from: 0, to: 1_000_000, fallback: 60 },
      'Requests without a valid key per minute and address; more get a 429. `0`: no limit.',
    ),
    page: 'access.md#limits',
  },
  TRUSTED_PROXIES: {
    check: trustedProxies,
    description:
      'Proxies whose `X-Forwarded-For` is believed: addresses, networks such as `10.0.0.0/8`, `loopback` and `uniquelocal`.',
    page: 'access.md#addresses',
  },
  MAX_REQUESTS_IN_PROGRESS: {
    ...aNumber(
      { from: 0, to: 1_000_000, fallback: 1000 },
      'Requests that one instance works on at once; others get a 503. `0`: no limit.',
    ),
    page: 'access.md#limits',
  },
  MAX_REQUESTS_IN_PROGRESS_PER_CLIENT: {
    ...aNumber({ from: 0, to: 1_000_000, fallback: 0 }, 'The same for each client. `0`: no limit.'),
    page: 'access.md#limits',
  },
  DOC: {
    check: reference,
    defaultDescription:
      '`open`; in production and with a live Stripe key `key`, or `off` without API keys',
    description:
      'Readers of the API reference at `/doc`: `open`, everyone; `key`, those with an API key; `off`, nobody.',
  },
  WEBHOOK_SECRET: {
    check: webhookSecrets,
    description: 'Signing secrets of incoming webhooks. Without a secret, no webhook is accepted.',
  },
};

const metrics = {
  METRICS: {
    check: optional(metricsPlace),
    defaultDescription: '`on`; in production `off` unless `METRICS_KEY` is set',
    description:
      'Figures for Prometheus at `/metrics`: `on`, `off`, or an address of their own, such as `127.0.0.1:9464` or a port of `HOST`.',
    page: 'operations.md#metrics',
  },
  METRICS_KEY: {
    check: (env: Environment) => optional(metricsKey(env)),
    description: 'Bearer key for `/metrics` alone. In production at least 16 characters.',
  },
};

const payments = {
  CURRENCIES: {
    check: withDefault(currencies, ['eur']),
    default: 'eur',
    description: 'Allowed currencies. Without `eur` in the list, every payment must name one.',
  },
  CONFIRMATION_METHOD: {
    ...oneOf(['manual', 'automatic'], 'manual'),
    description:
      'After 3D Secure, `manual` waits until you confirm the payment again; with `automatic` it continues by itself.',
  },
  RETURN_URL_SCHEMES: {
    check: appSchemes,
    defaultDescription: 'none',
    description: 'Schemes for `return_url` besides `https` and `http`: `myapp` for `myapp://paid`.',
  },
  ACCEPT_CARD_NUMBERS: {
    check: optional(trueOrFalse),
    defaultDescription: '`false` with a live Stripe key, otherwise `true`',
    description:
      'Whether `POST /api/cards` accepts card numbers. With a live Stripe key, `true` means PCI DSS SAQ D.',
  },
  CARD_NUMBERS_IN_TEXT: {
    ...oneOf(['redact', 'refuse'], 'redact'),
    description:
      'Card numbers in texts, in `metadata` and as `Idempotency-Key`: `redact` logs a warning, `refuse` returns a 400.',
    page: 'security.md#card-numbers-in-texts',
  },
  UNKNOWN_FIELDS: {
    check: optional(oneOfWords('refuse', 'ignore')),
    defaultDescription: 'refused if money moves, otherwise ignored with a warning',
    description: 'Unknown request fields: `refuse` returns a 400, `ignore` leaves them out.',
  },
  REQUIRE_IDEMPOTENCY_KEY: {
    ...oneOf(keyDemands, 'off'),
    description:
      'Requests that need an `Idempotency-Key`: `money`, those that move money (recommended); `all`, every one that changes something; `off`, none.',
    page: 'idempotency-keys.md#demand-keys',
  },
  LOCALE: {
    check: locale,
    default: 'es',
    description:
      "Language of `message`: `es` or `en`. With `es,en`, the caller's `Accept-Language` chooses.",
  },
};

const processor = {
  PROCESSOR: {
    check: (env: Environment) =>
      withDefault(
        aProcessorName,
        readVariable(env, 'STRIPE_SECRET_KEY') === undefined ? 'memory' : 'stripe',
      ),
    defaultDescription: '`stripe` if `STRIPE_SECRET_KEY` is set, otherwise `memory`',
    description:
      '`stripe`, `memory` (the in-memory processor), or a module of your own, such as `./bank-processor.js`.',
    page: 'your-own-processor.md#run-the-service-on-it',
  },
  STRIPE_SECRET_KEY: {
    check: (env: Environment) => optional(safeStripeKey(env)),
    description: 'Secret key (`sk_...`) or restricted key (`rk_...`).',
  },
  STRIPE_BASE_URL: {
    check: (env: Environment) => optional(stripeBaseUrl(env)),
    defaultDescription: 'Stripe',
    description: 'Address to call instead of Stripe, such as a local server.',
  },
  STRIPE_API_VERSION: {
    check: withDefault(textThat(`must be ${wantedApiVersion}`, isApiVersion), defaultApiVersion),
    defaultDescription: `\`${defaultApiVersion}\``,
    description: "Version of Stripe's API, from `2022-11-15` on.",
  },
  STRIPE_CARDS: {
    check: withDefault(oneOfWords('sources', 'payment_methods'), 'sources'),
    // In words, so that a copy of .env.example does not choose for the account.
    defaultDescription: '`sources`',
    description:
      'How cards are kept: as `payment_methods` (`pm_...`), or as `sources` (`card_...`), which accounts of today refuse.',
    page: 'stripe.md#cards-and-accounts',
  },
  STRIPE_TIMEOUT_MS: aNumber(
    { from: 1, to: 600_000, fallback: 30_000 },
    'Maximum time of one attempt of a call to Stripe.',
  ),
  STRIPE_TOTAL_TIMEOUT_MS: {
    ...aNumber(
      { from: 1, to: longestTotalMs, fallback: defaultCallPolicy.totalTimeoutMs },
      'Maximum time of a call to Stripe with all its attempts.',
    ),
    page: 'stripe.md#how-long-a-buyer-waits',
  },
  STRIPE_MAX_RETRIES: aNumber(
    { from: 0, to: 10, fallback: 2 },
    'Retries of a call to Stripe without a definite response.',
  ),
  STRIPE_MAX_CALLS: {
    ...aNumber(protectionBounds.maxCalls, 'Requests to Stripe at the same time.'),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_MAX_WAITING_CALLS: {
    ...aNumber(
      protectionBounds.maxWaitingCalls,
      'Requests that wait, up to a second, for one of those to end. Others get a 503.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_BREAKER_FAILURES: {
    ...aNumber(
      protectionBounds.breakerFailures,
      'Requests without a response within ten seconds that open the circuit breaker. `0`: no circuit breaker.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_BREAKER_FAILURES_IN_ROW: {
    ...aNumber(
      protectionBounds.breakerFailuresInRow,
      'Requests without a response in a row that open it too. `0`: however many.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_BREAKER_PAUSE_MS: {
    ...aNumber(protectionBounds.breakerPauseMs, 'How long the open circuit breaker sends nothing.'),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: {
    ...aPermission,
    description: '`true` lets the in-memory processor start in production.',
  },
  MEMORY_SEED: {
    check: optional(anyText),
    defaultDescription: 'random',
    description: 'The same seed gives the same ids in the in-memory processor.',
  },
};

const storage = {
  DATABASE_URL: {
    check: optional(aDatabaseUrl),
    defaultDescription: '`memory:` with the in-memory processor, otherwise a file in `DATA_DIR`',
    description:
      'Where events and idempotency keys are stored: `memory:`, `file:<path>` (SQLite) or `postgres://<user>@<host>/<database>`.',
    page: 'operations.md#stores',
  },
  DATABASE_POOL_SIZE: aNumber(
    { from: 1, to: 1000, fallback: 10 },
    'Connections of one instance to PostgreSQL, besides one that listens.',
  ),
  DATA_DIR: {
    check: withDefault(anyText, 'data'),
    default: 'data',
    description: 'Folder of the file `pasarela.db`, used when `DATABASE_URL` is unset.',
  },
  ACCEPT_STORE_OF: {
    check: optional(textThat('must be an account and its mode, such as acct_1/test', isOwner)),
    defaultDescription: 'none',
    description: 'Takes over a store of another account or mode, such as `acct_1/test`.',
    page: 'idempotency-keys.md#one-store-for-one-account',
  },
};

const events = {
  EVENT_FORWARD_URL: {
    check: optional(aForwardUrl),
    description: 'URL that every event is forwarded to.',
    page: 'webhooks.md#forward-events',
  },
  EVENT_FORWARD_SECRET: {
    check: forwardSecrets,
    description:
      'Signs forwarded events: `whsec_` followed by 24 to 64 bytes in base64. Required with `EVENT_FORWARD_URL`.',
    page: 'webhooks.md#forward-events',
  },
  EVENT_FORWARD_TIMEOUT_MS: aNumber(
    { from: 1, to: 300_000, fallback: 15_000 },
    'Maximum time that the receiver of a forwarded event may take to respond.',
  ),
  FORWARD_SUPERSEDED: {
    ...oneOf(['send', 'skip'], 'send'),
    description:
      'Events that come after a newer one of the same object was handled: `send` forwards them, `skip` leaves them out.',
    page: 'webhooks.md#order-of-events',
  },
  FORWARD_OUTCOMES: {
    check: withDefault(trueOrFalse, false),
    default: 'false',
    description: '`true`: also forwards the events `paid` and `payment_lost`.',
    page: 'webhooks.md#outcomes-of-payments',
  },
  WEBHOOK_ACCOUNTS: {
    check: (env: Environment) =>
      isModulePath(readVariable(env, 'PROCESSOR') ?? '')
        ? listedThat(
            'must be ids of accounts, of letters, digits, _ and -, separated by commas, or * for all',
            isAccountName,
          )
        : listedThat(
            'must be ids of accounts such as acct_1a2b, separated by commas, or * for all',
            isStripeAccountName,
          ),
    defaultDescription: 'none',
    description:
      'Accounts of Stripe Connect or an organization whose events are handled: `acct_...`, or `*` for all.',
    page: 'webhooks.md#other-accounts-and-versions',
  },
  EVENTS_HANDLED_ELSEWHERE: {
    check: withDefault(trueOrFalse, false),
    default: 'false',
    description:
      '`true`: another process on the same store handles the events, and this one only stores them.',
    page: 'webhooks.md#several-processes',
  },
  EVENT_CONCURRENCY: aNumber(
    eventHandlingBounds.concurrency,
    'Events that are handled at the same time.',
  ),
  EVENT_LEASE_SECONDS: aNumber(
    eventHandlingBounds.leaseSeconds,
    'Seconds after which another instance takes over the event of a crashed one.',
  ),
  EVENT_MAX_TRIES: aNumber(
    eventHandlingBounds.maxTries,
    'Attempts before an event is dead, and waits until it is replayed.',
  ),
  EVENT_RETENTION_DAYS: aNumber(
    eventHandlingBounds.retentionDays,
    'Days for which payloads of handled and ignored events are kept.',
  ),
  EVENT_DEAD_RETENTION_DAYS: aNumber(
    eventHandlingBounds.deadRetentionDays,
    'Days for which payloads of dead events are kept.',
  ),
  EVENT_ID_DAYS: aNumber(
    eventHandlingBounds.idDays,
    'Days for which ids of events are kept, so that a repeated event is recognized.',
  ),
};

const idempotency = {
  IDEMPOTENCY_WAIT_MS: aNumber(
    idempotencyBounds.waitMs,
    'Maximum time that a request waits for another one with its `Idempotency-Key` before it gets a 409.',
  ),
  IDEMPOTENCY_LEASE_SECONDS: aNumber(
    idempotencyBounds.leaseSeconds,
    'Seconds after which the next request with a key takes over from a crashed instance.',
  ),
  IDEMPOTENCY_RETENTION_DAYS: aNumber(
    idempotencyBounds.retentionDays,
    'Days for which successes of requests that move money are kept under their keys; other responses 24 hours.',
  ),
  IDEMPOTENCY_SECRET: {
    check: idempotencySecrets,
    defaultDescription: 'created and kept in the store',
    description:
      'Encrypts stored responses; the same on all instances. Several while you replace one, the new one first. Required in production.',
    page: 'idempotency-keys.md#secrets',
  },
  IDEMPOTENCY_NAMESPACE: {
    check: optional(textThat('must be 1 to 255 printable ASCII characters', IdempotencyKey.is)),
    description:
      'Part of the keys that the processor receives. Deployments that share its account, but not the store, need different ones.',
    page: 'idempotency-keys.md#one-store-for-one-account',
  },
};

const reconciliation = {
  RECONCILE_MINUTES: {
    ...aNumber(
      { from: 0, to: 1440, fallback: 0 },
      'Minutes between two reconciliations in the service; 60 with `pasarela serve --watch`. `0`: none.',
    ),
    page: 'reconciliation.md#in-the-service',
  },
  RECONCILE_DAYS: aNumber({ from: 1, to: 31, fallback: 3 }, 'The last days that it compares.'),
  RECONCILE_ORDERS: {
    check: optional(aPathOrUrl),
    defaultDescription: 'none',
    description:
      'Orders of the shop for it: an HTTP address, or a file or a module, which must exist at the start. They need `created`.',
  },
};

const table = {
  ...server,
  ...access,
  ...metrics,
  ...payments,
  ...processor,
  ...storage,
  ...events,
  ...idempotency,
  ...reconciliation,
};

type Values = {
  readonly [N in keyof typeof table]: (typeof table)[N] extends CheckedVariable<infer A>
    ? A
    : never;
};

/** Every environment variable by its name. */
export const variables: { readonly [N in keyof Values]: CheckedVariable<Values[N]> } = table;

/** The variables in the groups and the order of the documents. */
export const variableGroups: ReadonlyArray<{
  readonly title: string;
  readonly variables: { readonly [name: string]: Variable };
}> = [
  { title: 'Server', variables: server },
  { title: 'Access', variables: access },
  { title: 'Metrics', variables: metrics },
  { title: 'Payments', variables: payments },
  { title: 'Processor', variables: processor },
  { title: 'Storage', variables: storage },
  { title: 'Events', variables: events },
  { title: 'Idempotency keys', variables: idempotency },
  { title: 'Reconciliation', variables: reconciliation },
];

/** The value of a variable, or its default. `written`: how problems name it. */
export const decodeVariable = <N extends keyof Values>(
  env: Environment,
  name: N,
  written: string = name,
): Checked<Values[N]> => {
  const { check } = variables[name];
  return readSetting(env, name, typeof check === 'function' ? check(env) : check, written);
};
