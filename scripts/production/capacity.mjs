import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { compiled } from './compiled.mjs';
import { quantile, tableOf } from './figures.mjs';
import { createInstance } from './instance.mjs';
import { createPooler } from './pooler.mjs';
import { sql } from './sql.mjs';

const clients = 32;
const ticksPerSecond = 100;
const warmUpMs = 2000;

const apiKey = ['capacity', 'client', 'key', '0123456789'].join('-');

const envFor = (databaseUrl, processorUrl) => ({
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: ['sk', 'test', 'capacity0123456789'].join('_'),
  STRIPE_BASE_URL: processorUrl,
  STRIPE_CARDS: 'payment_methods',
  API_KEYS: `shop:${apiKey}`,
  IDEMPOTENCY_SECRET: 'production-idempotency-secret-0123456789',
  LOG_LEVEL: 'warn',
  SHUTDOWN_DELAY_MS: '0',
  DATABASE_URL: databaseUrl,
});

const sender = (port) => {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const body = JSON.stringify({
    amount: '10.00',
    customer_id: 'cus_1',
    payment_method: 'pm_card_visa',
    confirm: true,
  });
  const send = (key) =>
    new Promise((resolve, reject) => {
      const asked = request(
        {
          agent,
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: '/api/payments',
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'idempotency-key': key,
          },
        },
        (response) => {
          response.resume().on('end', () => resolve(response.statusCode));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  return { send, close: () => agent.destroy() };
};

/** Sends requests with keys of their own, several at a time, for so long or so many. Resolves with their times, in milliseconds. */
const load = async (
  send,
  { name, ms = Number.POSITIVE_INFINITY, count = Number.POSITIVE_INFINITY },
) => {
  const until = performance.now() + ms;
  const times = [];
  let number = 0;
  const client = async () => {
    while (performance.now() < until && number < count) {
      number += 1;
      const began = performance.now();
      // oxlint-disable-next-line no-await-in-loop
      const status = await send(`${name}-${number}`);
      if (status !== 201) throw new Error(`a request with a key was answered ${status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
};

/** Seconds of CPU time of a process; 0 where the system does not tell. */
const cpuOf = (pid) => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return 0;
  }
};

const cpuOfMachine = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.sys + times.nice + times.irq, 0) /
  1000;

/** The reason why there are not more requests. The shares are cores in use. */
export const limitOf = ({ instance, machine, cores }) => {
  if (instance > 0.85) return 'the core of the instance';
  if (machine > 0.9 * cores)
    return `the ${cores} cores, which it shares with the load, processor and store`;
  return 'the store: commits and round trips';
};

const measure = async (instance, { send }, name, seconds) => {
  await load(send, { name: `${name}-warm`, ms: warmUpMs });
  const before = [performance.now(), cpuOf(instance.pid()), cpuOfMachine()];
  const times = await load(send, { name, ms: seconds * 1000 });
  const after = [performance.now(), cpuOf(instance.pid()), cpuOfMachine()];
  const passed = (after[0] - before[0]) / 1000;
  const shares = {
    instance: (after[1] - before[1]) / passed,
    machine: (after[2] - before[2]) / passed,
    cores: cpus().length,
  };
  return [
    (times.length / passed).toFixed(0),
    quantile(times, 0.5).toFixed(0),
    quantile(times, 0.99).toFixed(0),
    ((1000 * (after[1] - before[1])) / times.length).toFixed(2),
    (times.length / (after[1] - before[1])).toFixed(0),
    limitOf(shares),
  ];
};

const megabytes = (bytes) => (Number(bytes) / 1e6).toFixed(1);

const tableSizes = async (url) => {
  const rows = await sql(
    url,
    'SELECT pg_stat_force_next_flush()',
    `SELECT relname AS name, n_live_tup AS live, n_dead_tup AS dead, n_tup_upd AS updates, n_tup_hot_upd AS hot,
       pg_table_size(relid) AS bytes, pg_indexes_size(relid) AS indexes, autovacuum_count AS vacuums
     FROM pg_stat_user_tables WHERE n_tup_ins > 0 AND relname = 'pasarela_idempotency_keys'`,
  );
  return rows.map(({ name, live, dead, updates, hot, bytes, indexes, vacuums }) => [
    name,
    live,
    dead,
    updates,
    hot,
    megabytes(bytes),
    megabytes(indexes),
    vacuums,
  ]);
};

/** Measures one instance on each store, and the table of keys after very many of them. Returns two tables. */
export const measureCapacity = async ({ found, folder, sizes, say, closers }) => {
  const { freePort, startPostgres } = await compiled('support/stores/postgres/start-postgres.js');
  const processor = fork(join(import.meta.dirname, '../soak/quiet-processor.mjs'));
  closers.add(() => processor.kill());
  const [processorUrl] = await once(processor, 'message');
  const server = await startPostgres({ durable: true });
  closers.add(server.end);
  const pooler =
    found.pgbouncer === undefined
      ? undefined
      : await closers.closing(
          createPooler({
            command: found.pgbouncer,
            port: await freePort(),
            url: server.url,
            folder,
          }),
        );
  const stores = [
    ['memory', 'memory:'],
    ['SQLite', `file:${join(folder, 'capacity.db')}`],
    ...(pooler === undefined ? [] : [['PostgreSQL by PgBouncer', pooler.url]]),
    ['PostgreSQL', server.url],
  ];
  const rows = [];
  let sizesOfTable = [];
  for (const [name, url] of stores) {
    say(`capacity: ${name}`);
    const instance = createInstance({
      name: `capacity-${rows.length}`,
      // oxlint-disable-next-line no-await-in-loop
      port: await freePort(),
      folder,
      env: envFor(url, processorUrl),
    });
    closers.add(instance.close);
    // oxlint-disable-next-line no-await-in-loop
    await instance.launch();
    const client = sender(instance.port);
    // oxlint-disable-next-line no-await-in-loop
    rows.push([name, ...(await measure(instance, client, name, sizes.capacity))]);
    if (url === server.url) {
      say(`capacity: ${sizes.keys} keys`);
      // oxlint-disable-next-line no-await-in-loop
      await load(client.send, { name: 'many', count: sizes.keys });
      // oxlint-disable-next-line no-await-in-loop
      sizesOfTable = await tableSizes(url);
    }
    client.close();
    // oxlint-disable-next-line no-await-in-loop
    await instance.close();
  }
  return [
    tableOf(
      [
        'Store',
        'Payments a second',
        'Median ms',
        '99 % ms',
        'CPU ms each',
        'a second on a whole core',
        'Limit here',
      ],
      rows,
    ),
    tableOf(
      ['Table', 'Rows', 'Dead rows', 'Updates', 'of them HOT', 'MB', 'MB of indexes', 'Vacuums'],
      sizesOfTable,
    ),
  ];
};
