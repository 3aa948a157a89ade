import { startLossyProxy } from '../support/http/start-lossy-proxy.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { inParallel } from './client.js';
import { startCluster, useClosing } from './cluster.js';
import { drawn } from './draw.js';
import { createEventLoad, eventEnv, someEvents } from './event-load.js';
import { killAtRandom } from './faults.js';
import { drawnLosses } from './lossy-processor.js';
import { startReceiver } from './receiver.js';
import { figuresOf, report } from './report.js';
import { numbersBelow, sizes } from './sizes.js';

describe('events while the service is killed repeatedly', () => {
  const postgres = usePostgres();
  const closing = useClosing();

  for (const { name, count, databaseUrl } of [
    { name: 'one instance on SQLite', count: 1, databaseUrl: () => 'file:store.db' },
    { name: 'two instances on PostgreSQL', count: 2, databaseUrl: postgres },
  ]) {
    it(`are each stored once and forwarded, without a loss: ${name}`, async () => {
      const receiver = await closing(startReceiver());
      const cluster = await closing(
        startCluster(count, {
          ...eventEnv(receiver.url),
          DATABASE_URL: databaseUrl(),
          // Short, so that the events of a killed instance are taken over soon.
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
