import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createClients } from '../../../src/adapters/inbound/http/access/clients.js';
import { api } from '../../../src/adapters/inbound/http/api.js';
import type { ServiceListener } from '../../../src/adapters/inbound/http/koa/payments-app.js';
import { silentLogger } from '../../../src/application/ports/logger.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import type { Environment } from '../../../src/infrastructure/config/environment.js';
import {
  createContainer,
  tokens,
  useCaseTokens,
} from '../../../src/infrastructure/container/container.js';
import { loadProcessor } from '../../../src/infrastructure/load-processor.js';
import { createLogger } from '../../../src/infrastructure/logger.js';
import { openStores } from '../../../src/infrastructure/stores.js';
import { type Call, callAt } from '../../support/http/call.js';
import { expectSuccess } from '../../support/http/expect-answer.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { at } from '../../support/json/at.js';

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
  [{ PROCESSOR: 'memory' }, 23],
  [{ PROCESSOR: 'stripe', STRIPE_SECRET_KEY: ['sk', 'test', 'container'].join('_') }, 0],
];

for (const [env, controlEndpoints] of configurations) {
  describe(`the container, with PROCESSOR=${env['PROCESSOR']}`, () => {
    for (const [name, token] of Object.entries({ ...tokens, ...useCaseTokens })) {
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

describe('the container of a program that replaces parts', () => {
  const customer = { id: 'cus_1', object: 'customer', created: 1 } as const;
  const event = {
    id: 'evt_1',
    object: 'event',
    type: 'charge.succeeded',
    created: 1_800_000_000,
    livemode: false,
    data: { object: {} },
  } as const;
  let listener: ServiceListener;
  const address = useHttpServer((request, response) => void listener(request, response));
  const call: Call = (...asked) => callAt(address())(...asked);

  before(async () => {
    const container = await wired({ PROCESSOR: 'memory' });
    container
      .rebind(useCaseTokens.getCustomer)
      .toConstantValue(() => () => TE.right({ ...customer, name: 'Ada' }));
    container
      .rebind(tokens.webhooks)
      .toConstantValue({ receive: () => TE.right({ events: [{ event }] }) });
    container
      .rebind(tokens.routes)
      .toConstantValue(Object.values(api).filter(({ operation }) => operation !== 'listCards'));
    container.get(tokens.app).use(async (ctx, next) => {
      await next();
      ctx.set('x-shop', `answered ${ctx.status}`);
    });
    listener = container.get(tokens.listener);
  });

  it('runs its use case', async () => {
    const answer = await call('GET', '/api/customers/cus_1');
    expect(at(expectSuccess(answer, 200, 'Cliente obtenido correctamente'), 'name')).to.equal(
      'Ada',
    );
  });

  it('receives webhooks with its receiver', async () => {
    const answer = await call('POST', '/api/webhooks', { raw: '{}' });
    expect(expectSuccess(answer, 200, 'Webhook recibido correctamente')).to.deep.equal({
      received: true,
      type: 'charge.succeeded',
    });
  });

  it('has only its routes', async () => {
    expect((await call('GET', '/api/cards/cus_1')).status).to.equal(404);
    expect((await call('GET', '/api/customers')).status).to.equal(200);
  });

  it('runs its middleware around the endpoints', async () => {
    const { headers } = await call('GET', '/api/customers');
    expect(headers.get('x-shop')).to.equal('answered 200');
  });
});
