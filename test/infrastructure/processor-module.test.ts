import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { silentTelemetry } from '../../src/application/ports/telemetry.js';
import { customerId } from '../../src/domain/branded.js';
import { decodeConfig } from '../../src/infrastructure/config/config.js';
import { loadProcessor } from '../../src/infrastructure/load-processor.js';
import { createModuleProcessor } from '../../src/infrastructure/processor-module.js';
import { startService } from '../../src/infrastructure/service.js';
import { SetUpProblem } from '../../src/infrastructure/set-up-problem.js';
import { callAt } from '../support/http/call.js';
import { at } from '../support/json/at.js';
import { runHere } from '../support/programs/run-here.js';
import { captureTelemetry } from '../support/service/captured-telemetry.js';

const memory = JSON.stringify(new URL('../../src/memory.js', import.meta.url).href);

// Private fields are lost when a method is not bound to its instance.
const whole = `
import { createMemoryProcessor } from ${memory};
class Bank {
  #inner = createMemoryProcessor();
  retrieveCustomer(input) { return this.#inner.retrieveCustomer(input); }
}
export const createProcessor = async (environment) =>
  Object.assign(new Bank(), Object.fromEntries(
    Object.entries(createMemoryProcessor()).filter(([name]) => name !== 'retrieveCustomer' && name !== 'controls')),
  { apiVersion: environment.BANK_VERSION, webhooks: { receive: () => async () => ({ _tag: 'Right', right: { events: [] } }) } });
`;

const files = {
  'bank.mjs': whole,
  'default.mjs': `${whole.replace('export const', 'const')}\nexport default { createProcessor };`,
  'common.cjs': `module.exports = { createProcessor: async (environment) => (await import(${JSON.stringify('./bank.mjs')})).createProcessor(environment) };`,
  'nothing.mjs': 'export const createBank = () => ({});',
  'broken.mjs': 'export const createProcessor = ;',
  'throwing.mjs': "export const createProcessor = () => { throw new Error('set BANK_KEY'); };",
  'empty.mjs': 'export const createProcessor = () => undefined;',
  'live.mjs': `${whole.replace('export const createProcessor', 'const createTest')}
export const createProcessor = async (environment) => Object.assign(await createTest(environment), {
  retrieveAccount: async () =>
    environment.BANK_IS_DOWN
      ? { _tag: 'Left', left: { _tag: 'ProcessorUnavailable', outcome: 'not_done', cause: 'down' } }
      : { _tag: 'Right', right: { id: 'shop-7', livemode: true } },
});`,
  'few.mjs': `
import { redirectProcessor } from ${JSON.stringify(new URL('../support/processors/redirect-processor.js', import.meta.url).href)};
export const createProcessor = () => redirectProcessor().processor;`,
  'half.mjs': `${whole.replace('export const createProcessor', 'const create')}
export const createProcessor = async (environment) => {
  const { createRefund, ...rest } = await create(environment);
  return rest;
};`,
};

describe('the processor of a module', () => {
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-module-'));
    await Promise.all(
      Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)),
    );
  });

  after(async () => {
    await rm(folder, { recursive: true });
  });

  const configOf = (path: string, env: { readonly [name: string]: string } = {}) => ({
    kind: 'module' as const,
    path,
    environment: { BANK_VERSION: 'v7', ...env },
  });

  for (const name of ['bank.mjs', 'default.mjs', 'common.cjs']) {
    it(`is created by ${name}, which reads the environment`, async () => {
      const processor = await createModuleProcessor(configOf(join(folder, name)));
      expect(processor.apiVersion).to.equal('v7');
    });
  }

  it('is found from the working directory', async () => {
    const path = `./${relative(process.cwd(), join(folder, 'bank.mjs'))}`;
    expect((await createModuleProcessor(configOf(path))).apiVersion).to.equal('v7');
  });

  for (const [name, problem] of [
    ['missing.mjs', 'the file '],
    ['nothing.mjs', 'the module must export a function createProcessor(environment)'],
    ['broken.mjs', 'the module cannot be loaded: SyntaxError: '],
    ['throwing.mjs', 'createProcessor failed: Error: set BANK_KEY'],
    ['empty.mjs', 'createProcessor must return a processor, or a promise of one'],
    [
      'half.mjs',
      'processor has no function retrieveCustomer; processor has no function createRefund',
    ],
  ] as const) {
    it(`is refused with ${name}: ${problem}`, async () => {
      const path = join(folder, name);
      const thrown: unknown = await createModuleProcessor(configOf(path)).catch(
        (error: unknown) => error,
      );
      expect(thrown).to.be.instanceOf(SetUpProblem);
      expect(thrown).to.have.property('message').that.includes(`PROCESSOR=${path}: ${problem}`);
    });
  }

  it('reports its calls, and keeps the rest of the adapter', async () => {
    const { telemetry, reports } = captureTelemetry();
    for (const given of [silentTelemetry, telemetry]) {
      // oxlint-disable-next-line no-await-in-loop
      const create = await loadProcessor(configOf(join(folder, 'bank.mjs')));
      const processor = create(() => 1_800_000_000, '', silentLogger, given, {});
      expect(processor.apiVersion).to.equal('v7');
      expect(processor.webhooks).to.have.property('receive');
      // oxlint-disable-next-line no-await-in-loop
      const outcome = await processor.retrieveCustomer({ customer: customerId('cus_1') })();
      expect(E.isLeft(outcome) && outcome.left).to.have.property('_tag', 'ProcessorRefused');
    }
    expect(reports.map(([name]) => name)).to.deep.equal(['processorCallEnded']);
  });

  const configured = (env: { readonly [name: string]: string }) => {
    const config = decodeConfig({
      PROCESSOR: join(folder, 'bank.mjs'),
      PORT: '0',
      DATABASE_URL: 'memory:',
      ...env,
    });
    if (E.isLeft(config)) throw new Error(config.left.join('; '));
    return config.right;
  };

  it('runs the service, which receives its webhooks', async () => {
    const service = await startService(configured({}), silentLogger);
    const call = callAt(service.address);
    const answers = await Promise.all([
      call('GET', '/ready'),
      call('GET', '/doc'),
      call('POST', '/api/webhooks', { raw: 'ping' }),
    ]);
    await service.close();
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
  });

  describe('without customers and lists', () => {
    const few = () => ({ PROCESSOR: join(folder, 'few.mjs') });

    it('runs the service, which pays, refuses the rest, and documents what there is', async () => {
      const service = await startService(configured(few()), silentLogger);
      const call = callAt(service.address);
      const [paid, customers, document] = await Promise.all([
        call('POST', '/api/payments', { body: { amount: '19.99' } }),
        call('GET', '/api/customers'),
        call('GET', '/doc/openapi.json'),
      ]);
      await service.close();
      expect([paid.status, at(paid.body, 'data.amount')]).to.deep.equal([201, 1999]);
      expect(customers.status).to.equal(501);
      expect(customers.body).to.include({ code: 'unsupported_operation', feature: 'customers' });
      const paths = Object.keys(Object(at(document.body, 'paths')));
      expect(paths).to.include('/api/payments').and.not.to.include('/api/customers');
    });

    it('is taken by the commands', async () => {
      const store = `file:${join(folder, 'few.db')}`;
      const env = { ...few(), DATABASE_URL: store, IDEMPOTENCY_SECRET: 'a secret of the tests' };
      const service = await startService(configured(env), silentLogger);
      const paid = await callAt(service.address)('POST', '/api/payments', {
        body: { amount: '19.99' },
        headers: { 'idempotency-key': 'order-42' },
      });
      await service.close();
      expect(paid.status).to.equal(201);
      for (const args of [['doctor'], ['idempotency', 'list'], ['events', 'list']]) {
        // oxlint-disable-next-line no-await-in-loop
        const { code, stdout, stderr } = await runHere(args, env);
        expect(code, `${args.join(' ')}: ${stdout}${stderr}`).to.equal(0);
      }
    });
  });

  it('is checked by the doctor', async () => {
    const check = (name: string) =>
      runHere(['doctor'], { PROCESSOR: join(folder, name), DATABASE_URL: 'memory:' });
    const good = await check('bank.mjs');
    expect(good.code).to.equal(0);
    expect(good.stdout).to.include('receives its own');
    expect(good.stdout).to.include('bank.mjs works for ');
    const bad = await check('throwing.mjs');
    expect(bad.code).to.equal(1);
    expect(bad.stdout).to.include('createProcessor failed: Error: set BANK_KEY');
  });

  it('moves no real money for everyone who calls, unless that is allowed (decision A6)', async () => {
    const start = async (env: { readonly [name: string]: string }) => {
      const warnings: Array<string> = [];
      const logger = { ...silentLogger, warn: (text: string) => void warnings.push(text) };
      const live = configured({ PROCESSOR: join(folder, 'live.mjs'), ...env });
      const service = await startService(live, logger);
      await service.close();
      return warnings.join();
    };
    const thrown: unknown = await start({}).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(SetUpProblem);
    expect(thrown)
      .to.have.property('message')
      .that.includes('API_KEYS must contain at least one key, because the account');
    expect(await start({ API_KEYS: 'shop:sesame' })).to.equal('');
    expect(await start({ ALLOW_OPEN_API_WITH_LIVE_KEY: 'true' })).to.include(
      'OPEN WITH REAL MONEY',
    );
    expect(await start({ BANK_IS_DOWN: 'yes' })).to.include('has not told whether it moves real');
  });

  it("is refused beside secrets of Stripe's webhooks when it has its own", async () => {
    const thrown: unknown = await startService(
      configured({ WEBHOOK_SECRET: 'whsec_1' }),
      silentLogger,
    ).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(SetUpProblem);
    expect(thrown).to.have.property('message').that.includes('WEBHOOK_SECRET must be left out');
  });
});
