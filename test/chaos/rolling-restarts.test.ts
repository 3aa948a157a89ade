import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { openPostgres } from '../../src/adapters/outbound/postgres/open-postgres.js';
import { migrations } from '../../src/adapters/outbound/sql/migrations.js';
import { eventOf } from '../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import type { ProcessorEvent } from '../../src/domain/events/processor-event.js';
import { startFakeServer } from '../../src/fake-server.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { previousRelease } from '../support/stores/previous-release.js';
import type { Tally } from './client.js';
import { startInstance, useClosing } from './cluster.js';
import { doubtsLeft } from './doubts-left.js';
import { createEventLoad, eventEnv } from './event-load.js';
import { processorEnv } from './lossy-processor.js';
import { pause } from './pause.js';
import { createPaymentLoad } from './payment-load.js';
import { startReadyProxy } from './ready-proxy.js';
import { startReceiver } from './receiver.js';
import { figuresOf, report } from './report.js';
import { numbersBelow, sizes } from './sizes.js';

const previousStores = `--import ${new URL('use-previous-stores.js', import.meta.url).href}`;

// A whole program of the previous release, where there is one at hand.
const program = process.env['PREVIOUS_PROGRAM'];
const previousProgram = program === undefined ? {} : { PREVIOUS_PROGRAM: program };

// Longer than the proxy needs on a busy machine to see that an instance is not ready any more.
const shutdownDelayMs = '8000';

const versionIn = async (url: string): Promise<unknown> => {
  const database = await valueOf(openPostgres(url));
  const read = database.query('SELECT MAX(version) AS version FROM pasarela_schema');
  const [row] = await valueOf(
    pipe(
      read,
      TE.tap(() => database.close),
    ),
  );
  return row?.['version'];
};

const statusesOf = (tally: Tally): ReadonlyArray<number | 'none'> =>
  [...tally.keys()].toSorted((one, other) => Number(one) - Number(other));

// Each client waits before its next request, so that the instances have time to start.
const pauseMs = 50;
// Some events wait for others of their object.
const perObject = 50;

const cases = [
  {
    name: 'one with the stores of the previous release, whose schema the other migrates',
    previous: true,
  },
  { name: 'both of this version, in turn', previous: false },
];

describe('two instances on one PostgreSQL, restarted under load', () => {
  const closing = useClosing();

  for (const { name, previous } of cases.slice(0, sizes.rollingCases)) {
    describe(name, () => {
      const postgres = usePostgres();

      it('fail no request, lose nothing and do nothing twice', async () => {
        const processor = await closing(startFakeServer());
        const receiver = await closing(startReceiver());
        const env = {
          ...eventEnv(receiver.url),
          ...processorEnv({ url: processor.url, apiKey: processor.apiKey }),
          DATABASE_URL: postgres(),
          SHUTDOWN_DELAY_MS: shutdownDelayMs,
        };
        const first = previous ? { ...env, NODE_OPTIONS: previousStores } : env;
        const one = await closing(startInstance(first));
        const other = await closing(startInstance({ ...first, ...previousProgram }));
        expect(await versionIn(postgres())).to.equal(
          previous ? previousRelease.migrations.length : migrations.length,
        );
        const proxy = await closing(startReadyProxy([one.port, other.port]));
        for (const { port } of [one, other]) await proxy.becomes(port, true);
        const payments = await createPaymentLoad(proxy.address, processor);
        const events = createEventLoad(proxy.address);

        const sent: Array<ProcessorEvent> = [];
        let orders = 0;
        const rolled = new AbortController();
        const pay = (): Promise<void> => {
          orders += 1;
          return payments.pay(orders);
        };
        const deliver = (): Promise<void> => {
          const event = eventOf(`evt_${sent.length}`, { object: `ch_${sent.length % perObject}` });
          sent.push(event);
          return events.deliver(event);
        };
        const meanwhile = async (work: () => Promise<void>): Promise<void> => {
          try {
            while (!rolled.signal.aborted) {
              await work();
              await pause(pauseMs);
            }
          } finally {
            rolled.abort();
          }
        };
        const roll = async (): Promise<void> => {
          for (const n of numbersBelow(sizes.restarts)) {
            const instance = previous || n % 2 === 0 ? one : other;
            if (!rolled.signal.aborted) await instance.restart(env);
            await proxy.becomes(instance.port, true);
          }
          rolled.abort();
        };
        const load = numbersBelow(sizes.loadAtOnce).flatMap(() => [pay, deliver]);
        await Promise.all([roll(), ...load.map(meanwhile)]);

        expect(await versionIn(postgres())).to.equal(migrations.length);
        expect(proxy.failures).to.deep.equal([]);
        expect(statusesOf(payments.tally)).to.deep.equal([200, 201, 402]);
        expect(statusesOf(events.tally)).to.deep.equal([200]);
        const { doneAnew, ...ledger } = await payments.check();
        expect(doneAnew).to.equal(0);
        await events.check(sent, receiver);
        expect(new Set(receiver.received.values())).to.deep.equal(new Set([1]));
        expect(await doubtsLeft(postgres())).to.equal(0);
        report(`Rolling restarts of two instances, ${name}`, {
          restarts: sizes.restarts,
          orders,
          'events, each forwarded once': sent.length,
          ...figuresOf(payments.tally),
          'requests sent to the other instance, because the first refused the connection':
            proxy.passedOn(),
          'requests that failed': proxy.failures.length,
          ...ledger,
        });
      });
    });
  }
});
