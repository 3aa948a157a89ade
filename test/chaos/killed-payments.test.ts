import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server/start-fake-server.js';
import { usePostgres } from '../support/postgres/use-postgres.js';
import { startLossyProxy } from '../support/start-lossy-proxy.js';
import { drawn } from './drawn.js';
import { figuresOf } from './figures-of.js';
import { inParallel } from './in-parallel.js';
import { killAtRandom } from './kill-at-random.js';
import { numbersBelow } from './numbers-below.js';
import { createPaymentLoad } from './payment-load.js';
import { processorEnv } from './processor-env.js';
import { report } from './report.js';
import { sizes } from './sizes.js';
import { startCluster } from './start-cluster.js';
import { useClosing } from './use-closing.js';

const lostShare = 0.1;

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
      const calls: Array<string> = [];
      const proxy = await closing(
        startLossyProxy(processor.url, ({ method, url, headers }) => {
          const key = String(headers['idempotency-key'] ?? `${method} ${url}`);
          if (method === 'POST') calls.push(key);
          return drawn(`answer to ${key} lost`) < lostShare;
        }),
      );
      const cluster = await closing(
        startCluster(count, {
          ...processorEnv({ url: proxy.url, apiKey: processor.apiKey }),
          DATABASE_URL: databaseUrl(),
        }),
      );
      const { pay, done, check, tally } = await createPaymentLoad(cluster.address, processor);

      const [disturbed] = await Promise.all([
        killAtRandom(cluster.instances, { total: sizes.payments, done }),
        inParallel(numbersBelow(sizes.payments), pay),
      ]);

      // Whoever was answered, whose answer is stored.
      expect(await check()).to.equal(0);
      report(`Payments, ${name}`, {
        'orders, of ten: 2 after a decline, 1 after 3D Secure, 1 refunded twice, 1 of a customer who goes':
          sizes.payments,
        ...disturbed,
        ...figuresOf(tally),
        'answers of the processor lost': proxy.lost(),
        'calls of the processor repeated under their keys': calls.length - new Set(calls).size,
      });
    });
  }
});
