import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodeConfig } from '../../src/infrastructure/config.js';
import { createContainer } from '../../src/infrastructure/container/container.js';
import { tokens } from '../../src/infrastructure/container/tokens.js';
import { createLogger } from '../../src/infrastructure/logger.js';

const wired = () => {
  const config = decodeConfig({ LOG_LEVEL: 'silent' });
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  return createContainer({
    config: config.right,
    publicUrl: 'http://127.0.0.1:1',
    logger: createLogger(config.right.logLevel),
  });
};

describe('the container', () => {
  for (const [name, token] of Object.entries(tokens)) {
    it(`resolves ${name}, and the same one again`, () => {
      const container = wired();
      const resolved: unknown = container.get<unknown>(token);
      expect(resolved).to.not.equal(undefined);
      expect(container.get<unknown>(token)).to.equal(resolved);
    });
  }
});
