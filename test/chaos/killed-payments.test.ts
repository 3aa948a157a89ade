import { startFakeServer } from '../../src/fake-server/start-fake-server.js';
import { usePostgres } from '../support/postgres/use-postgres.js';
import { startLossyProxy } from '../support/start-lossy-proxy.js';
import { atRandomMoments } from './at-random-moments.js';
import { figuresOf } from './figures-of.js';
import { createPaymentLoad } from './payment-load.js';
import { processorEnv } from './processor-env.js';
import { report } from './report.js';
import { sizes } from './sizes.js';
import { startCluster } from './start-cluster.js';
import { useClosing } from './use-closing.js';

const lostShare = 0.05;

describe('payments while the service is killed again and again, and answers of the processor are lost', () => {
  const postgres = usePostgres();
  const closing = useClosing();

  for (const { name, count, databaseUrl } of [
    { name: 'one instance on SQLite', count: 1, databaseUrl: () => 'file:store.db' },
    { name: 'two instances on PostgreSQL', count: 2, databaseUrl: postgres },
  ]) {
    it(`are made exactly once: ${name}`, async function () {
      this.timeout(300_000);
      const processor = await closing(startFakeServer());
      const calls: Array<unknown> = [];
      const proxy = await closing(
        startLossyProxy(processor.url, ({ method, headers }) => {
          if (method === 'POST') calls.push(headers['idempotency-key']);
          return Math.random() < lostShare;
        }),
      );
      const cluster = await closing(
        startCluster(count, {
          ...processorEnv({ url: proxy.url, apiKey: processor.apiKey }),
          DATABASE_URL: databaseUrl(),
        }),
      );
      const load = await createPaymentLoad(cluster.address, processor, sizes.payments);
      const progress = { total: sizes.payments, done: load.done };

      await Promise.all([
        load.run(),
        atRandomMoments(sizes.kills, progress, async (time) => {
          await cluster.instances[time % count]?.kill();
        }),
      ]);

      await load.check();
      report(`Payments, ${name}`, {
        payments: sizes.payments,
        kills: sizes.kills,
        ...figuresOf(load.tally),
        'answers of the processor lost': proxy.lost(),
        'calls of the processor repeated': calls.length - new Set(calls).size,
      });
    });
  }
});
