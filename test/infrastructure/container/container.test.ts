import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { createClients } from '../../../src/adapters/inbound/http/access/clients.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import { createContainer, tokens } from '../../../src/infrastructure/container/container.js';
import { loadProcessor } from '../../../src/infrastructure/load-processor.js';
import { createLogger } from '../../../src/infrastructure/logger.js';
import { openStores } from '../../../src/infrastructure/stores.js';

const wired = async (env: Environment) => {
  const config = decodeConfig({ ...env, LOG_LEVEL: 'silent', DATABASE_URL: 'memory:' });
  if (E.isLeft(config)) throw new Error(config.left.join('; '));
  return createContainer({
    config: config.right,
    publicUrl: 'http://127.0.0.1:1',
    logger: createLogger(config.right.logLevel),
    createProcessor: await loadProcessor(config.right.processor),
    clients: createClients([]),
    stores: await valueOf(openStores(config.right.store, silentLogger)),
  });
};

const configurations: ReadonlyArray<readonly [env: Environment, controlEndpoints: number]> = [
  [{ PROCESSOR: 'memory' }, 19],
  [{ PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ['sk', 'test', 'container'].join('_') }, 0],
];

for (const [env, controlEndpoints] of configurations) {
  describe(`the container, with PROCESSOR=${env['PROCESSOR']}`, () => {
    for (const [name, token] of Object.entries(tokens)) {
      it(`resolves ${name} as a singleton`, async () => {
        const container = await wired(env);
        const resolved: unknown = container.get<unknown>(token);
        expect(resolved).to.not.equal(undefined);
        expect(container.get<unknown>(token)).to.equal(resolved);
      });
    }

    it(`has ${controlEndpoints} control endpoints`, async () => {
      const container = await wired(env);
      expect(container.get(tokens.controlEndpoints).endpoints).to.have.lengthOf(controlEndpoints);
    });
  });
}
