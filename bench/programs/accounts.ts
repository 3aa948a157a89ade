import * as t from 'io-ts';
import { type FakeServer, type Fixture, startFakeServer } from '../../src/fake-server.js';
import { runAsChild } from '../harness/run-as-child.js';

const payments = 1000;

const pay = async ({ url, apiKey }: FakeServer): Promise<void> => {
  const response = await fetch(`${url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({
      amount: '2000',
      currency: 'eur',
      payment_method: 'pm_card_visa',
      confirm: 'true',
      return_url: 'https://shop.example',
    }),
  });
  await response.text();
};

const fixtureOf = async (count: number): Promise<Fixture> => {
  const server = await startFakeServer({ seed: 1 });
  for (let made = 0; made < count; made += 1) await pay(server);
  const fixture = server.fixture();
  await server.close();
  return fixture;
};

const usedBytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Opens accounts of a new server, and returns what one of them takes. */
const openAccounts = async (count: number, fixture: Fixture | undefined) => {
  const given = fixture === undefined ? {} : { fixture };
  const server = await startFakeServer({ maxAccounts: 2 * count, ...given });
  const open = (prefix: string): void => {
    for (let made = 0; made < count; made += 1) {
      server.account(['sk', 'test', `${prefix}${made}`].join('_'));
    }
  };
  open('warm');
  const before = usedBytes();
  const begun = performance.now();
  open('measured');
  const micros = ((performance.now() - begun) * 1000) / count;
  const bytes = (usedBytes() - before) / count;
  await server.close();
  return { micros, bytes };
};

// Accounts of the local server, empty and with a fixture.
await runAsChild(t.type({ quick: t.boolean }), async ({ quick }) => {
  const fixture = await fixtureOf(quick ? 3 : payments);
  return {
    rounds: {
      empty: (count) => openAccounts(count, undefined),
      fixture: (count) => openAccounts(count, fixture),
    },
  };
});
