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
import { unitsOfCurrency } from '../../domain/currency.js';
import { IdempotencyKey } from '../../domain/ids.js';
import { isLiveKey } from '../../domain/live-key.js';
import { isAppScheme } from '../../domain/return-url.js';
import type { AuditTarget } from '../audit/open-audit-log.js';
import { eventHandlingBounds } from '../events/event-handling-settings.js';
import { idempotencyBounds } from '../idempotency/idempotency-options.js';
import { isAccountName, isStripeAccountName } from '../payments-options.js';
import { type Environment, environmentName, isModulePath, readVariable } from './environment.js';
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
import { aDatabaseUrl, aForwardUrl, aPublicUrl, aUrl } from './urls.js';

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
      'URL at which a browser reaches the service, without user and password, for the 3D Secure pages of the in-memory processor. With `https`, browsers are told to use HTTPS alone. Without API keys, requests from its pages are accepted.',
  },
  NODE_ENV: {
    check: (env: Environment): Check<string> => ({ read: () => E.right(environmentName(env)) }),
    defaultDescription: '`production` with a live Stripe key, otherwise `development`',
    description:
      '`production`, `development` or `test`. `production` requires `API_KEYS` and `IDEMPOTENCY_SECRET`, and hides from clients where failures come from.',
  },
  REQUEST_TIMEOUT_MS: {
    ...timeLimit(
      1,
      'How soon a request is answered after it has arrived, in milliseconds. Then it gets a 503; work that has begun goes on.',
    ),
    defaultDescription:
      '10 seconds longer than a call of the processor and `IDEMPOTENCY_WAIT_MS` may take',
    page: 'operations.md#time-limits',
  },
  SHUTDOWN_TIMEOUT_MS: {
    ...timeLimit(
      0,
      'How long requests in progress may take to end after SIGTERM, in milliseconds.',
    ),
    defaultDescription: '10 seconds longer than a call of the processor may take',
    page: 'operations.md#start-and-stop',
  },
  SHUTDOWN_DELAY_MS: aNumber(
    { from: 0, to: 600_000, fallback: 0 },
    'How long the service goes on taking requests after SIGTERM while `/ready` returns a 503, so that load balancers notice, in milliseconds.',
  ),
  MAX_CONNECTIONS: aNumber(
    { from: 1, to: 1_000_000, fallback: 10_000 },
    'How many connections of callers may be open at once. New ones beyond them are closed.',
  ),
  LOG_LEVEL: {
    ...oneOf(logLevels, 'info'),
    description:
      'Lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`. The log goes to standard error.',
  },
  LOG_FORMAT: {
    ...oneOf(['auto', 'json', 'pretty'], 'auto'),
    description:
      '`json`: one JSON object a line. `pretty`: lines for people, without ids. `auto`: `pretty` on a terminal, otherwise `json`. Colors are left out where `NO_COLOR` is set.',
  },
};

const access = {
  API_KEYS: {
    check: apiKeyList,
    description:
      'Bearer keys of the API, separated by commas, each alone or with its client: `shop:key1,shop:key2,backoffice:key3`. A key may be its SHA-256: `shop:sha256:<hash>`. Without keys, everyone may call. Production and a live Stripe key need it or `API_KEYS_FILE`. In production keys have at least 16 characters.',
    page: 'access.md',
  },
  API_KEYS_FILE: {
    check: clientsFile,
    description:
      'JSON file with the clients that may call the API, their keys, scopes and ceilings, instead of `API_KEYS`. It is read again when it changes, and on SIGHUP.',
    page: 'access.md#a-file-of-clients',
  },
  RETIRED_CLIENTS: {
    check: listedThat(
      'must be names of clients, or SHA-256 of keys, separated by commas',
      (client) => isClientName(client) || isKeyHash(client),
    ),
    defaultDescription: 'none',
    description:
      'Clients that are gone on purpose, separated by commas: names, or the SHA-256 of the key of a client without a name. The service does not start while a client that is gone has requests in doubt, unless it is named here.',
    page: 'access.md#clients-that-are-gone',
  },
  ALLOW_OPEN_API_WITH_LIVE_KEY: {
    ...aPermission,
    description:
      '`true` lets the service start with a live Stripe key, or a live account of a module, and without `API_KEYS`: everyone who reaches it may then charge and refund.',
  },
  AUDIT_LOG: {
    check: auditTarget,
    defaultDescription: '`off`',
    description:
      'Where the audit log is written: who did what to which object, for every request that changes something. `off`, `stderr`, `stdout`, or the path of a file such as `./audit.log`, which is opened again on SIGHUP.',
    page: 'access.md#audit-log',
  },
  RATE_LIMIT_PER_MINUTE: aNumber(
    { from: 0, to: 1_000_000, fallback: 0 },
    'Requests that each client may send in a minute, or each address where no keys are needed; `0`: any number. Instances on one PostgreSQL count together.',
  ),
  MAX_PAYMENT_MINOR: {
    ...aNumber(
      { from: 0, to: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The largest payment that may be created, in minor units of whichever currency: `100000` is 1000.00 euros, and 100000 yen. A larger one gets a 400 `payment_too_large`. `0`: no ceiling.',
    ),
    page: 'access.md#ceilings',
  },
  MAX_REFUNDS_PER_DAY_MINOR: {
    ...aNumber(
      { from: 0, to: Number.MAX_SAFE_INTEGER, fallback: 0 },
      'The most that each client may refund in one currency and one day (UTC), in minor units. A refund beyond it gets a 400 `refund_too_large`. Instances on one store count together. `0`: no ceiling.',
    ),
    page: 'access.md#ceilings',
  },
  FAILED_AUTHENTICATIONS_PER_MINUTE: aNumber(
    { from: 0, to: 1_000_000, fallback: 60 },
    'Requests without a valid key that each address may send in a minute before they get a 429 instead of a 401; `0`: any number.',
  ),
  TRUSTED_PROXIES: {
    check: trustedProxies,
    description:
      'Proxies whose `X-Forwarded-For` is believed, separated by commas: addresses, networks such as `10.0.0.0/8`, `loopback` and `uniquelocal`. Without them, the address of a caller is that of the connection.',
    page: 'access.md#addresses',
  },
  MAX_REQUESTS_IN_PROGRESS: aNumber(
    { from: 0, to: 1_000_000, fallback: 1000 },
    'Requests of all clients that one instance works on at once; others get a 503 before any work. Webhooks have as many places of their own. `0`: any number.',
  ),
  MAX_REQUESTS_IN_PROGRESS_PER_CLIENT: aNumber(
    { from: 0, to: 1_000_000, fallback: 0 },
    'The same for each client, or for each address where no keys are needed. `0`: no limit of its own.',
  ),
  DOC: {
    check: reference,
    defaultDescription:
      '`open`; in production and with a live Stripe key `key`, or `off` without API keys',
    description:
      'Readers of the API reference at `/doc`: `open`, everyone; `key`, those with an API key, as bearer or as the password that a browser asks for; `off`, nobody.',
  },
  WEBHOOK_SECRET: {
    check: webhookSecrets,
    description:
      'Signing secrets of incoming webhooks, separated by commas, with at least 16 characters each in production. Without a secret, no webhook is accepted.',
  },
};

const metrics = {
  METRICS: {
    check: optional(metricsPlace),
    defaultDescription: '`on`; in production `off` unless `METRICS_KEY` is set',
    description:
      'Whether `/metrics` shows figures for Prometheus: `on`, `off`, or an address of its own, where the API is not: a port of `HOST`, or for example `127.0.0.1:9464`.',
    page: 'operations.md#metrics',
  },
  METRICS_KEY: {
    check: (env: Environment) => optional(metricsKey(env)),
    description:
      'Bearer key that `/metrics` requires, and that is good for nothing else. In production at least 16 characters.',
  },
};

const payments = {
  CURRENCIES: {
    check: withDefault(currencies, ['eur']),
    default: 'eur',
    description:
      'Currencies that payments may be in, separated by commas. A payment without a currency is in euros; if `eur` is not in the list, every payment must name its currency.',
  },
  CONFIRMATION_METHOD: {
    ...oneOf(['manual', 'automatic'], 'manual'),
    description:
      'After a 3D Secure challenge, `manual` waits until you confirm the payment again; with `automatic` the payment continues by itself, and Stripe.js may confirm it.',
  },
  RETURN_URL_SCHEMES: {
    check: appSchemes,
    defaultDescription: 'none',
    description:
      'Schemes of your apps that a `return_url` may have besides `https` and `http`, separated by commas: `myapp` for `myapp://paid`.',
  },
  ACCEPT_CARD_NUMBERS: {
    check: optional(trueOrFalse),
    defaultDescription: '`false` with a live Stripe key, otherwise `true`',
    description:
      'Whether `POST /api/cards` accepts card numbers; otherwise it gets a 403 `card_numbers_not_accepted`. With a live Stripe key, `true` puts the service into the scope of PCI DSS SAQ D.',
  },
  CARD_NUMBERS_IN_TEXT: {
    ...oneOf(['redact', 'refuse'], 'redact'),
    description:
      'Card numbers in the texts of requests, in `metadata` and as `Idempotency-Key`: `redact` names the client and the fields in a warning, `refuse` returns a 400 `card_number_in_text`. Events are stored without the card numbers of their texts either way; `metadata` and the key stay.',
    page: 'security.md#card-numbers-in-texts',
  },
  UNKNOWN_FIELDS: {
    check: optional(oneOfWords('refuse', 'ignore')),
    defaultDescription: 'refused if money moves, otherwise ignored with a warning',
    description:
      'Request fields that the operation does not know: `refuse` returns a 400 `unknown_field`, `ignore` leaves them out.',
  },
  REQUIRE_IDEMPOTENCY_KEY: {
    ...oneOf(keyDemands, 'off'),
    description:
      'Requests that must have an `Idempotency-Key`, and get a 400 `idempotency_key_required` without: `money` those that move money, `all` every one that changes something. `money` is recommended in production.',
    page: 'idempotency-keys.md#demand-keys',
  },
  LOCALE: {
    check: locale,
    default: 'es',
    description:
      "Language of `message` in answers: `es` or `en`. With both, as `es,en`, the caller's `Accept-Language` chooses, and the first is the default. Pages for people follow their browser, and are in the first without its wish. Texts of the processor are not translated.",
    page: 'internals/interface-decisions.md#language',
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
      'Card processor: `stripe`, `memory` for the in-memory processor, or the path of a module that exports `createProcessor(environment)`, such as `./bank-processor.js`. A relative path starts at the working directory.',
    page: 'your-own-processor.md#run-the-service-on-it',
  },
  STRIPE_SECRET_KEY: {
    check: (env: Environment) => optional(safeStripeKey(env)),
    description:
      'Key that Stripe is called with: a secret key (`sk_...`) or a restricted key (`rk_...`). A publishable key is refused.',
  },
  STRIPE_BASE_URL: {
    check: (env: Environment) => optional(stripeBaseUrl(env)),
    defaultDescription: 'Stripe',
    description:
      'Address to call instead of Stripe, such as a local server that speaks its protocol. It must use `https` with a live key.',
  },
  STRIPE_API_VERSION: {
    check: withDefault(textThat(`must be ${wantedApiVersion}`, isApiVersion), defaultApiVersion),
    defaultDescription: `\`${defaultApiVersion}\``,
    description:
      "Version of Stripe's API that requests name, from `2022-11-15` on. The default version of the account does not matter.",
  },
  STRIPE_CARDS: {
    check: withDefault(oneOfWords('sources', 'payment_methods'), 'sources'),
    // In words, so that a copy of .env.example does not choose for the account.
    defaultDescription: '`sources`',
    description:
      'How cards of customers are stored: `payment_methods` (`pm_...`), which every account takes, or `sources` (`card_...`), which accounts of today refuse. `pasarela doctor` tries it.',
    page: 'stripe.md#cards-and-accounts',
  },
  STRIPE_TIMEOUT_MS: aNumber(
    { from: 1, to: 600_000, fallback: 30_000 },
    'Maximum time that one attempt of a call to Stripe may take, in milliseconds.',
  ),
  STRIPE_MAX_RETRIES: aNumber(
    { from: 0, to: 10, fallback: 2 },
    'How often a call to Stripe is repeated after it failed without a definite answer.',
  ),
  STRIPE_MAX_CALLS: {
    ...aNumber(
      protectionBounds.maxCalls,
      'Maximum number of requests to Stripe in progress at the same time.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_MAX_WAITING_CALLS: {
    ...aNumber(
      protectionBounds.maxWaitingCalls,
      'Maximum number of requests that wait, up to a second, for one of those to end. Others get a 503 with `outcome: not_done`.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_BREAKER_FAILURES: {
    ...aNumber(
      protectionBounds.breakerFailures,
      'How many requests without an answer of Stripe within ten seconds open the circuit breaker, if they are four fifths of all. 0: no circuit breaker.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  STRIPE_BREAKER_PAUSE_MS: {
    ...aNumber(
      protectionBounds.breakerPauseMs,
      'How long the open circuit breaker sends nothing before it tries again, in milliseconds.',
    ),
    page: 'stripe.md#when-stripe-does-not-answer',
  },
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: {
    ...aPermission,
    description: '`true` lets the in-memory processor start in production.',
  },
  MEMORY_SEED: {
    check: optional(anyText),
    defaultDescription: 'random',
    description: 'Seed of the in-memory processor: the same seed gives the same ids.',
  },
};

const storage = {
  DATABASE_URL: {
    check: optional(aDatabaseUrl),
    defaultDescription: '`memory:` with the in-memory processor, otherwise a file in `DATA_DIR`',
    description:
      'Where events and idempotency keys are stored: `memory:`, `file:<path>` (SQLite, in a folder that exists) or `postgres://<user>@<host>/<database>`.',
  },
  DATABASE_POOL_SIZE: aNumber(
    { from: 1, to: 1000, fallback: 10 },
    'Maximum number of connections of one instance to PostgreSQL, not counting the one that listens for announcements.',
  ),
  DATA_DIR: {
    check: withDefault(anyText, 'data'),
    default: 'data',
    description:
      'Folder of the file `pasarela.db`, created with it, which is used when `DATABASE_URL` is unset and the processor is not in memory.',
  },
  ACCEPT_STORE_OF: {
    check: optional(textThat('must be an account and its mode, such as acct_1/test', isOwner)),
    defaultDescription: 'none',
    description:
      'Takes over a store that belongs to another account or mode of the processor, named as the refusal to start names it: `acct_1/test`. Repetitions are then answered with what that account did. Without effect on any other store.',
    page: 'idempotency-keys.md#one-store-for-one-account',
  },
};

const events = {
  EVENT_FORWARD_URL: {
    check: optional(aForwardUrl),
    description: 'URL that every event is forwarded to, without user and password.',
    page: 'webhooks.md#forward-events',
  },
  EVENT_FORWARD_SECRET: {
    check: forwardSecrets,
    description:
      'Signs forwarded events as Standard Webhooks specifies: `whsec_` followed by a key of 24 to 64 bytes in base64. Separate several secrets with commas while you replace one. Required with `EVENT_FORWARD_URL`.',
  },
  EVENT_FORWARD_TIMEOUT_MS: aNumber(
    { from: 1, to: 300_000, fallback: 15_000 },
    'Maximum time that the receiver of a forwarded event may take to answer, in milliseconds.',
  ),
  FORWARD_SUPERSEDED: {
    ...oneOf(['send', 'skip'], 'send'),
    description:
      'Whether an event is forwarded when a newer event of the same object was handled before: `send` forwards it with a header that says so, `skip` leaves it out.',
    page: 'webhooks.md#order-of-events',
  },
  FORWARD_OUTCOMES: {
    check: withDefault(trueOrFalse, false),
    default: 'false',
    description:
      '`true`: payments are decided, and the events `paid` and `payment_lost` are forwarded too, once for each payment. Each decision reads the payment at the processor.',
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
      'Accounts of Stripe Connect or an organization whose events are handled, separated by commas: `acct_...` (other ids with a module as `PROCESSOR`), or `*` for all. The events of other accounts are stored and ignored. Events that name no account are always handled.',
    page: 'webhooks.md#other-accounts-and-versions',
  },
  EVENTS_HANDLED_ELSEWHERE: {
    check: withDefault(trueOrFalse, false),
    default: 'false',
    description:
      '`true`: another process on the same store handles the events, and this one only stores them. The store must not be `memory:`.',
    page: 'webhooks.md#forward-events',
  },
  EVENT_CONCURRENCY: aNumber(
    eventHandlingBounds.concurrency,
    'How many events are handled at the same time.',
  ),
  EVENT_LEASE_SECONDS: aNumber(
    eventHandlingBounds.leaseSeconds,
    'Seconds after which another instance takes over an event from an instance that crashed.',
  ),
  EVENT_MAX_TRIES: aNumber(
    eventHandlingBounds.maxTries,
    'How often an event is tried before it is dead. A dead event waits until it is replayed.',
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
    'Days for which ids of events are kept, so that an event that arrives again is recognized.',
  ),
};

const idempotency = {
  IDEMPOTENCY_WAIT_MS: aNumber(
    idempotencyBounds.waitMs,
    'Maximum time that a request waits for another request in progress with the same `Idempotency-Key`, in milliseconds. After that it gets a 409.',
  ),
  IDEMPOTENCY_LEASE_SECONDS: aNumber(
    idempotencyBounds.leaseSeconds,
    'Seconds after which the next request with the same key takes over from a request whose instance crashed.',
  ),
  IDEMPOTENCY_RETENTION_DAYS: aNumber(
    idempotencyBounds.retentionDays,
    'Days for which the successes of requests that move money are kept under their keys. A repetition as late as that gets the first response. All other responses are kept for 24 hours.',
  ),
  IDEMPOTENCY_SECRET: {
    check: idempotencySecrets,
    defaultDescription: 'created and kept in the store',
    description:
      "Encrypts stored responses. It must be the same on all instances. Separate several secrets with commas while you replace one, the new one first. Required in production, with at least 16 characters each, and not the processor's key.",
  },
  IDEMPOTENCY_NAMESPACE: {
    check: optional(textThat('must be 1 to 255 printable ASCII characters', IdempotencyKey.is)),
    description:
      'Goes into the idempotency keys that the processor receives. Deployments that share a processor account, but not the store, need different namespaces.',
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
];

/** The value of a variable, or its default. */
export const decodeVariable = <N extends keyof Values>(
  env: Environment,
  name: N,
): Checked<Values[N]> => {
  const { check } = variables[name];
  return readSetting(env, name, typeof check === 'function' ? check(env) : check);
};
