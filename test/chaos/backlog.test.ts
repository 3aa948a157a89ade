import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database, Query, Transaction } from '../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../src/adapters/outbound/sql/event-store.js';
import { migrateSchema } from '../../src/adapters/outbound/sql/migrate.js';
import { systemClock } from '../../src/adapters/outbound/system-time.js';
import { silentLogger } from '../../src/application/ports/logger.js';
import { silentTelemetry } from '../../src/application/ports/telemetry.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { createEventHandling } from '../../src/infrastructure/events/event-handling.js';
import { useDatabases, usePostgres } from '../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { report } from './report.js';
import { sizes } from './sizes.js';

const fillAtOnce = 5000;
// The maximum number of rows that one statement may write, whatever the size of the backlog.
const mostWritten = 100;

/** Events whose second attempt is due now. One in ten belongs to the same object. */
const fill = (from: number, to: number, receivedAt: number): string => `
  INSERT INTO pasarela_events (
    id, type, object_id, lane, created, livemode, received_at, state, attempts, due, next_attempt_at, body
  )
  WITH RECURSIVE numbers (n) AS (
    SELECT CAST(${from} AS BIGINT) UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to}
  ), events AS (
    SELECT n, 'ch_' || CASE WHEN n % 10 = 0 THEN 0 ELSE n * 7919 % 100003 END AS object FROM numbers
  )
  SELECT 'evt_' || n, 'charge.succeeded', object, object, n, 0, ${receivedAt}, 'pending', 1, 0, 0,
    '{"id":"evt_' || n || '","object":"event","type":"charge.succeeded","created":' || n
      || ',"livemode":false,"data":{"object":{"id":"' || object || '"}}}'
  FROM events`;

/** The same database, which records how many rows each statement returned. */
const counted = (database: Database, gave: (rows: number) => void): Database => {
  const counting =
    (query: Query): Query =>
    (...statement) =>
      pipe(
        query(...statement),
        TE.tapIO((rows) => () => gave(rows.length)),
      );
  const countingIn =
    (transaction: Transaction): Transaction =>
    (work) =>
      transaction((query, last) => work(counting(query), counting(last)));
  return {
    ...database,
    query: counting(database.query),
    transaction: countingIn(database.transaction),
    sharing: (lock) => countingIn(database.sharing(lock)),
  };
};

describe('a backlog of events that become due together', () => {
  const { file, open } = useSqlite();
  const url = usePostgres();
  const openPostgres = useDatabases();

  for (const { name, database } of [
    { name: 'SQLite', database: async () => open(await file()) },
    { name: 'PostgreSQL', database: () => openPostgres(url()) },
  ]) {
    it(`is handled, each event once, without delaying other work: ${name}`, async function () {
      this.timeout(7_200_000);
      const opened = await database();
      await valueOf(migrateSchema(opened, silentLogger));
      // Older events would be dropped by the retention period as soon as they are handled.
      const receivedAt = systemClock();
      for (let n = 1; n <= sizes.backlog; n += fillAtOnce) {
        const last = Math.min(n + fillAtOnce - 1, sizes.backlog);
        await valueOf(opened.query(fill(n, last, receivedAt)));
      }

      let mostRows = 0;
      const handling = createEventHandling({
        eventStore: createSqlEventStore(
          counted(opened, (rows) => {
            mostRows = Math.max(mostRows, rows);
          }),
        ),
        clock: systemClock,
        logger: silentLogger,
        telemetry: silentTelemetry,
        livemode: undefined,
        settings: { concurrency: 50 },
      });
      const handled = new Set<string>();
      const all = new Promise<void>((resolve) => {
        handling.on('*', ({ id }) => {
          handled.add(id);
          if (handled.size === sizes.backlog) resolve();
        });
      });
      const delay = monitorEventLoopDelay({ resolution: 1 });
      delay.enable();
      const begun = performance.now();
      handling.start();
      await all;
      await handling.stop();
      const seconds = (performance.now() - begun) / 1000;
      delay.disable();

      const [left] = await valueOf(
        opened.query(`SELECT
          (SELECT COUNT(*) FROM pasarela_events WHERE state <> 'handled') AS unhandled,
          (SELECT COUNT(*) FROM pasarela_event_tries) AS tries`),
      );
      expect(left).to.deep.equal({ unhandled: 0, tries: sizes.backlog });
      expect(mostRows).to.be.within(1, mostWritten);
      const ms = (nanoseconds: number): number => Math.round(nanoseconds / 1e5) / 10;
      report(`Events that fell due together, ${name}`, {
        'events, each handled once': handled.size,
        seconds: Math.round(seconds),
        'events a second': Math.round(sizes.backlog / seconds),
        'ms for which the event loop stood still at most': ms(delay.max),
        'ms of that in 999 of 1000 looks': ms(delay.percentile(99.9)),
      });
    });
  }
});
