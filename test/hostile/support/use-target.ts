import type { RequestListener } from 'node:http';
import { expect } from 'chai';
import { type Answer, callAt } from '../../support/http/call.js';
import { useHttpServer } from '../../support/http/use-http-server.js';
import { textAt } from '../../support/json/at.js';
import { journeys } from '../../support/service/journeys.js';
import { inMemory } from '../../support/service/set-ups.js';
import type { ServiceSettings, TestService } from '../../support/service/start-service.js';
import { useService } from '../../support/service/use-service.js';
import type { World } from './attack.js';
import type { Target } from './describe-attacks.js';

/** The client's key of every attacked service. */
export const clientKey = ['client', 'key', 'of', 'the', 'hostile', 'suite'].join('-');
/** The secret of its webhooks. */
export const webhookSecret = ['whsec', 'hostile', '0123456789'].join('_');

/** Texts that no answer and no log of an attacked service may contain. */
const secrets = [clientKey, webhookSecret];

const furnish = async (service: Pick<TestService, 'call'>, key: string): Promise<World> => {
  const call: TestService['call'] = (method, path, given = {}) =>
    service.call(method, path, {
      ...given,
      headers: { authorization: `Bearer ${key}`, ...given.headers },
    });
  const make = journeys(call);
  const paid = await make.paid(10);
  const token = await make.token();
  const payment = await make.payment({ customer_id: paid.customer, payment_method: paid.card });
  const challenge = await make.payment({
    customer_id: paid.customer,
    payment_method: 'pm_card_threeDSecure2Required',
    return_url: 'https://shop.example/back?a=1',
    confirm: true,
  });
  const setup = await call('POST', '/api/setup-intents', { body: { customer_id: paid.customer } });
  return {
    key,
    customer: paid.customer,
    card: paid.card,
    charge: paid.charge,
    paid: paid.payment,
    payment,
    challenge,
    token,
    setup: textAt(setup.body, 'data.id'),
  };
};

type Attacked = {
  readonly service: Omit<TestService, 'close'>;
  /** To be read inside the tests. */
  readonly target: () => Target;
  /** Makes the objects anew, after the processor forgot everything. */
  readonly furnishAgain: () => Promise<void>;
};

/** A service with a client's key, and one object of each kind. After the attacks it must serve as before. */
export const useTarget = (settings: ServiceSettings = {}, setUp = inMemory): Attacked => {
  const env = { API_KEYS: `shop:${clientKey}`, WEBHOOK_SECRET: webhookSecret, ...settings.env };
  const prepared: { world?: World } = {};
  const warnings: Array<string> = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);

  // Before the service closes, which is the hook that follows. That would not run if this one failed, and the run would never end.
  let health: Answer | undefined;
  after(async () => {
    health = await callAt(service.address)('GET', '/health');
  });
  const service = useService({ ...settings, env }, setUp);
  after(() => {
    process.off('warning', onWarning);
    expect([health?.status, health?.text]).to.deep.equal([200, '{"status":"ok"}']);
    for (const secret of secrets) expect(service.logged()).not.to.include(secret);
    expect(warnings, 'warnings of Node').to.deep.equal([]);
  });
  const furnishAgain = async (): Promise<void> => {
    prepared.world = await furnish(service, clientKey);
  };
  before(async () => {
    process.on('warning', onWarning);
    await furnishAgain();
  });

  return {
    service,
    furnishAgain,
    target: () => ({
      address: service.address,
      world: prepared.world ?? {},
      logged: () => service.logged() + warnings.join('\n'),
    }),
  };
};

/** An application's own server, which has the interface mounted, with the same objects. */
export const useMountedTarget = (listener: RequestListener): (() => Target) => {
  const address = useHttpServer(listener);
  let world: World = {};
  before(async () => {
    world = await furnish({ call: callAt(address()) }, clientKey);
  });
  return () => ({ address: address(), world, logged: () => '' });
};
