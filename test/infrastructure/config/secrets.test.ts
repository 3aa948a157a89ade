import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { IdempotencyConfig } from '../../../src/infrastructure/config/config.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';

const testKey = `${'sk'}_${'test'}_0123456789`;
const onStripe = { STRIPE_SECRET_KEY: testKey };
const inProduction = { ...onStripe, NODE_ENV: 'production', API_KEYS: 'shop:0123456789abcdef' };
const long = 'sixteen letters!';
const defaults = {
  waitMs: 0,
  leaseSeconds: 30,
  retentionDays: 30,
  secrets: [],
  namespace: undefined,
};

const configured: ReadonlyArray<readonly [env: Environment, decoded: IdempotencyConfig]> = [
  [{}, defaults],
  [onStripe, defaults],
  [
    {
      ...onStripe,
      IDEMPOTENCY_WAIT_MS: '60000',
      IDEMPOTENCY_LEASE_SECONDS: '1',
      IDEMPOTENCY_RETENTION_DAYS: '365',
      IDEMPOTENCY_SECRET: 'a secret',
      IDEMPOTENCY_NAMESPACE: 'shop, staging',
    },
    {
      waitMs: 60_000,
      leaseSeconds: 1,
      retentionDays: 365,
      secrets: ['a secret'],
      namespace: 'shop, staging',
    },
  ],
  [
    { ...onStripe, IDEMPOTENCY_SECRET: `new, old ,${testKey}` },
    { ...defaults, secrets: ['new', 'old', testKey] },
  ],
  [
    { ...inProduction, IDEMPOTENCY_SECRET: long },
    { ...defaults, secrets: [long] },
  ],
  [
    { ...inProduction, IDEMPOTENCY_SECRET: `${long},${testKey}` },
    { ...defaults, secrets: [long, testKey] },
  ],
];

const notTheProcessors =
  'IDEMPOTENCY_SECRET must not begin with a key of the processor, because that key will be replaced one day: put a random text before it';

const refused: ReadonlyArray<readonly [env: Environment, problem: string]> = [
  [{ IDEMPOTENCY_WAIT_MS: '60001' }, 'IDEMPOTENCY_WAIT_MS must be a whole number from 0 to 60000'],
  [
    { IDEMPOTENCY_LEASE_SECONDS: '0' },
    'IDEMPOTENCY_LEASE_SECONDS must be a whole number from 1 to 86400',
  ],
  [
    { IDEMPOTENCY_RETENTION_DAYS: '366' },
    'IDEMPOTENCY_RETENTION_DAYS must be a whole number from 1 to 365',
  ],
  [
    { IDEMPOTENCY_RETENTION_DAYS: '0.5' },
    'IDEMPOTENCY_RETENTION_DAYS must be a whole number from 1 to 365',
  ],
  [
    inProduction,
    'IDEMPOTENCY_SECRET must be set in production: use a random text of at least 16 characters, the same on all instances',
  ],
  [
    { ...inProduction, IDEMPOTENCY_SECRET: 'fifteen letters' },
    'each secret in IDEMPOTENCY_SECRET must have at least 16 characters in production',
  ],
  [
    { ...inProduction, IDEMPOTENCY_SECRET: `${long},short` },
    'each secret in IDEMPOTENCY_SECRET must have at least 16 characters in production',
  ],
  [{ ...onStripe, IDEMPOTENCY_SECRET: testKey }, notTheProcessors],
  [{ ...inProduction, IDEMPOTENCY_SECRET: `${testKey},${long}` }, notTheProcessors],
  [{ IDEMPOTENCY_SECRET: `${'rk'}_${'live'}_0123456789abcdef` }, notTheProcessors],
  [
    { IDEMPOTENCY_SECRET: ' , ' },
    'IDEMPOTENCY_SECRET is set but contains no secret: unset it, or set a random text',
  ],
  ...['ñ', 'a\tb', 'n'.repeat(256)].map(
    (namespace) =>
      [
        { IDEMPOTENCY_NAMESPACE: namespace },
        'IDEMPOTENCY_NAMESPACE must be 1 to 255 printable ASCII characters',
      ] as const,
  ),
];

const titleOf = (env: Environment): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${String(value).slice(0, 20)}`)
    .join(' ') || 'nothing';

describe('the variables of idempotency keys', () => {
  for (const [env, decoded] of configured) {
    it(`are read from ${titleOf(env)}`, () => {
      const config = decodeConfig(env);
      expect(E.isRight(config) && config.right.idempotency).to.deep.equal(decoded);
    });
  }

  for (const [env, problem] of refused) {
    it(`are refused: ${titleOf(env)}`, () => {
      expect(decodeConfig(env)).to.deep.equal(E.left([problem]));
    });
  }

  it('never repeat a secret in a problem', () => {
    const env = { ...inProduction, IDEMPOTENCY_SECRET: 'hidden' };
    expect(JSON.stringify(decodeConfig(env))).not.to.include('hidden');
  });

  it('appear once each, with the other problems', () => {
    expect(decodeConfig({ PROCESSOR: 'stripe', IDEMPOTENCY_WAIT_MS: 'x' })).to.have.nested.property(
      'left.length',
      2,
    );
  });
});
