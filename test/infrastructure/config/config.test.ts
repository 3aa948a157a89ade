import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { redact } from '../../../src/domain/text/redact.js';
import { type Config, decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import {
  describeProcessor,
  type StripeConfig,
} from '../../../src/infrastructure/config/processor.js';
import { describeStore } from '../../../src/infrastructure/config/store.js';
import { variables } from '../../../src/infrastructure/config/variables.js';

const testKey = `${'sk'}_${'test'}_0123456789`;
const liveKey = `${'sk'}_${'live'}_0123456789`;
const restrictedKey = `${'rk'}_${'test'}_0123456789`;
const restrictedLiveKey = `${'rk'}_${'live'}_0123456789`;
const publishableKey = `${'pk'}_${'test'}_0123456789`;

const open = 'every client that reaches this address may call: set API_KEYS to require a key';

const openWithRealMoney =
  'OPEN WITH REAL MONEY: every client that reaches this address may charge and refund with the live key, because ALLOW_OPEN_API_WITH_LIVE_KEY is true: set API_KEYS';

const defaults: Omit<Config, 'idempotency' | 'store' | 'metrics' | 'limits'> = {
  production: false,
  host: '127.0.0.1',
  port: 3000,
  processor: { kind: 'memory', seed: undefined },
  acceptStoreOf: undefined,
  requestTimeoutMs: undefined,
  shutdown: { timeoutMs: undefined, delayMs: 0 },
  maxConnections: 10_000,
  publicUrl: undefined,
  apiKeys: [],
  apiKeysFile: undefined,
  openApiAllowed: false,
  retiredClients: [],
  auditTarget: undefined,
  ceilings: { payment: 0, refundsPerDay: 0 },
  reference: 'open',
  webhookSecrets: [],
  webhookAccounts: [],
  currencies: ['eur'],
  confirmationMethod: 'manual',
  returnUrlSchemes: [],
  acceptCardNumbers: true,
  cardNumbersInText: 'redact',
  unknownFields: undefined,
  requireIdempotencyKey: 'off',
  locale: ['es'],
  livemode: false,
  eventHandling: {
    concurrency: 8,
    leaseSeconds: 30,
    maxTries: 12,
    retentionDays: 30,
    deadRetentionDays: 90,
    idDays: 35,
  },
  eventForward: undefined,
  eventsHandledElsewhere: false,
  logLevel: 'info',
  logFormat: 'auto',
  logProbes: 'all',
  reconcile: { minutes: 0, days: 3, orders: undefined },
  warnings: [open],
};

// Tested in secrets.test.ts, store.test.ts, metrics.test.ts and ../request-limits.test.ts.
const withoutOthers = E.map((config: Config) =>
  Object.fromEntries(
    Object.entries(config).filter(
      ([name]) => !['idempotency', 'store', 'metrics', 'limits'].includes(name),
    ),
  ),
);

// Required in production, which secrets.test.ts tests.
const decode = (env: Environment): ReturnType<typeof decodeConfig> =>
  decodeConfig({ IDEMPOTENCY_SECRET: '0123456789abcdef', ...env });

const webhookSecret = 'signs the webhooks';
const apiKey = 'shop-key-of-32-letters-and-digits';

const production = {
  NODE_ENV: 'production',
  API_KEYS: apiKey,
  ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'true',
};

// Keys of 24 and of 23 bytes.
const forwardSecret = `${'whsec'}_${Buffer.alloc(24, 7).toString('base64')}`;
const otherSecret = `${'whsec'}_${Buffer.alloc(64, 8).toString('base64')}`;
const shortSecret = `${'whsec'}_${Buffer.alloc(23, 7).toString('base64')}`;
const secretWanted =
  'EVENT_FORWARD_SECRET must be whsec_ followed by a key of 24 to 64 bytes in base64; separate several secrets with commas';

const sources =
  'cards are kept as sources (card_...), which accounts of today refuse: set STRIPE_CARDS=payment_methods, or STRIPE_CARDS=sources for an account that takes them';
const noSecret = "Stripe's webhooks will be answered with 500: set WEBHOOK_SECRET to accept them";
const toNobody =
  'events are stored as ignored, and no program gets them: set EVENT_FORWARD_URL, or EVENTS_HANDLED_ELSEWHERE=true if a program of yours on the same store handles them';
const inMemory =
  'received events and idempotency keys are lost at a restart: set DATABASE_URL to file:<path> or postgres://... to keep them';
const startsAnew =
  'the in-memory processor starts empty each time, but the store keeps earlier events: with MEMORY_SEED, new events get the ids of earlier ones and are dropped as duplicates';
const realMoney = (name: string): string =>
  `REAL MONEY: STRIPE_SECRET_KEY is a live key, and NODE_ENV is "${name}", which is not production`;
const noRealMoney = 'NO REAL MONEY: STRIPE_SECRET_KEY is a test key, and this is production';

const stripe = (secretKey: string, differs: Partial<StripeConfig> = {}): StripeConfig => ({
  kind: 'stripe',
  secretKey,
  baseUrl: undefined,
  apiVersion: '2026-08-26.dahlia',
  cards: 'sources',
  timeoutMs: 30_000,
  totalTimeoutMs: 20_000,
  maxRetries: 2,
  maxCalls: 120,
  maxWaitingCalls: 256,
  breakerFailures: 10,
  breakerFailuresInRow: 3,
  breakerPauseMs: 5000,
  ...differs,
});

const onStripe: ReadonlyArray<readonly [env: Environment, differs: Partial<Config>]> = [
  [
    { STRIPE_SECRET_KEY: testKey, DATABASE_URL: 'memory:' },
    { processor: stripe(testKey), warnings: [noSecret, sources, inMemory, open] },
  ],
  ...[testKey, restrictedKey].map(
    (key) =>
      [
        { STRIPE_SECRET_KEY: key },
        { processor: stripe(key), warnings: [noSecret, sources, open] },
      ] as const,
  ),
  [
    { PROCESSOR: './bank.js', BANK_KEY: 'b', WEBHOOK_SECRETS: 'c', WEBHOOK_ACCOUNTS: 'shop-7, 8' },
    {
      webhookAccounts: ['shop-7', '8'],
      processor: {
        kind: 'module',
        path: './bank.js',
        environment: {
          IDEMPOTENCY_SECRET: '0123456789abcdef',
          PROCESSOR: './bank.js',
          BANK_KEY: 'b',
          WEBHOOK_SECRETS: 'c',
          WEBHOOK_ACCOUNTS: 'shop-7, 8',
        },
      },
      livemode: undefined,
      warnings: [open],
    },
  ],
  [
    { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ` ${testKey} `, WEBHOOK_SECRET: 'secret' },
    { processor: stripe(testKey), webhookSecrets: ['secret'], warnings: [toNobody, sources, open] },
  ],
  [
    { STRIPE_SECRET_KEY: testKey, WEBHOOK_SECRET: 'secret', EVENTS_HANDLED_ELSEWHERE: 'true' },
    {
      processor: stripe(testKey),
      webhookSecrets: ['secret'],
      eventsHandledElsewhere: true,
      warnings: [sources, open],
    },
  ],
  [
    {
      STRIPE_SECRET_KEY: testKey,
      WEBHOOK_SECRET: 'secret',
      EVENT_FORWARD_URL: 'https://shop.example/events',
      EVENT_FORWARD_SECRET: forwardSecret,
    },
    {
      processor: stripe(testKey),
      webhookSecrets: ['secret'],
      eventForward: {
        url: 'https://shop.example/events',
        secrets: [forwardSecret],
        timeoutMs: 15_000,
        skipSuperseded: false,
        outcomes: false,
      },
      warnings: [sources, open],
    },
  ],
  ...['http://127.0.0.1:12111', 'https://stripe.example'].map(
    (baseUrl) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_BASE_URL: `${baseUrl}/` },
        { processor: stripe(testKey, { baseUrl }), warnings: [noSecret, open] },
      ] as const,
  ),
  [
    { STRIPE_SECRET_KEY: testKey, STRIPE_CARDS: 'payment_methods' },
    { processor: stripe(testKey, { cards: 'payment_methods' }), warnings: [noSecret, open] },
  ],
  ...['2026-09-30.endive', '2022-11-15'].map(
    (apiVersion) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_API_VERSION: ` ${apiVersion} ` },
        { processor: stripe(testKey, { apiVersion }), warnings: [noSecret, sources, open] },
      ] as const,
  ),
  [
    { STRIPE_SECRET_KEY: testKey, STRIPE_TIMEOUT_MS: '1', STRIPE_MAX_RETRIES: '0' },
    {
      processor: stripe(testKey, { timeoutMs: 1, maxRetries: 0 }),
      warnings: [noSecret, sources, open],
    },
  ],
  [
    { STRIPE_SECRET_KEY: testKey, STRIPE_TIMEOUT_MS: '600000', STRIPE_MAX_RETRIES: '10' },
    {
      processor: stripe(testKey, { timeoutMs: 600_000, maxRetries: 10 }),
      warnings: [noSecret, sources, open],
    },
  ],
  // W8
  [
    {
      STRIPE_SECRET_KEY: testKey,
      EVENT_FORWARD_URL: 'http://shop.example/events/',
      EVENT_FORWARD_SECRET: `${forwardSecret}, ${otherSecret}`,
      EVENT_CONCURRENCY: '1',
      EVENT_LEASE_SECONDS: '2',
      EVENT_MAX_TRIES: '3',
      EVENT_RETENTION_DAYS: '4',
      EVENT_DEAD_RETENTION_DAYS: '5',
      EVENT_ID_DAYS: '36',
    },
    {
      processor: stripe(testKey),
      warnings: [noSecret, sources, open],
      eventHandling: {
        concurrency: 1,
        leaseSeconds: 2,
        maxTries: 3,
        retentionDays: 4,
        deadRetentionDays: 5,
        idDays: 36,
      },
      eventForward: {
        url: 'http://shop.example/events/',
        secrets: [forwardSecret, otherSecret],
        timeoutMs: 15_000,
        skipSuperseded: false,
        outcomes: false,
      },
    },
  ],
  // W12
  [
    {
      STRIPE_SECRET_KEY: testKey,
      EVENT_FORWARD_URL: 'http://shop.example/',
      EVENT_FORWARD_SECRET: forwardSecret,
      FORWARD_SUPERSEDED: 'skip',
      FORWARD_OUTCOMES: 'true',
    },
    {
      processor: stripe(testKey),
      warnings: [noSecret, sources, open],
      eventForward: {
        url: 'http://shop.example/',
        secrets: [forwardSecret],
        timeoutMs: 15_000,
        skipSuperseded: true,
        outcomes: true,
      },
    },
  ],
  [
    { EVENTS_HANDLED_ELSEWHERE: 'true', DATABASE_URL: 'file:shared.db' },
    { eventsHandledElsewhere: true, warnings: [startsAnew, open] },
  ],
  // E9: a live key means production.
  ...[liveKey, restrictedLiveKey].map(
    (key) =>
      [
        { STRIPE_SECRET_KEY: key, API_KEYS: apiKey },
        {
          production: true,
          processor: stripe(key),
          livemode: true,
          acceptCardNumbers: false,
          apiKeys: [apiKey],
          warnings: [noSecret, sources],
        },
      ] as const,
  ),
  [
    {
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: liveKey,
      API_KEYS: apiKey,
      WEBHOOK_SECRET: webhookSecret,
    },
    {
      production: true,
      processor: stripe(liveKey),
      livemode: true,
      acceptCardNumbers: false,
      apiKeys: [apiKey],
      webhookSecrets: [webhookSecret],
      warnings: [toNobody, sources],
    },
  ],
  [
    { STRIPE_SECRET_KEY: liveKey, API_KEYS: apiKey, STRIPE_BASE_URL: 'https://stripe.example' },
    {
      production: true,
      processor: stripe(liveKey, { baseUrl: 'https://stripe.example' }),
      livemode: true,
      acceptCardNumbers: false,
      apiKeys: [apiKey],
      warnings: [noSecret],
    },
  ],
  [
    { NODE_ENV: 'development', STRIPE_SECRET_KEY: liveKey, API_KEYS: 'key' },
    {
      processor: stripe(liveKey),
      livemode: true,
      acceptCardNumbers: false,
      apiKeys: ['key'],
      warnings: [realMoney('development'), noSecret, sources],
    },
  ],
  // A6
  ...['production', undefined].map(
    (name) =>
      [
        { NODE_ENV: name, STRIPE_SECRET_KEY: liveKey, ALLOW_OPEN_API_WITH_LIVE_KEY: 'true' },
        {
          openApiAllowed: true,
          production: true,
          reference: 'off',
          processor: stripe(liveKey),
          livemode: true,
          acceptCardNumbers: false,
          warnings: [noSecret, sources, openWithRealMoney],
        },
      ] as const,
  ),
  [
    { NODE_ENV: 'staging', STRIPE_SECRET_KEY: liveKey, ALLOW_OPEN_API_WITH_LIVE_KEY: 'true' },
    {
      openApiAllowed: true,
      processor: stripe(liveKey),
      livemode: true,
      reference: 'off',
      acceptCardNumbers: false,
      warnings: [
        realMoney('staging'),
        noSecret,
        sources,
        'NODE_ENV is "staging", which is not production: answers tell clients where failures come from, and IDEMPOTENCY_SECRET is not required',
        openWithRealMoney,
      ],
    },
  ],
  [
    { STRIPE_SECRET_KEY: testKey, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    { processor: stripe(testKey), warnings: [noSecret, sources, open] },
  ],
  [
    { NODE_ENV: 'production', STRIPE_SECRET_KEY: testKey, API_KEYS: apiKey },
    {
      production: true,
      processor: stripe(testKey),
      apiKeys: [apiKey],
      warnings: [noRealMoney, noSecret, sources],
    },
  ],
];

const accepted: ReadonlyArray<readonly [env: Environment, differs: Partial<Config>]> = [
  [{}, {}],
  [{ CARD_NUMBERS_IN_TEXT: 'refuse' }, { cardNumbersInText: 'refuse' }],
  // W11
  [{ WEBHOOK_ACCOUNTS: 'acct_1a2B, acct_3' }, { webhookAccounts: ['acct_1a2B', 'acct_3'] }],
  [{ WEBHOOK_ACCOUNTS: '*' }, { webhookAccounts: ['*'] }],
  [{ PORT: '', HOST: ' ', API_KEYS: '', LOG_LEVEL: '', PROCESSOR: '' }, {}],
  [{ PORT: '0' }, { port: 0 }],
  [{ PORT: ' 8080 ' }, { port: 8080 }],
  [{ PORT: '65535' }, { port: 65_535 }],
  [{ HOST: '::1' }, { host: '::1' }],
  [{ LOG_PROBES: 'failed' }, { logProbes: 'failed' }],
  [
    { REQUEST_TIMEOUT_MS: '1', SHUTDOWN_TIMEOUT_MS: '0', SHUTDOWN_DELAY_MS: '5000' },
    { requestTimeoutMs: 1, shutdown: { timeoutMs: 0, delayMs: 5000 } },
  ],
  [{ MAX_CONNECTIONS: '1' }, { maxConnections: 1 }],
  [
    { RECONCILE_MINUTES: '60', RECONCILE_DAYS: '7', RECONCILE_ORDERS: 'orders.csv' },
    { reconcile: { minutes: 60, days: 7, orders: 'orders.csv' } },
  ],
  [
    { MAX_PAYMENT_MINOR: '100000', MAX_REFUNDS_PER_DAY_MINOR: '50000' },
    { ceilings: { payment: 100_000, refundsPerDay: 50_000 } },
  ],
  [
    { MAX_PAYMENT_MINOR: '9007199254740991' },
    { ceilings: { payment: Number.MAX_SAFE_INTEGER, refundsPerDay: 0 } },
  ],
  [{ PROCESSOR: 'memory' }, {}],
  [{ DATABASE_URL: 'file:some.db' }, { warnings: [startsAnew, open] }],
  [{ PROCESSOR: 'memory', STRIPE_SECRET_KEY: testKey }, {}],
  [{ MEMORY_SEED: 'abc' }, { processor: { kind: 'memory', seed: 'abc' } }],
  [{ PUBLIC_URL: 'https://pay.example/base/' }, { publicUrl: 'https://pay.example/base' }],
  [{ API_KEYS: 'a' }, { apiKeys: ['a'], warnings: [] }],
  [
    { API_KEYS: 'a', DOC: 'key' },
    { apiKeys: ['a'], reference: 'key', warnings: [] },
  ],
  [{ DOC: 'off' }, { reference: 'off' }],
  [
    { ...production, API_KEYS: `shop:sha256:${'ab'.repeat(32)}` },
    { production: true, apiKeys: [`shop:sha256:${'ab'.repeat(32)}`], warnings: [] },
  ],
  [
    { API_KEYS_FILE: 'clients.json' },
    { apiKeysFile: { path: 'clients.json', shortestKey: 1 }, warnings: [] },
  ],
  [
    { ...production, API_KEYS: undefined, API_KEYS_FILE: 'clients.json' },
    { production: true, apiKeysFile: { path: 'clients.json', shortestKey: 16 }, warnings: [] },
  ],
  ...(['stderr', 'stdout'] as const).map(
    (name) => [{ AUDIT_LOG: name }, { auditTarget: name }] as const,
  ),
  [{ AUDIT_LOG: 'audit.log' }, { auditTarget: { path: 'audit.log' } }],
  [{ AUDIT_LOG: 'off' }, { auditTarget: undefined }],
  [{ API_KEYS: ' a , b ,, c,' }, { apiKeys: ['a', 'b', 'c'], warnings: [] }],
  [
    { API_KEYS: 'shop:key1, shop=old:key2' },
    { apiKeys: ['shop:key1', 'shop=old:key2'], warnings: [] },
  ],
  [{ WEBHOOK_SECRET: 'new, old' }, { webhookSecrets: ['new', 'old'] }],
  [
    { RETURN_URL_SCHEMES: ' MyApp, com.example.shop' },
    { returnUrlSchemes: ['myapp', 'com.example.shop'] },
  ],
  [{ ACCEPT_CARD_NUMBERS: 'false' }, { acceptCardNumbers: false }],
  [{ RETIRED_CLIENTS: ` shop, ${'ab'.repeat(32)}` }, { retiredClients: ['shop', 'ab'.repeat(32)] }],
  [{ ACCEPT_STORE_OF: ' acct_1/live ' }, { acceptStoreOf: 'acct_1/live' }],
  ...(['off', 'money', 'all'] as const).map(
    (word) => [{ REQUIRE_IDEMPOTENCY_KEY: word }, { requireIdempotencyKey: word }] as const,
  ),
  // A11
  [
    {
      STRIPE_SECRET_KEY: liveKey,
      API_KEYS: apiKey,
      WEBHOOK_SECRET: webhookSecret,
      ACCEPT_CARD_NUMBERS: 'true',
    },
    {
      production: true,
      processor: stripe(liveKey),
      livemode: true,
      acceptCardNumbers: true,
      apiKeys: [apiKey],
      webhookSecrets: [webhookSecret],
      warnings: [toNobody, sources],
    },
  ],
  [{ CURRENCIES: ' EUR, usd,jpy,usd' }, { currencies: ['eur', 'usd', 'jpy'] }],
  [{ CONFIRMATION_METHOD: 'automatic' }, { confirmationMethod: 'automatic' }],
  [{ UNKNOWN_FIELDS: 'refuse' }, { unknownFields: 'refuse' }],
  [{ UNKNOWN_FIELDS: 'ignore' }, { unknownFields: 'ignore' }],
  [{ UNKNOWN_FIELDS: '' }, {}],
  [{ LOCALE: 'en' }, { locale: ['en'] }],
  [{ LOCALE: 'en, es' }, { locale: ['en', 'es'] }],
  [{ LOCALE: ',' }, {}],
  ...(['debug', 'info', 'warn', 'error', 'silent'] as const).map(
    (logLevel) => [{ LOG_LEVEL: logLevel }, { logLevel }] as const,
  ),
  [{ NODE_ENV: 'development' }, {}],
  [{ NODE_ENV: 'test' }, {}],
  ...[
    ['prod', '"prod"'],
    ['Production', '"Production"'],
    ['staging', '"staging"'],
    ['something else', 'an unknown value'],
  ].map(
    ([name, shownName]) =>
      [
        { NODE_ENV: name },
        {
          warnings: [
            `NODE_ENV is ${shownName}, which is not production: answers tell clients where failures come from, and API_KEYS is not required`,
            open,
          ],
        },
      ] as const,
  ),
  // Variables of Stripe are not checked with the in-memory processor.
  [{ PROCESSOR: 'memory', STRIPE_BASE_URL: 'z', STRIPE_TIMEOUT_MS: 'z' }, {}],
  [production, { production: true, apiKeys: [apiKey], warnings: [] }],
  // E9: NODE_ENV wins over the key.
  [{ NODE_ENV: 'development', PROCESSOR: 'memory', STRIPE_SECRET_KEY: liveKey }, {}],
  [
    { ...production, NODE_ENV: undefined, PROCESSOR: 'memory', STRIPE_SECRET_KEY: liveKey },
    { production: true, apiKeys: [apiKey], warnings: [] },
  ],
  [
    { ...production, NODE_ENV: '', PROCESSOR: 'memory', STRIPE_SECRET_KEY: restrictedLiveKey },
    { production: true, apiKeys: [apiKey], warnings: [] },
  ],
];

const keysObligatory = 'API_KEYS must contain at least one key in production';
const keysForLiveKey =
  'API_KEYS must contain at least one key with a live key of Stripe: without it, everyone who reaches the service could charge and refund. ALLOW_OPEN_API_WITH_LIVE_KEY=true starts it all the same';
const notInProduction =
  'the in-memory processor moves no real money and does not start in production: set STRIPE_SECRET_KEY, unset NODE_ENV, or set ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION=true';
const wantedKey =
  'a secret key (sk_test_... or sk_live_...) or a restricted key (rk_test_... or rk_live_...)';
const noKey = `PROCESSOR=stripe needs STRIPE_SECRET_KEY: set it to ${wantedKey}`;
const publishable = `STRIPE_SECRET_KEY is a publishable key, which is meant for browsers: use ${wantedKey}`;
const noSuchKey = `STRIPE_SECRET_KEY is not a key of Stripe: use ${wantedKey}`;
const hostAlone =
  'STRIPE_BASE_URL must be a scheme and a host, without user, path or query, such as http://127.0.0.1:12111';
const inClear =
  'STRIPE_BASE_URL must use https with a live key, because http sends the key unencrypted: unset it to call Stripe, or use a test key';

const refused: ReadonlyArray<readonly [env: Environment, problems: ReadonlyArray<string>]> = [
  ...['-1', '65536', '3000.5', 'http', '0x10', '1e3', '999999'].map(
    (port) => [{ PORT: port }, [`PORT must be a whole number from 0 to 65535`]] as const,
  ),
  ...['pay.example', 'ftp://pay.example', 'https://', '/base'].map(
    (url) => [{ PUBLIC_URL: url }, [`PUBLIC_URL must be an http or https URL`]] as const,
  ),
  ...['-1', '3600001', '1.5', '10s'].map(
    (value) =>
      [
        { REQUEST_TIMEOUT_MS: value, SHUTDOWN_TIMEOUT_MS: value, SHUTDOWN_DELAY_MS: value },
        [
          'REQUEST_TIMEOUT_MS must be a whole number from 1 to 3600000',
          'SHUTDOWN_TIMEOUT_MS must be a whole number from 0 to 3600000',
          'SHUTDOWN_DELAY_MS must be a whole number from 0 to 600000',
        ],
      ] as const,
  ),
  [
    { MAX_PAYMENT_MINOR: '9007199254740992' },
    ['MAX_PAYMENT_MINOR must be zero or a positive whole number'],
  ],
  [{ RECONCILE_MINUTES: '1441' }, ['RECONCILE_MINUTES must be a whole number from 0 to 1440']],
  ...['-', 'http:', 'https://', 'http://[/orders'].map(
    (orders) =>
      [
        { RECONCILE_ORDERS: orders },
        ['RECONCILE_ORDERS must be the path of a file, or an http or https URL'],
      ] as const,
  ),
  [{ RECONCILE_DAYS: '0' }, ['RECONCILE_DAYS must be a whole number from 1 to 31']],
  [{ MAX_CONNECTIONS: '0' }, ['MAX_CONNECTIONS must be a whole number from 1 to 1000000']],
  [{ LOG_LEVEL: 'INFO' }, ['LOG_LEVEL must be one of debug, info, warn, error, silent']],
  [
    { RETURN_URL_SCHEMES: 'myapp,javascript,https,my app' },
    [
      'RETURN_URL_SCHEMES must be schemes of apps, separated by commas, such as myapp, and not https, http or others that browsers open themselves; wrong: entry 2, entry 3, entry 4',
    ],
  ],
  [
    { CURRENCIES: 'eur,xyz' },
    [
      'CURRENCIES must be three-letter codes of currencies that Stripe supports, separated by commas; unknown: entry 2',
    ],
  ],
  [
    { CURRENCIES: ',' },
    [
      'CURRENCIES must be three-letter codes of currencies that Stripe supports, separated by commas',
    ],
  ],
  [{ CONFIRMATION_METHOD: 'auto' }, ['CONFIRMATION_METHOD must be one of manual, automatic']],
  [{ DOC: 'closed' }, ['DOC must be one of open, key, off']],
  [{ DOC: 'key' }, ['DOC=key requires API_KEYS or API_KEYS_FILE']],
  [{ UNKNOWN_FIELDS: 'drop' }, ['UNKNOWN_FIELDS must be one of refuse, ignore']],
  ...['fr', 'ES', 'en_US', 'es,es', 'es,fr'].map(
    (locale) =>
      [
        { LOCALE: locale },
        ['LOCALE must be one of es, en, or several separated by commas'],
      ] as const,
  ),
  ...['paypal', 'bank-processor.js', 'file:///bank.js'].map(
    (name) =>
      [
        { PROCESSOR: name },
        ['PROCESSOR must be memory, stripe, or the path of a module, such as ./bank-processor.js'],
      ] as const,
  ),
  [{ PROCESSOR: 'stripe' }, [noKey]],
  [{ PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ' ' }, [noKey]],
  [{ STRIPE_SECRET_KEY: publishableKey }, [publishable]],
  ...[
    '0123456789',
    ['whsec', '0123456789'].join('_'),
    testKey.toUpperCase(),
    testKey.replace('test', 'prod'),
    testKey.slice(0, 'sk_test_'.length),
    `${testKey} ${testKey}`,
    `${testKey}é`,
    `"${testKey}"`,
  ].map((key) => [{ STRIPE_SECRET_KEY: key }, [noSuchKey]] as const),
  ...['127.0.0.1:12111', 'ftp://stripe.example', 'https://', 'http://[1'].map(
    (url) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_BASE_URL: url },
        [`STRIPE_BASE_URL must be an http or https URL`],
      ] as const,
  ),
  ...['http://127.0.0.1:12111', 'http://stripe.example'].map(
    (url) =>
      [{ STRIPE_SECRET_KEY: liveKey, API_KEYS: apiKey, STRIPE_BASE_URL: url }, [inClear]] as const,
  ),
  ...[
    'user:word@stripe.example',
    'stripe.example/v1',
    'stripe.example?a=b',
    'stripe.example#a',
  ].map(
    (rest) =>
      [{ STRIPE_SECRET_KEY: testKey, STRIPE_BASE_URL: `https://${rest}` }, [hostAlone]] as const,
  ),
  [
    { STRIPE_SECRET_KEY: testKey, STRIPE_CARDS: 'tokens' },
    ['STRIPE_CARDS must be one of sources, payment_methods'],
  ],
  ...['dahlia', '2026-02-30.dahlia', '2020-08-27', 'v1'].map(
    (value) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_API_VERSION: value },
        [
          `STRIPE_API_VERSION must be a version of Stripe's API, 2022-11-15 or later, such as 2026-08-26.dahlia`,
        ],
      ] as const,
  ),
  ...['0', '600001', '-1', '1.5', '30s', '9999999999'].map(
    (value) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_TIMEOUT_MS: value },
        [`STRIPE_TIMEOUT_MS must be a whole number from 1 to 600000`],
      ] as const,
  ),
  ...['11', '-1', 'none'].map(
    (value) =>
      [
        { STRIPE_SECRET_KEY: testKey, STRIPE_MAX_RETRIES: value },
        [`STRIPE_MAX_RETRIES must be a whole number from 0 to 10`],
      ] as const,
  ),
  [{ API_KEYS: 'one key, another' }, ['API_KEYS: entry 1 contains a space']],
  // A1a
  [
    { API_KEYS: 'shop:,backoffice:key3,till:key3' },
    [
      'API_KEYS: entry 1 has no key after the colon',
      'API_KEYS: entry 3 has the key of entry 2, which belongs to another client',
    ],
  ],
  // W8
  [
    { EVENT_FORWARD_URL: 'http://shop.example/' },
    [`EVENT_FORWARD_URL needs EVENT_FORWARD_SECRET: ${secretWanted}`],
  ],
  [
    {
      EVENT_FORWARD_URL: 'http://shop.example/',
      EVENT_FORWARD_SECRET: forwardSecret,
      EVENTS_HANDLED_ELSEWHERE: 'true',
    },
    ['EVENT_FORWARD_URL cannot be combined with EVENTS_HANDLED_ELSEWHERE=true: unset one of them'],
  ],
  ...['on', 'true', 'STDOUT'].map(
    (word) =>
      [
        { AUDIT_LOG: word },
        ['AUDIT_LOG must be off, stderr, stdout, or the path of a file such as ./audit.log'],
      ] as const,
  ),
  [{ REQUIRE_IDEMPOTENCY_KEY: 'true' }, ['REQUIRE_IDEMPOTENCY_KEY must be one of off, money, all']],
  ...['acct', 'shop', 'acct_1 acct_2', 'acct_*'].map(
    (accounts) =>
      [
        { WEBHOOK_ACCOUNTS: accounts },
        [
          'WEBHOOK_ACCOUNTS must be ids of accounts such as acct_1a2b, separated by commas, or * for all',
        ],
      ] as const,
  ),
  [
    { PROCESSOR: './bank.js', WEBHOOK_ACCOUNTS: 'shop 7' },
    [
      'WEBHOOK_ACCOUNTS must be ids of accounts, of letters, digits, _ and -, separated by commas, or * for all',
    ],
  ],
  [{ CARD_NUMBERS_IN_TEXT: 'true' }, ['CARD_NUMBERS_IN_TEXT must be one of redact, refuse']],
  [{ FORWARD_OUTCOMES: 'yes' }, ['FORWARD_OUTCOMES must be one of true, false']],
  [{ FORWARD_SUPERSEDED: 'drop' }, ['FORWARD_SUPERSEDED must be one of send, skip']],
  [
    { RETIRED_CLIENTS: 'shop,Shop' },
    ['RETIRED_CLIENTS must be names of clients, or SHA-256 of keys, separated by commas'],
  ],
  ...['true', 'acct_1', 'acct_1/prod', 'acct 1/test'].map(
    (owner) =>
      [
        { ACCEPT_STORE_OF: owner },
        ['ACCEPT_STORE_OF must be an account and its mode, such as acct_1/test'],
      ] as const,
  ),
  [{ ACCEPT_CARD_NUMBERS: 'True' }, ['ACCEPT_CARD_NUMBERS must be one of true, false']],
  [{ EVENTS_HANDLED_ELSEWHERE: 'yes' }, ['EVENTS_HANDLED_ELSEWHERE must be one of true, false']],
  [
    { EVENTS_HANDLED_ELSEWHERE: 'true' },
    [
      'EVENTS_HANDLED_ELSEWHERE=true needs a store that the other process can open: set DATABASE_URL to file:<path> or postgres://...',
    ],
  ],
  [
    { EVENT_FORWARD_SECRET: forwardSecret },
    ['EVENT_FORWARD_SECRET has no effect without EVENT_FORWARD_URL: set both, or neither'],
  ],
  ...[
    'https://ana:word@shop.example',
    'https://ana@shop.example',
    'ftp://ana:word@shop.example',
  ].map(
    (value) =>
      [
        { EVENT_FORWARD_URL: value, EVENT_FORWARD_SECRET: forwardSecret },
        ['EVENT_FORWARD_URL must be an http or https URL without user and password'],
      ] as const,
  ),
  ...[
    shortSecret,
    'words',
    forwardSecret.replace('whsec_', ''),
    `${forwardSecret},${shortSecret}`,
  ].map(
    (value) =>
      [
        { EVENT_FORWARD_URL: 'http://shop.example', EVENT_FORWARD_SECRET: value },
        [secretWanted],
      ] as const,
  ),
  [
    {
      EVENT_CONCURRENCY: '0',
      EVENT_LEASE_SECONDS: '3601',
      EVENT_MAX_TRIES: '101',
      EVENT_RETENTION_DAYS: '0',
      EVENT_DEAD_RETENTION_DAYS: '0',
      EVENT_ID_DAYS: '34',
    },
    [
      'EVENT_CONCURRENCY must be a whole number from 1 to 1000',
      'EVENT_LEASE_SECONDS must be a whole number from 1 to 3600',
      'EVENT_MAX_TRIES must be a whole number from 1 to 100',
      'EVENT_RETENTION_DAYS must be a whole number from 1 to 36500',
      'EVENT_DEAD_RETENTION_DAYS must be a whole number from 1 to 36500',
      'EVENT_ID_DAYS must be a whole number from 35 to 36500',
    ],
  ],
  [
    { PUBLIC_URL: 'https://ana:word@pay.example' },
    ['PUBLIC_URL must not contain a user or a password, because every browser would get them'],
  ],
  // A6
  ...['development', 'test', 'prod', 'Production', 'staging'].flatMap((name) =>
    [liveKey, restrictedLiveKey].map(
      (key) => [{ NODE_ENV: name, STRIPE_SECRET_KEY: key }, [keysForLiveKey]] as const,
    ),
  ),
  [
    { NODE_ENV: 'test', STRIPE_SECRET_KEY: liveKey, ALLOW_OPEN_API_WITH_LIVE_KEY: 'yes' },
    [keysForLiveKey],
  ],
  // It is about live keys: production needs API keys with a test key too.
  [
    {
      NODE_ENV: 'production',
      STRIPE_SECRET_KEY: testKey,
      ALLOW_OPEN_API_WITH_LIVE_KEY: 'true',
    },
    [keysObligatory],
  ],
  [
    { STRIPE_SECRET_KEY: liveKey, API_KEYS: apiKey, NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    [
      'STRIPE_SECRET_KEY is a live key, and NODE_TLS_REJECT_UNAUTHORIZED=0 accepts every certificate, so that others could read and change the payments: unset NODE_TLS_REJECT_UNAUTHORIZED; NODE_EXTRA_CA_CERTS adds a certificate authority',
    ],
  ],
  // A1 and A2
  [{ ...production, API_KEYS: undefined }, [keysObligatory]],
  [
    { API_KEYS: ' , ' },
    ['API_KEYS is set but contains no key: unset it, or list keys separated by commas'],
  ],
  // A10
  [
    { ...production, API_KEYS: `shop:${apiKey},web:fifteen-letters` },
    [
      'API_KEYS: entry 2 has a key of fewer than 16 characters, too few for production: make one with pasarela api-keys new',
    ],
  ],
  [
    { ...production, WEBHOOK_SECRET: `${webhookSecret},short` },
    ['each secret in WEBHOOK_SECRET must have at least 16 characters in production'],
  ],
  // A12
  [
    { API_KEYS: apiKey, API_KEYS_FILE: 'clients.json' },
    ['API_KEYS cannot be combined with API_KEYS_FILE: move its keys into the file, and unset it'],
  ],
  [{ ...production, ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: undefined }, [notInProduction]],
  [{ ...production, ALLOW_MEMORY_PROCESSOR_IN_PRODUCTION: 'yes' }, [notInProduction]],
  [{ NODE_ENV: 'production' }, [notInProduction, keysObligatory]],
  [{ STRIPE_SECRET_KEY: liveKey }, [keysObligatory]],
  [
    {
      STRIPE_SECRET_KEY: liveKey,
      STRIPE_BASE_URL: 'http://stripe.example',
      STRIPE_TIMEOUT_MS: 'x',
      STRIPE_MAX_RETRIES: 'y',
    },
    [
      inClear,
      'STRIPE_TIMEOUT_MS must be a whole number from 1 to 600000',
      'STRIPE_MAX_RETRIES must be a whole number from 0 to 10',
      keysObligatory,
    ],
  ],
  [
    { PORT: 'x', LOG_LEVEL: 'y', PUBLIC_URL: 'z' },
    [
      'PORT must be a whole number from 0 to 65535',
      'PUBLIC_URL must be an http or https URL',
      'LOG_LEVEL must be one of debug, info, warn, error, silent',
    ],
  ],
];

// Words and addresses as people set them, each with a secret that was meant for another variable.
const secretsIn = (secret: string): ReadonlyArray<string> => [
  secret,
  `a,${secret}`,
  `eur,${secret}`,
  `shop:${secret} `,
  `${testKey}${secret}"`,
  ...['http', 'https', 'ftp', 'postgres', 'mysql', 'file'].flatMap((scheme) => [
    `${scheme}://ana:${secret}@127.0.0.1:1/a`,
    `${scheme}://ana:12/${secret}@127.0.0.1:1/a`,
    `${scheme}://ana:12?${secret}@127.0.0.1:1/a`,
    `${scheme}://ana:12#${secret}@127.0.0.1:1/a`,
    `${scheme}://${secret}@127.0.0.1:1/a`,
  ]),
];

const surroundings: ReadonlyArray<Environment> = [
  {},
  { DATABASE_URL: 'file:a.db' },
  { STRIPE_SECRET_KEY: testKey },
  { STRIPE_SECRET_KEY: liveKey, NODE_ENV: 'staging' },
  { ...production, STRIPE_SECRET_KEY: liveKey },
];

/** Everything that the start of the service says about its configuration. */
const saidOf = (env: Environment): string => {
  const decoded = decode(env);
  if (E.isLeft(decoded)) return decoded.left.join();
  const { warnings, processor, store } = decoded.right;
  return [...warnings, describeProcessor(processor), redact(describeStore(store))].join();
};

const shown = (env: Environment): string => JSON.stringify(env);

describe('the configuration', () => {
  for (const [env, differs] of [...accepted, ...onStripe]) {
    it(`accepts ${shown(env)}`, () => {
      expect(withoutOthers(decode(env))).to.deep.equal(
        E.right({
          ...defaults,
          // Proxies need time to notice a stop.
          ...(differs.production === true
            ? { shutdown: { timeoutMs: undefined, delayMs: 5000 } }
            : {}),
          ...(differs.production === true || differs.livemode === true ? { reference: 'key' } : {}),
          ...differs,
        }),
      );
    });
  }

  for (const [env, problems] of refused) {
    it(`refuses ${shown(env)} and names ${problems.length === 1 ? 'the problem' : 'every problem'}`, () => {
      const decoded = decode(env);
      expect(E.isLeft(decoded) ? decoded.left : decoded).to.have.members(problems);
    });
  }

  it('never repeats a secret in a problem, whichever variable contains it', () => {
    const secret = 'a b';
    for (const env of [
      { API_KEYS: secret },
      { STRIPE_SECRET_KEY: liveKey },
      { STRIPE_SECRET_KEY: publishableKey },
      { STRIPE_SECRET_KEY: `${testKey} x` },
      ...['PROCESSOR', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL'].map((name) => ({ [name]: liveKey })),
      { STRIPE_SECRET_KEY: testKey, STRIPE_BASE_URL: liveKey, STRIPE_MAX_RETRIES: testKey },
    ]) {
      const decoded = decode(env);
      expect(E.isLeft(decoded)).to.equal(true);
      for (const hidden of [secret, liveKey, testKey, publishableKey]) {
        expect(JSON.stringify(decoded)).not.to.include(hidden);
      }
    }
  });

  for (const name of [...Object.keys(variables), 'NODE_TLS_REJECT_UNAUTHORIZED']) {
    it(`never repeats a secret in ${name}`, () => {
      // The start-up line names files, with any text but keys.
      const words = name === 'DATA_DIR' ? [] : ['Opensesame'];
      for (const secret of [...words, `${liveKey}Opensesame`]) {
        for (const value of secretsIn(secret)) {
          for (const env of surroundings) {
            expect(saidOf({ ...env, [name]: value }), value).not.to.include('Opensesame');
          }
        }
      }
    });
  }

  it('never repeats a secret in a warning', () => {
    for (const key of [testKey, liveKey]) {
      for (const NODE_ENV of ['development', 'production']) {
        const env = { NODE_ENV, STRIPE_SECRET_KEY: key, API_KEYS: 'key-0123456789ab' };
        const decoded = decode(env);
        const warnings = E.isRight(decoded) ? decoded.right.warnings : [];
        expect(warnings).not.to.deep.equal([]);
        expect(warnings.join()).not.to.include(key).and.not.to.include(env.API_KEYS);
      }
    }
  });
});
