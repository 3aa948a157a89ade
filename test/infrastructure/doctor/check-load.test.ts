import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import type { StripeConfig } from '../../../src/infrastructure/config/processor.js';
import { variables } from '../../../src/infrastructure/config/variables.js';
import {
  checkLoad,
  loadProfiles,
  profileFor,
} from '../../../src/infrastructure/doctor/check-load.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

const now = 1_800_000_000;

const stripe: StripeConfig = {
  kind: 'stripe',
  secretKey: '',
  baseUrl: undefined,
  apiVersion: '2026-08-26.dahlia',
  cards: 'sources',
  timeoutMs: 30_000,
  totalTimeoutMs: 20_000,
  maxRetries: 2,
  maxCalls: 120,
  maxWaitingCalls: 256,
  breakerFailures: 10,
  breakerFailuresInRow: 3,
  breakerPauseMs: 5000,
};

describe('checkLoad', () => {
  const { file, open, fresh } = useSqlite();

  const found = async (
    differs: Partial<StripeConfig>,
    store: Parameters<typeof checkLoad>[1] = { kind: 'memory' },
  ): Promise<ReadonlyArray<string>> =>
    (await checkLoad({ ...stripe, ...differs }, store, now)).map(
      ({ level, message }) => `${level} ${message}`,
    );

  it('names the profile that fits the events of the last day', async () => {
    const database = await fresh();
    const events = createSqlEventStore(database);
    for (const [id, age] of [
      ['evt_1', 1],
      ['evt_2', 86_399],
      ['evt_3', 86_401],
    ] as const) {
      await valueOf(events.store(eventOf(id), now - age));
    }
    const [row] = await valueOf(database.query('PRAGMA database_list'));
    const store = { kind: 'file', path: String(row?.['file']) } as const;
    expect(await found({}, store)).to.deep.equal([
      'ok 2 events in the last day: the profile small of docs/stripe.md fits, which is that of the defaults',
    ]);
    expect(await found({ breakerFailuresInRow: 0 }, store)).to.have.lengthOf(2);
  });

  it('names the values of a profile that differ from the defaults', async () => {
    const database = await fresh();
    await valueOf(
      database.query(
        `INSERT INTO pasarela_events (id, type, lane, created, livemode, received_at, state, attempts, body)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000)
         SELECT 'evt_' || n, 'charge.failed', n, 0, 0, $1, 'handled', 0, '{}' FROM numbers`,
        [now],
      ),
    );
    const [row] = await valueOf(database.query('PRAGMA database_list'));
    const store = { kind: 'file', path: String(row?.['file']) } as const;
    expect(await found({ breakerFailuresInRow: 0 }, store)).to.deep.equal([
      'ok 10000 events in the last day: the profile medium of docs/stripe.md fits, with STRIPE_BREAKER_FAILURES=20',
    ]);
  });

  it('finds nothing where no events are counted', async () => {
    const path = await file();
    expect(await found({}, { kind: 'file', path })).to.deep.equal([]);
    await open(path);
    expect(await found({}, { kind: 'file', path }), 'an empty file').to.deep.equal([]);
    expect(await found({ breakerFailuresInRow: 0 })).to.deep.equal([]);
    const missing = { kind: 'file', path: `${path}-none` } as const;
    expect(await found({}, missing), 'no file').to.deep.equal([]);
    const folder = { kind: 'file', path: dirname(path) } as const;
    expect(await found({}, folder), 'a file that cannot be opened').to.deep.equal([]);
  });

  it('warns of values that leave buyers waiting', async () => {
    expect(await found({ totalTimeoutMs: 30_001, breakerFailures: 0 })).to.deep.equal([
      'warning STRIPE_TOTAL_TIMEOUT_MS lets a buyer wait 30.001 seconds while the processor hangs',
      'warning STRIPE_BREAKER_FAILURES=0: every buyer waits while the processor hangs',
    ]);
  });

  it('has a profile for every load, with variables that exist', () => {
    expect([0, 9999, 10_000, 199_999, 200_000, 1e9].map((n) => profileFor(n)?.name)).to.deep.equal([
      'small',
      'small',
      'medium',
      'medium',
      'large',
      'large',
    ]);
    const names = loadProfiles.flatMap(({ values }) => Object.keys(values));
    expect(names.filter((name) => !(name in variables))).to.deep.equal([]);
  });

  it('has the profiles of docs/stripe.md', async () => {
    const page = await readFile('docs/stripe.md', 'utf8');
    for (const { name, values } of loadProfiles) {
      const row = new RegExp(`^\\| ${name} \\|.*$`, 'mu').exec(page)?.[0] ?? '';
      const written = [...row.matchAll(/`([A-Z_]+)=(\d+)`/gu)].map(([, key, value]) => [
        key,
        Number(value),
      ]);
      expect(written).to.deep.equal(Object.entries(values));
      expect(row).not.to.equal('');
    }
  });
});
