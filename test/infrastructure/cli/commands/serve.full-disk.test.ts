import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openSqlite } from '../../../../src/adapters/outbound/sqlite/open-sqlite.js';
import { systemClock } from '../../../../src/adapters/outbound/system-time.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { type Call, callAt } from '../../../support/http/call.js';
import { signatureOf } from '../../../support/http/signature-of.js';
import { type RunningProgram, startProgram } from '../../../support/programs/start-program.js';
import { until } from '../../../support/time/until.js';

const secret = ['whsec', 'full0123456789'].join('_');

// The shell limits the size of files, in blocks of 512 or 1024 bytes. A program that writes more gets the error of a full disk.
const littleRoom = ['sh', '-c', 'ulimit -f 600 && exec "$@"', 'sh'];

const receive = async (call: Call, id: string): Promise<number> => {
  const raw = JSON.stringify(eventOf(id, { note: 'x'.repeat(2000) }));
  const headers = { 'stripe-signature': signatureOf(raw, secret, systemClock()) };
  return (await call('POST', '/api/webhooks', { raw, headers })).status;
};

const ada = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

describe('a service with a full disk', () => {
  let folder: string;
  let running: RunningProgram | undefined;

  const serve = async (through: ReadonlyArray<string>): Promise<Call> => {
    const env = {
      DATABASE_URL: 'file:store.db',
      WEBHOOK_SECRET: secret,
    };
    running = startProgram(['serve', '--port', '0'], env, folder, undefined, through);
    const line = await running.printed('stdout', /\n/u);
    return callAt(/http:\/\/\S+/u.exec(line)?.[0] ?? '');
  };
  const end = async (): Promise<void> => {
    running?.kill('SIGKILL');
    await running?.end;
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-full-'));
  });
  afterEach(async () => {
    await end();
    await rm(folder, { recursive: true });
  });

  it('refuses what it cannot store, logs it, is not ready, and has lost nothing when there is space again', async () => {
    const call = await serve(littleRoom);
    const kept: Array<string> = [];
    while ((await receive(call, `evt_${kept.length}`)) === 200) kept.push(`evt_${kept.length}`);

    expect(await receive(call, 'evt_refused')).to.equal(503);
    await running?.printed('stderr', /StoreUnavailable.*(disk|full)/u);
    await until(async () => (await call('GET', '/ready')).status === 503);
    // Although a little space is left, and SQLite could use it.
    for (let n = 0; n < 5; n += 1) expect((await call('GET', '/ready')).status).to.equal(503);
    const keyed = { body: ada, headers: { 'idempotency-key': 'order-42' } };
    expect((await call('POST', '/api/customers', keyed)).body).to.have.property(
      'code',
      'store_unavailable',
    );
    expect((await call('POST', '/api/customers', { body: ada })).status).to.equal(201);
    expect((await call('GET', '/health')).status).to.equal(200);

    await end();
    const again = await serve([]);
    expect((await again('GET', '/ready')).status).to.equal(200);
    for (const id of kept) {
      expect((await again('GET', `/api/events/${id}`)).status).to.equal(200);
    }
    expect((await again('GET', '/api/events/evt_refused')).status).to.equal(404);
    expect(await receive(again, 'evt_refused')).to.equal(200);

    await end();
    const database = await valueOf(openSqlite(join(folder, 'store.db')));
    expect(await valueOf(database.query('SELECT * FROM pragma_integrity_check'))).to.deep.equal([
      { integrity_check: 'ok' },
    ]);
    await valueOf(database.close);
  });
});
