import { type FakeServer, type Fixture, startFakeServer } from '../src/fake-server.js';

// Measures how accounts of the local server start: empty, and with fixtures of several sizes.
// npx tsc && node --expose-gc build/bench/fake-server.js

const pay =
  'amount=2000&currency=eur&payment_method=pm_card_visa&confirm=true&return_url=https://shop.example';

const manyAccounts = 1000;

const pays = async ({ url, apiKey }: FakeServer, count: number): Promise<void> => {
  const headers = { authorization: `Bearer ${apiKey}` };
  const body = new URLSearchParams(pay);
  for (let made = 0; made < count; made += 1) {
    await fetch(`${url}/v1/payment_intents`, { method: 'POST', headers, body });
  }
};

const fixtureOf = async (payments: number): Promise<Fixture> => {
  const server = await startFakeServer({ seed: 1 });
  await pays(server, payments);
  const fixture = server.fixture();
  await server.close();
  return fixture;
};

const usedBytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
};

/** Starts accounts, and returns what one of them takes: microseconds and bytes. */
const accountCost = async (
  fixture: Fixture | undefined,
): Promise<{ readonly micros: number; readonly bytes: number }> => {
  const server = await startFakeServer({
    maxAccounts: 2 * manyAccounts,
    ...(fixture === undefined ? {} : { fixture }),
  });
  const open = (prefix: string): void => {
    for (let made = 0; made < manyAccounts; made += 1) {
      server.account(['sk', 'test', `${prefix}${made}`].join('_'));
    }
  };
  open('warm');
  const before = usedBytes();
  const begun = performance.now();
  open('measured');
  const micros = ((performance.now() - begun) * 1000) / manyAccounts;
  const bytes = (usedBytes() - before) / manyAccounts;
  await server.close();
  return { micros, bytes };
};

const ratio = (one: number, other: number): string => (one / other).toFixed(2);

const accountRows = async (): Promise<ReadonlyArray<string>> => {
  const empty = await accountCost(undefined);
  const rows = [`an empty account: ${empty.micros.toFixed(0)} µs, ${empty.bytes.toFixed(0)} bytes`];
  for (const payments of [10, 1000]) {
    const { micros, bytes } = await accountCost(await fixtureOf(payments));
    rows.push(
      `with a fixture of ${payments} payments: ${ratio(micros, empty.micros)} of the time, ${ratio(bytes, empty.bytes)} of the memory`,
    );
  }
  return rows;
};

process.stdout.write(`${(await accountRows()).join('\n')}\n`);
