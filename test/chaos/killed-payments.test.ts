import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server.js';
import { startLossyProxy } from '../support/http/start-lossy-proxy.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { inParallel } from './client.js';
import { startCluster, useClosing } from './cluster.js';
import { doubtsLeft } from './doubts-left.js';
import { killAtRandom } from './faults.js';
import { drawnLosses, processorEnv, startLossyProcessor } from './lossy-processor.js';
import { createPaymentLoad } from './payment-load.js';
import { figuresOf, report } from './report.js';
import { numbersBelow, sizes } from './sizes.js';

describe('payments while the service is killed repeatedly, and requests and answers are lost on both sides', () => {
  const postgres = usePostgres();
  const closing = useClosing();
  const { file } = useSqlite();

  for (const { name, count, databaseUrl } of [
    { name: 'one instance on SQLite', count: 1, databaseUrl: async () => `file:${await file()}` },
    { name: 'two instances on PostgreSQL', count: 2, databaseUrl: async () => postgres() },
  ]) {
    it(`are made exactly once: ${name}`, async () => {
      const processor = await closing(startFakeServer());
      const proxy = await closing(startLossyProcessor(processor.url));
      const store = await databaseUrl();
      const cluster = await closing(
        startCluster(count, {
          ...processorEnv({ url: proxy.url, apiKey: processor.apiKey }),
          DATABASE_URL: store,
        }),
      );
      const line = await closing(
        startLossyProxy(
          cluster.address,
          drawnLosses(
            ({ url, headers }) => `of a client ${url} ${String(headers['idempotency-key'])}`,
          ),
        ),
      );
      const { pay, done, check, tally } = await createPaymentLoad(line.url, processor);

      const [disturbed] = await Promise.all([
        killAtRandom(cluster.instances, { total: sizes.payments, done }),
        inParallel(numbersBelow(sizes.payments), pay),
      ]);

      const { doneAnew, ...ledger } = await check();
      // Every request that was answered has its answer in the store.
      expect(doneAnew).to.equal(0);
      const doubts = await doubtsLeft(store);
      expect(doubts).to.equal(0);
      report(`Payments, ${name}`, {
        'orders, of ten: 2 after a decline, 1 after 3D Secure, 1 refunded twice, 1 of a customer who goes':
          sizes.payments,
        ...disturbed,
        ...figuresOf(tally),
        'requests lost before the service': line.lost().requests,
        'answers of the service lost': line.lost().answers,
        'requests lost before the processor': proxy.lost().requests,
        'answers of the processor lost': proxy.lost().answers,
        'calls of the processor repeated under their keys': proxy.repeated(),
        ...ledger,
        'doubts left': doubts,
        'doubts settled by evidence': proxy.lastAttemptLost(),
      });
    });
  }
});
