import { expect } from 'chai';
import { Client, Pool } from 'pg';
import { openPostgresStores } from '../../../../src/adapters/outbound/postgres/open-stores.js';
import type { DurableStores } from '../../../../src/adapters/outbound/sql/open-stores.js';
import { eventOf } from '../../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import { eventId } from '../../../../src/domain/branded.js';
import { keyedRequest } from '../../../support/idempotency/keyed-request.js';
import { usePostgres } from '../../../support/stores/postgres/use-postgres.js';
import { until } from '../../../support/time/until.js';

const settings = `
  SELECT current_setting('enable_seqscan') AS seqscan, current_setting('synchronous_commit') AS commit`;

describe('stores over a pool of the application', () => {
  const url = usePostgres();
  const opened: Array<DurableStores> = [];
  let pool: Pool;

  beforeEach(() => {
    pool = new Pool({
      connectionString: url(),
      max: 2,
      options: '-c synchronous_commit=off',
      application_name: 'lent',
    });
    // Every pool needs this listener, for connections that are lost while idle.
    pool.on('error', () => undefined);
  });
  afterEach(async () => {
    for (const { close } of opened.splice(0)) await close();
    await pool.end();
  });
  const open = async (options: Parameters<typeof openPostgresStores>[0]) => {
    const stores = await openPostgresStores(options);
    opened.push(stores);
    return stores;
  };

  it('store events and keys, and read numbers', async () => {
    const { eventStore, idempotencyStore } = await open({ pool });
    expect(await valueOf(eventStore.store(eventOf('evt_1'), 1_800_000_000))).to.equal('stored');
    const found = await valueOf(eventStore.find(eventId('evt_1')));
    expect(found).to.have.nested.property('value.received_at', 1_800_000_000);
    const by = { owner: 'one', now: 1, leaseUntil: 2 };
    const [claimed] = await valueOf(eventStore.claim({ ...by, now: 1_800_000_000, limit: 5 }));
    expect(claimed).to.include({ attempt: 1, superseded: false });
    expect(await valueOf(idempotencyStore.claim(keyedRequest(by)))).to.include({
      _tag: 'Claimed',
      doubt: null,
    });
  });

  it('run more simultaneous calls than the pool has connections', async () => {
    const { eventStore } = await open({ pool });
    const stored = await Promise.all(
      Array.from({ length: 20 }, (_, n) => valueOf(eventStore.store(eventOf(`evt_many_${n}`), n))),
    );
    expect(new Set(stored)).to.deep.equal(new Set(['stored']));
  });

  it("use their own settings, and leave those of the pool's connections unchanged", async () => {
    const { eventStore, close } = await open({ pool });
    await pool.query(`
      CREATE TABLE seen AS SELECT ''::TEXT AS seqscan, ''::TEXT AS commit;
      CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO seen ${settings}; RETURN NULL; END $$;
      CREATE TRIGGER see AFTER INSERT ON pasarela_events EXECUTE FUNCTION see()`);
    await valueOf(eventStore.store(eventOf('evt_seen'), 7));
    const seen = await pool.query("SELECT seqscan, commit FROM seen WHERE seqscan <> ''");
    await close();
    expect(seen.rows).to.deep.equal([{ seqscan: 'off', commit: 'on' }]);
    expect((await pool.query(settings)).rows).to.deep.equal([{ seqscan: 'on', commit: 'off' }]);
  });

  it("are notified of another instance's events over one of its connections, until they are closed", async () => {
    const { eventStore, close } = await open({ pool });
    const another = await open({ url: url() });
    let heard = 0;
    eventStore.onDue(() => {
      heard += 1;
    });
    await until(() => heard >= 1);
    await valueOf(another.eventStore.store(eventOf('evt_heard'), 7));
    await until(() => heard >= 2);
    expect(pool.totalCount - pool.idleCount).to.equal(1);
    await close();
    expect(pool.totalCount - pool.idleCount).to.equal(0);
  });

  it('continue, and are notified again, after their connections were cut', async () => {
    const { eventStore } = await open({ pool });
    const another = await open({ url: url() });
    let heard = 0;
    eventStore.onDue(() => {
      heard += 1;
    });
    await until(() => heard >= 1);
    const sending = { over: false };
    const outcomes: Array<string> = [];
    const sent = (async () => {
      for (let n = 0; !sending.over; n += 1) {
        outcomes.push((await eventStore.store(eventOf(`evt_cut_${n}`), n)())._tag);
      }
    })();
    await until(() => outcomes.length > 5);
    const before_ = heard;
    const admin = new Client({ connectionString: url() });
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lent'",
    );
    await admin.end();
    // It is notified once when it listens again, and never of its own changes.
    await until(() => heard > before_);
    const cut = outcomes.length;
    await until(() => outcomes.slice(cut).includes('Right'));
    sending.over = true;
    await sent;
    const heardAgain = heard;
    await valueOf(another.eventStore.store(eventOf('evt_after'), 7));
    await until(() => heard > heardAgain);
  });
});
