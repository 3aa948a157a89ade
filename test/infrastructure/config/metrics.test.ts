import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import { decodeMetrics, type MetricsConfig } from '../../../src/infrastructure/config/metrics.js';

const long = 'sixteen-letters!';
const inProduction = { NODE_ENV: 'production' };
const withApi = { enabled: true, address: undefined, key: undefined };
const off = { enabled: false, address: undefined, key: undefined };
const at = (host: string, port: number): MetricsConfig => ({
  enabled: true,
  address: { host, port },
  key: undefined,
});

const decoded: ReadonlyArray<readonly [env: Environment, metrics: MetricsConfig]> = [
  [{}, withApi],
  [{ METRICS: 'on' }, withApi],
  [{ METRICS: 'off' }, off],
  [{ METRICS_KEY: 'short' }, { ...withApi, key: 'short' }],
  [inProduction, off],
  [{ ...inProduction, METRICS: 'on' }, withApi],
  [
    { ...inProduction, METRICS_KEY: long },
    { ...withApi, key: long },
  ],
  [
    { ...inProduction, METRICS: 'off', METRICS_KEY: long },
    { ...off, key: long },
  ],
  [{ METRICS: '9464' }, at('127.0.0.1', 9464)],
  [{ METRICS: '9464', HOST: '0.0.0.0' }, at('0.0.0.0', 9464)],
  [{ METRICS: 'localhost:0' }, at('localhost', 0)],
  [{ METRICS: '[::1]:9464' }, at('::1', 9464)],
];

const place = 'METRICS must be on, off, a port, or an address such as 127.0.0.1:9464';

const refused: ReadonlyArray<readonly [env: Environment, problem: string]> = [
  ...['yes', '70000', ':9464', 'a b:9464', '127.0.0.1:'].map(
    (METRICS) => [{ METRICS }, place] as const,
  ),
  [{ METRICS_KEY: 'a b' }, 'METRICS_KEY must not contain a space'],
  [
    { ...inProduction, METRICS_KEY: 'short' },
    'METRICS_KEY must have at least 16 characters in production',
  ],
];

const warning =
  'everyone who reaches this address can read /metrics: set METRICS_KEY, or METRICS to an address of its own';

const warned = (env: Environment): boolean => {
  const config = decodeConfig({
    ...inProduction,
    API_KEYS: `shop:${long}`,
    IDEMPOTENCY_SECRET: long,
    STRIPE_SECRET_KEY: `${'sk'}_${'test'}_0123456789`,
    ...env,
  });
  if (E.isLeft(config)) throw new Error(config.left.join());
  return config.right.warnings.includes(warning);
};

describe('decodeMetrics', () => {
  for (const [env, metrics] of decoded) {
    it(`decodes ${JSON.stringify(env)}`, () => {
      expect(decodeMetrics(env)).to.deep.equal(E.right(metrics));
    });
  }

  for (const [env, problem] of refused) {
    it(`refuses ${JSON.stringify(env)}`, () => {
      expect(decodeMetrics(env)).to.deep.equal(E.left([problem]));
    });
  }

  it('warns in production when everybody can read the metrics', () => {
    expect(warned({ METRICS: 'on' })).to.equal(true);
    for (const env of [{}, { METRICS: '9464' }, { METRICS: 'on', METRICS_KEY: long }]) {
      expect(warned(env)).to.equal(false);
    }
  });
});
