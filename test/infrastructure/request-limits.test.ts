import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import type { Environment } from '../../src/infrastructure/config/environment.js';
import { createRequestLimits } from '../../src/infrastructure/request-limits.js';

const limitsOf = (env: Environment) => {
  const config = decodeConfig(env);
  if (E.isLeft(config)) throw new Error(config.left.join());
  return createRequestLimits(config.right.limits, undefined, silentLogger);
};

describe('the limits of the configuration', () => {
  it('are a number of requests in progress and of wrong keys, unless others are set', () => {
    const limits = limitsOf({});
    expect(limits).to.include({
      requests: undefined,
      inProgress: 1000,
      inProgressPerClient: undefined,
    });
    expect(limits.failedAuthentications).to.be.a('function');
    expect(
      limits.addressOf({ remoteAddress: '127.0.0.1', headers: { 'x-forwarded-for': '1.1.1.1' } }),
    ).to.equal('127.0.0.1');
  });

  it('are none with 0', () => {
    const { addressOf: _, ...limits } = limitsOf({
      RATE_LIMIT_PER_MINUTE: '0',
      FAILED_AUTHENTICATIONS_PER_MINUTE: '0',
      MAX_REQUESTS_IN_PROGRESS: '0',
      MAX_REQUESTS_IN_PROGRESS_PER_CLIENT: '0',
    });
    expect(Object.values(limits).filter((limit) => limit !== undefined)).to.deep.equal([]);
  });

  it('refuse proxies that are not networks, without repeating them', () => {
    expect(decodeConfig({ TRUSTED_PROXIES: 'loopback, secret' })).to.deep.equal(
      E.left([
        'TRUSTED_PROXIES must be addresses, networks such as 10.0.0.0/8, loopback or uniquelocal, separated by commas',
      ]),
    );
  });
});
