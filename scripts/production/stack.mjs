import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { compiled } from './compiled.mjs';
import { createInstance } from './instance.mjs';
import { createPooler } from './pooler.mjs';
import { startProcessor } from './processor.mjs';
import { startHaproxy, startNginx } from './proxy.mjs';
import { mountDisk } from './small-disk.mjs';
import { sql } from './sql.mjs';

const root = join(import.meta.dirname, '../..');

// oxlint-disable-next-line typescript/strict-void-return
const run = promisify(execFile);

/** The key of the shop, which is no secret outside this run. */
export const apiKey = ['shop', 'client', 'key', '0123456789abcdef'].join('-');

const instanceNames = ['one', 'two', 'three'];

/** As `docs/configuration.md` asks for in production; nothing else. */
const productionEnv = ({ processor, receiver, databaseUrl }) => ({
  NODE_ENV: 'production',
  STRIPE_SECRET_KEY: processor.apiKey,
  STRIPE_BASE_URL: processor.url,
  STRIPE_CARDS: 'payment_methods',
  API_KEYS: `shop:${apiKey}`,
  IDEMPOTENCY_SECRET: 'production-idempotency-secret-0123456789',
  REQUIRE_IDEMPOTENCY_KEY: 'money',
  WEBHOOK_SECRET: processor.webhookSecret,
  DATABASE_URL: databaseUrl,
  EVENT_FORWARD_URL: receiver.url,
  EVENT_FORWARD_SECRET: `whsec_${Buffer.alloc(32, 'production').toString('base64')}`,
  TRUSTED_PROXIES: 'loopback',
  LOG_PROBES: 'failed',
});

const shopAt = (url) => url.replace(/postgres$/, 'shop');

/** The program with the stores of the previous release, which PgBouncer refuses as it is by default. */
const previousRelease = (databaseUrl) => ({
  main: join(root, 'build/src/infrastructure/cli/main.js'),
  env: {
    NODE_OPTIONS: `--import ${join(root, 'build/test/chaos/use-previous-stores.js')}`,
    DATABASE_URL: databaseUrl,
  },
});

/** Starts everything that a shop has: processor, PostgreSQL with a standby, pooler, three instances, proxy, receiver. */
export const startStack = async (found, folder, closers) => {
  const { freePort, startPostgres } = await compiled('support/stores/postgres/start-postgres.js');
  const { movableAddress } = await compiled('support/stores/postgres/movable-address.js');
  const { startReceiver } = await compiled('chaos/receiver.js');
  const { startReadyProxy } = await compiled('chaos/ready-proxy.js');

  const disk = found.mount === undefined ? undefined : await closers.closing(mountDisk());
  const primary = await startPostgres({ durable: true });
  let crashed = false;
  closers.add(async () => {
    if (crashed) await primary.start();
    await primary.end();
  });
  if (disk !== undefined) {
    await sql(primary.url, `CREATE TABLESPACE shop LOCATION '${disk.folder}'`);
  }
  await sql(primary.url, `CREATE DATABASE shop${disk === undefined ? '' : ' TABLESPACE shop'}`);
  const standby = await primary.startStandby();
  closers.add(standby.end);
  // A commit is on both servers before anybody hears of it.
  await sql(
    primary.url,
    "ALTER SYSTEM SET synchronous_standby_names = '*'",
    'SELECT pg_reload_conf()',
  );
  const address = await closers.closing(movableAddress(shopAt(primary.url)));
  const pooler =
    found.pgbouncer === undefined
      ? undefined
      : await closers.closing(
          createPooler({
            command: found.pgbouncer,
            port: await freePort(),
            url: address.url,
            folder,
          }),
        );

  const receiver = await closers.closing(startReceiver());
  const proxyPort = await freePort();
  const ports = [];
  for (const _ of instanceNames) {
    // oxlint-disable-next-line no-await-in-loop
    ports.push(await freePort());
  }
  const proxy = await closers.closing(
    found.haproxy === undefined
      ? startReadyProxy(ports)
      : startHaproxy({ command: found.haproxy, port: proxyPort, ports, folder }),
  );
  const processor = await closers.closing(
    startProcessor({ port: await freePort(), webhook: `${proxy.address}/api/webhooks` }),
  );
  const env = productionEnv({
    processor,
    receiver,
    databaseUrl: pooler?.url ?? address.url,
  });
  const instances = ports.map((port, n) =>
    createInstance({ name: instanceNames[n], port, folder, env }),
  );
  for (const instance of instances) closers.add(instance.close);

  const server = { url: shopAt(primary.url) };

  return {
    found,
    folder,
    disk,
    /** The server that takes writes, without the pooler. */
    server,
    /** The primary crashes. After a while the standby takes writes, and the address leads to it. */
    failOver: async (seconds) => {
      crashed = true;
      await primary.crash();
      address.cut();
      await pause(seconds * 1000);
      await sql(standby.url, 'SELECT pg_promote()');
      server.url = shopAt(standby.url);
      address.leadTo(server.url);
      address.cut();
    },
    pooler,
    receiver,
    proxy,
    processor,
    instances,
    previous: previousRelease(address.url),
    freePort,
    startNginx: async () =>
      closers.closing(startNginx({ command: found.nginx, port: await freePort(), ports, folder })),
    /** Runs a command of `pasarela` with the variables of an instance. */
    command: (...args) =>
      run(process.execPath, [join(root, 'dist/cli.js'), ...args], {
        env: { PATH: process.env.PATH, ...env },
        maxBuffer: 2 ** 26,
      }),
  };
};
