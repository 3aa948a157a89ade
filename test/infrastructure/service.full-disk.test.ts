import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Client } from 'pg';
import { openPostgres } from '../../src/adapters/outbound/postgres/open-postgres.js';
import { checkWritable } from '../../src/adapters/outbound/sql/check-writable.js';
import type { Database } from '../../src/adapters/outbound/sql/database.js';
import { openSqlStores } from '../../src/adapters/outbound/sql/open-stores.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { signatureOf } from '../support/http/signature-of.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { type PostgresServer, startPostgres } from '../support/stores/postgres/start-postgres.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { until } from '../support/time/until.js';

const webhookSecret = `${'whsec'}_full_disk_0123456789`;
// Compressing them saves nothing.
const note = () => randomBytes(12_000).toString('base64');

const run = promisify(execFile);

/** A file system of a few megabytes, where this process may mount one. */
const mountSmall = async (): Promise<string | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'pasarela-small-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=11m,mode=755', 'tmpfs', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
};

const small = process.getuid?.() === 0 ? await mountSmall() : undefined;

describe('a service whose disk is full', () => {
  const { fresh } = useSqlite();
  const closings: Array<() => Promise<unknown>> = [];
  afterEach(async () => {
    for (const close of closings.splice(0).toReversed()) await close();
  });

  const serve = async (database: Database): Promise<TestService> => {
    const { eventStore, idempotencyStore } = await valueOf(
      openSqlStores(TE.right(database), silentLogger),
    );
    const service = await startTestService({
      env: { WEBHOOK_SECRET: webhookSecret, METRICS: 'on' },
      eventStore,
      idempotencyStore: () => idempotencyStore,
    });
    closings.push(service.close);
    return service;
  };

  const statusOf = async ({ call }: TestService, path: string): Promise<number> =>
    (await call('GET', path)).status;

  const storeUp = async ({ address }: TestService): Promise<string | undefined> =>
    /^pasarela_store_up (.)$/mu.exec(await (await fetch(`${address}/metrics`)).text())?.[1];

  const sender =
    ({ call }: TestService) =>
    async (number: number): Promise<number> => {
      const raw = JSON.stringify({
        id: `evt_${String(number)}`,
        object: 'event',
        api_version: '2026-08-26.dahlia',
        created: 1_800_000_000,
        type: 'charge.succeeded',
        livemode: false,
        data: { object: { id: `ch_${String(number)}`, object: 'charge', description: note() } },
      });
      const at = Math.floor(Date.now() / 1000);
      const headers = { 'processor-signature': signatureOf(raw, webhookSecret, at) };
      return (await call('POST', '/api/webhooks/processor', { raw, headers })).status;
    };

  /** Sends events until nothing is free and five in a row were refused; the number of the next one. `free`: pages or blocks. */
  const fill = async (service: TestService, free: () => Promise<number>): Promise<number> => {
    const send = sender(service);
    let refused = 0;
    let number = 0;
    while (refused < 5 || (await free()) > 0) {
      number += 1;
      const status = await send(number);
      expect(status).to.be.oneOf([200, 503]);
      refused = status === 503 ? refused + 1 : 0;
    }
    return number + 1;
  };

  const isSeen = async (service: TestService, database: Database): Promise<void> => {
    // A single row has room in a page that exists.
    await valueOf(checkWritable(database));
    // The metrics are kept for a few seconds. Meanwhile, each check that needs new pages fails.
    await until(async () => {
      expect(await statusOf(service, '/ready')).to.equal(503);
      return (await storeUp(service)) === '0';
    });
    expect(await statusOf(service, '/health')).to.equal(200);
  };

  const recovers = async (service: TestService, next: number) => {
    await until(async () => (await statusOf(service, '/ready')) === 200);
    expect(await sender(service)(next)).to.equal(200);
  };

  it('is not ready on SQLite until there is room, although single rows can be written', async () => {
    const database = await fresh();
    const pages = async (pragma: string): Promise<number> =>
      Number((await valueOf(database.query(`PRAGMA ${pragma}`)))[0]?.['page_count']);
    const service = await serve(database);
    expect([await statusOf(service, '/ready'), await storeUp(service)]).to.deep.equal([200, '1']);
    const most = (await pages('page_count')) + 20;
    await valueOf(database.query(`PRAGMA max_page_count = ${most}`));
    const next = await fill(service, async () => most - (await pages('page_count')));
    await isSeen(service, database);
    await valueOf(database.query('PRAGMA max_page_count = 100000'));
    await recovers(service, next);
  });

  if (small === undefined) {
    process.stderr.write(
      '    left out: PostgreSQL on a full disk, which needs the right to mount\n',
    );
    return;
  }

  describe('on PostgreSQL', () => {
    let server: PostgresServer;
    before(async () => {
      await chown(small, 65_534, 65_534);
      server = await startPostgres();
    });
    after(async () => {
      await server.end();
      await run('umount', [small]);
      await rm(small, { recursive: true });
    });

    it('is not ready until there is room, although single rows can be written', async () => {
      const admin = new Client({ connectionString: server.url });
      await admin.connect();
      closings.push(() => admin.end());
      // A vacuum in between would make room: refused events leave dead rows.
      await admin.query('ALTER SYSTEM SET autovacuum = off');
      await admin.query('SELECT pg_reload_conf()');
      await admin.query(`CREATE TABLESPACE small LOCATION '${small}'`);
      await admin.query('CREATE DATABASE shop TABLESPACE small');
      const url = new URL(server.url);
      url.pathname = '/shop';
      const database = await valueOf(openPostgres(url.href));
      closings.push(() => valueOf(database.close));
      const service = await serve(database);
      expect(await statusOf(service, '/ready')).to.equal(200);
      const next = await fill(service, async () => (await statfs(small)).bfree);
      await isSeen(service, database);
      await run('mount', ['-o', 'remount,size=64m', small]);
      await recovers(service, next);
    });
  });
});
