import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import type { IdempotencyConfig } from '../../../src/infrastructure/config/idempotency-config.js';
import { decodeConfig } from '../../../src/infrastructure/config.js';

const testKey = `${'sk'}_${'test'}_0123456789`;
const onStripe = { STRIPE_SECRET_KEY: testKey };

const configured: ReadonlyArray<readonly [env: Environment, decoded: IdempotencyConfig]> = [
  [{}, { waitMs: 0, leaseSeconds: 30, secret: 'memory' }],
  [onStripe, { waitMs: 0, leaseSeconds: 30, secret: testKey }],
  [
    {
      ...onStripe,
      IDEMPOTENCY_WAIT_MS: '60000',
      IDEMPOTENCY_LEASE_SECONDS: '1',
      IDEMPOTENCY_SECRET: 'a secret',
    },
    { waitMs: 60_000, leaseSeconds: 1, secret: 'a secret' },
  ],
];

const refused: ReadonlyArray<readonly [env: Environment, problem: string]> = [
  [
    { IDEMPOTENCY_WAIT_MS: '60001' },
    'IDEMPOTENCY_WAIT_MS must be a number from 0 to 60000; it is "60001"',
  ],
  [
    { IDEMPOTENCY_LEASE_SECONDS: '0' },
    'IDEMPOTENCY_LEASE_SECONDS must be a number from 1 to 86400; it is "0"',
  ],
];

describe('the configuration of idempotency keys', () => {
  for (const [env, decoded] of configured) {
    it(`follows from ${Object.keys(env).join(', ') || 'nothing'}`, () => {
      const config = decodeConfig(env);
      expect(E.isRight(config) && config.right.idempotency).to.deep.equal(decoded);
    });
  }

  for (const [env, problem] of refused) {
    it(`refuses ${JSON.stringify(env)}`, () => {
      expect(decodeConfig(env)).to.deep.equal(E.left([problem]));
    });
  }

  it('is named with the other problems, each once', () => {
    expect(decodeConfig({ PROCESSOR: 'stripe', IDEMPOTENCY_WAIT_MS: 'x' })).to.have.nested.property(
      'left.length',
      2,
    );
  });
});
