import { startLossyProxy } from '../support/http/start-lossy-proxy.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { drawn } from './drawn.js';
import { drawnLosses } from './drawn-losses.js';
import { eventEnv } from './event-env.js';
import { createEventLoad } from './event-load.js';
import { figuresOf } from './figures-of.js';
import { inParallel } from './in-parallel.js';
import { killAtRandom } from './kill-at-random.js';
import { numbersBelow } from './numbers-below.js';
import { startReceiver } from './receiver.js';
import { report } from './report.js';
import { sizes } from './sizes.js';
import { someEvents } from './some-events.js';
import { startCluster } from './start-cluster.js';
import { useClosing } from './use-closing.js';

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
      const line = await closing(
        startLossyProxy(
          cluster.address,
          drawnLosses(({ url, body }) => `${url} ${body}`),
        ),
      );
      const { tally, done, deliver, check } = createEventLoad(line.url);
      const events = someEvents(sizes.events).flat();
      const deliveries = events
        .flatMap((event, number) =>
          numbersBelow(1 + (number % 3)).map((copy) => ({
            event,
            place: drawn(`place of ${event.id} ${copy}`),
          })),
        )
        .toSorted((one, other) => one.place - other.place);

      const [disturbed] = await Promise.all([
        killAtRandom(cluster.instances, { total: deliveries.length, done }),
        inParallel(deliveries, ({ event }) => deliver(event)),
      ]);

      await check(events, receiver);
      report(`Events, ${name}`, {
        'events, each stored once and handled': events.length,
        deliveries: deliveries.length,
        ...disturbed,
        ...figuresOf(tally),
        'deliveries lost before the service': line.lost().requests,
        'answers of the service lost': line.lost().answers,
        'forwarded more than once': [...receiver.received.values()].filter((times) => times > 1)
          .length,
      });
    });
  }
});
