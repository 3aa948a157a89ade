import * as fc from 'fast-check';
import { usePostgres } from '../support/postgres/use-postgres.js';
import { seed } from '../support/seed.js';
import { atRandomMoments } from './at-random-moments.js';
import { eventEnv } from './event-env.js';
import { createEventLoad } from './event-load.js';
import { figuresOf } from './figures-of.js';
import { inParallel } from './in-parallel.js';
import { startReceiver } from './receiver.js';
import { report } from './report.js';
import { sizes } from './sizes.js';
import { someEvents } from './some-events.js';
import { startCluster } from './start-cluster.js';
import { useClosing } from './use-closing.js';

const atOnce = 8;

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  fc
    .sample(fc.shuffledSubarray([...items], { minLength: items.length }), { seed, numRuns: 1 })
    .flat();

describe('events while the service is killed again and again', () => {
  const postgres = usePostgres();
  const closing = useClosing();

  for (const { name, count, databaseUrl } of [
    { name: 'one instance on SQLite', count: 1, databaseUrl: () => 'file:store.db' },
    { name: 'two instances on PostgreSQL', count: 2, databaseUrl: postgres },
  ]) {
    it(`are stored once and forwarded, none is lost: ${name}`, async function () {
      this.timeout(300_000);
      const receiver = await closing(startReceiver());
      const cluster = await closing(
        startCluster(count, {
          ...eventEnv(receiver.url),
          DATABASE_URL: databaseUrl(),
          // What a killed one was handling is soon taken over.
          EVENT_LEASE_SECONDS: '1',
        }),
      );
      const { tally, done, deliver, check } = createEventLoad(cluster.address);
      const events = someEvents(sizes.events).flat();
      const deliveries = shuffled(
        events.flatMap((event, number) => Array.from({ length: 1 + (number % 3) }, () => event)),
      );

      await Promise.all([
        inParallel(deliveries, atOnce, deliver),
        atRandomMoments(sizes.kills, { total: deliveries.length, done }, async (time) => {
          await cluster.instances[time % count]?.kill();
        }),
      ]);

      await check(events, receiver);
      report(`Events, ${name}`, {
        events: events.length,
        deliveries: deliveries.length,
        kills: sizes.kills,
        ...figuresOf(tally),
        'forwarded more than once': [...receiver.received.values()].filter((times) => times > 1)
          .length,
      });
    });
  }
});
