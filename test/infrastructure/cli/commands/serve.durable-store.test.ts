import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { migrations } from '../../../../src/adapters/outbound/sql/migrations.js';
import { openSqlite } from '../../../../src/adapters/outbound/sqlite/open-sqlite.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { type Call, callAt } from '../../../support/http/call.js';
import { signatureOf } from '../../../support/http/signature-of.js';
import { at } from '../../../support/json/at.js';
import { usePrograms } from '../../../support/programs/use-programs.js';

const secret = ['whsec', 'durable0123456789'].join('_');
const latest = migrations.length;

const receive = (call: Call, id: string) => {
  const raw = JSON.stringify(eventOf(id));
  const now = Math.floor(Date.now() / 1000);
  return call('POST', '/api/webhooks', {
    raw,
    headers: { 'processor-signature': signatureOf(raw, secret, now) },
  });
};

describe('a store in a file', () => {
  const { start, run, addressOf } = usePrograms();
  let folder: string;
  let environment: Readonly<Record<string, string>>;
  const serve = () => start(['serve', '--port', '0'], environment);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-durable-'));
    await mkdir(join(folder, 'data'));
    const path = join(folder, 'data', 'pasarela.db');
    environment = { DATABASE_URL: `file:${path}`, WEBHOOK_SECRET: secret };
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('has an event that was answered 200 even though the process was killed right after', async () => {
    const first = await serve();
    expect((await receive(callAt(await addressOf(first)), 'evt_1')).status).to.equal(200);
    first.kill('SIGKILL');
    await first.end;
    const call = callAt(await addressOf(await serve()));
    expect((await call('GET', '/api/events/evt_1')).status).to.equal(200);
    expect((await receive(call, 'evt_1')).body).to.have.nested.property('data.duplicate', true);
  });

  it('has everything in the file alone after SIGTERM', async () => {
    const program = await serve();
    const call = callAt(await addressOf(program));
    await receive(call, 'evt_1');
    const body = { email: 'ana@example.com', name: 'Ana', phone: '1' };
    const create = (to: Call) =>
      to('POST', '/api/customers', { body, headers: { 'idempotency-key': 'first customer' } });
    const first = await create(call);
    program.kill('SIGTERM');
    expect(await program.end).to.include({ code: 0 });
    const copy = join(folder, 'copy.db');
    await copyFile(join(folder, 'data', 'pasarela.db'), copy);
    // It has no secret of its own: the copy has that too, and with it the response can be read.
    const restored = await start(['serve', '--port', '0'], {
      ...environment,
      DATABASE_URL: `file:${copy}`,
    });
    const callRestored = callAt(await addressOf(restored));
    expect((await callRestored('GET', '/api/events/evt_1')).status).to.equal(200);
    const again = await create(callRestored);
    expect([again.status, again.headers.get('idempotent-replayed')]).to.deep.equal([201, 'true']);
    expect(again.body).to.deep.equal(first.body);
  });

  it('stores each event once when two processes start and receive at the same time', async () => {
    const programs = await Promise.all([serve(), serve()]);
    const calls = (await Promise.all(programs.map(addressOf))).map(callAt);
    const ids = Array.from({ length: 40 }, (_, n) => `evt_${n}`);
    const answers = await Promise.all(ids.flatMap((id) => calls.map((call) => receive(call, id))));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    const duplicates = answers.filter(({ body }) => at(at(body, 'data'), 'duplicate') === true);
    expect(duplicates).to.have.length(ids.length);
    for (const call of calls) {
      const list = await call('GET', '/api/events?limit=100');
      expect(list.body).to.have.nested.property('data.data.length', ids.length);
    }
  });

  it('gets its schema from pasarela migrate once', async () => {
    const { DATABASE_URL: url = '' } = environment;
    const first = await run(['migrate'], environment);
    expect([first.code, first.stdout]).to.deep.equal([
      0,
      `the schema of ${url} went from 0 to ${latest}\n`,
    ]);
    const second = await run(['migrate'], environment);
    expect(second.stdout).to.equal(`the schema of ${url} is up to date: ${latest}\n`);
  });

  it('of a newer version is refused in one line', async () => {
    await run(['migrate'], environment);
    const database = await valueOf(openSqlite(join(folder, 'data', 'pasarela.db')));
    await valueOf(
      database.query(
        'INSERT INTO pasarela_schema (version, name, serves_from) VALUES ($1, $2, $1)',
        [latest + 1, 'what is to come'],
      ),
    );
    await valueOf(database.close);
    for (const command of [['serve', '--port', '0'], ['migrate']]) {
      const { code, stdout, stderr } = await run(command, environment);
      expect([code, stdout]).to.deep.equal([1, '']);
      expect(stderr).to.match(
        /^pasarela: the store file:\S+ belongs to a newer version of Pasarela: [^\n]+\n$/,
      );
    }
  });

  it('that cannot be opened is reported in one line', async () => {
    const { code, stdout, stderr } = await run(['serve', '--port', '0'], {
      DATABASE_URL: `file:${folder}`,
    });
    expect([code, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.match(
      /^pasarela: the store file:\S+ cannot be opened: the path is a folder: add the name of a file\n$/,
    );
  });
});
