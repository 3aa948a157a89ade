import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type FakeServer, type Fixture, startFakeServer } from '../src/fake-server.js';

// Measures the local server, and for comparison a plain Node server with bodies of the same size. Then measures how accounts
// start: empty, and with fixtures of several sizes.
// npx tsc -p bench && node --expose-gc build/bench/fake-server.js

const connections = 16;
const seconds = 3;
const key = ['sk', 'test', 'bench'].join('_');

type Kind = 'bare' | 'fake';
type Load = {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly form?: string;
};

const pay =
  'amount=2000&currency=eur&payment_method=pm_card_visa&confirm=true&return_url=https://shop.example';
const loads: ReadonlyArray<Load> = [
  {
    name: 'create a customer',
    method: 'POST',
    path: '/v1/customers',
    form: 'name=Ana&metadata[order]=1',
  },
  { name: 'retrieve a customer', method: 'GET', path: '/v1/customers/:customer' },
  { name: 'ten customers', method: 'GET', path: '/v1/customers' },
  { name: 'create and confirm an intent', method: 'POST', path: '/v1/payment_intents', form: pay },
];

const startBare = async (): Promise<string> => {
  const server = createServer((request, response) => {
    void text(request).then(() => {
      response.setHeader('content-type', 'application/json');
      response.end(`{"filler": "${'x'.repeat(650)}"}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
};

const bytesOf = ({ method, path, form = '' }: Load, customer: string): string =>
  [
    `${method} ${path.replace(':customer', customer)} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${key}`,
    ...(form === '' ? [] : ['Content-Type: application/x-www-form-urlencoded']),
    `Content-Length: ${form.length}`,
    `\r\n${form}`,
  ].join('\r\n');

/** Repeats requests on one connection until the end time, and returns the number of responses. */
const ask = (port: number, bytes: string, end: number): Promise<number> =>
  new Promise((resolve, reject) => {
    let answers = 0;
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.write(bytes);
    });
    socket.on('error', reject);
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      received += chunk;
      const head = received.indexOf('\r\n\r\n');
      const length = /content-length: (\d+)/i.exec(received)?.[1];
      if (head < 0 || received.length < head + 4 + Number(length)) return;
      received = '';
      answers += 1;
      if (performance.now() < end) socket.write(bytes);
      else {
        socket.destroy();
        resolve(answers);
      }
    });
  });

const rate = async (port: number, bytes: string): Promise<number> => {
  const begun = performance.now();
  const end = begun + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: connections }, () => ask(port, bytes, end)),
  );
  const answers = counts.reduce((sum, count) => sum + count, 0);
  return answers / ((performance.now() - begun) / 1000);
};

const measure = async (kind: Kind): Promise<ReadonlyArray<number>> => {
  const worker = new Worker(new URL(import.meta.url), { workerData: kind });
  const url = await new Promise<string>((resolve) => {
    worker.once('message', (message: unknown) => {
      resolve(String(message));
    });
  });
  const headers = { authorization: `Bearer ${key}` };
  const made = await fetch(`${url}/v1/customers`, { method: 'POST', headers });
  const customer = /"id": "(cus_\w+)"/.exec(await made.text())?.[1] ?? 'cus_x';
  const port = Number(new URL(url).port);
  const rates: Array<number> = [];
  for (const load of loads) {
    await rate(port, bytesOf(load, customer));
    rates.push(await rate(port, bytesOf(load, customer)));
  }
  await worker.terminate();
  return rates;
};

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

const accountRows = async (): Promise<ReadonlyArray<string>> => {
  const empty = await accountCost(undefined);
  const rows = [`an empty account: ${empty.micros.toFixed(0)} µs, ${empty.bytes.toFixed(0)} bytes`];
  for (const payments of [10, 1000]) {
    const { micros, bytes } = await accountCost(await fixtureOf(payments));
    const ratio = (one: number, other: number): string => (one / other).toFixed(2);
    rows.push(
      `with a fixture of ${payments} payments: ${ratio(micros, empty.micros)} of the time, ${ratio(bytes, empty.bytes)} of the memory`,
    );
  }
  return rows;
};

const main = async (): Promise<void> => {
  const begun = performance.now();
  const server = await startFakeServer();
  const started = performance.now() - begun;
  await server.close();
  const bare = await measure('bare');
  const fake = await measure('fake');
  const rows = loads.map(({ name }, index) => {
    const [ours = 0, theirs = 0] = [fake[index], bare[index]];
    return `${name}: ${Math.round(ours)} a second, of ${Math.round(theirs)}: 1 / ${(theirs / ours).toFixed(1)}`;
  });
  const accounts = await accountRows();
  process.stdout.write(`start: ${started.toFixed(1)} ms\n${[...rows, ...accounts].join('\n')}\n`);
};

if (isMainThread) await main();
else {
  const started: Kind = workerData === 'bare' ? 'bare' : 'fake';
  const url = started === 'bare' ? await startBare() : (await startFakeServer({ seed: 1 })).url;
  parentPort?.postMessage(url);
}
