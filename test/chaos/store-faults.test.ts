import { expect } from 'chai';
import { startFakeServer } from '../../src/fake-server.js';
import { startPostgres } from '../support/stores/postgres/start-postgres.js';
import { inParallel } from './client.js';
import { startCluster, useClosing } from './cluster.js';
import { doubtsLeft } from './doubts-left.js';
import { createEventLoad, eventEnv, someEvents } from './event-load.js';
import { atRandomMoments } from './faults.js';
import { processorEnv, startLossyProcessor } from './lossy-processor.js';
import { pause } from './pause.js';
import { createPaymentLoad } from './payment-load.js';
import { startReceiver } from './receiver.js';
import { figuresOf, report } from './report.js';
import { numbersBelow, sizes } from './sizes.js';

const refusalsOfEach = 5;
const pollMs = 5;

describe('payments and events while PostgreSQL crashes and restarts', () => {
  const closing = useClosing();

  it('get 503 meanwhile, and afterwards each is done once, without a loss', async () => {
    const processor = await closing(startFakeServer());
    const lossy = await closing(startLossyProcessor(processor.url));
    const receiver = await closing(startReceiver());
    const postgres = await startPostgres();
    await closing(Promise.resolve({ close: postgres.end }));
    const { address } = await closing(
      startCluster(2, {
        ...eventEnv(receiver.url),
        ...processorEnv({ url: lossy.url, apiKey: processor.apiKey }),
        DATABASE_URL: postgres.url,
        EVENT_LEASE_SECONDS: '1',
      }),
    );
    const payments = await createPaymentLoad(address, processor);
    const events = createEventLoad(address);
    const sent = someEvents(sizes.events).flat();
    const refusals = () => [payments, events].map(({ tally }) => tally.get(503) ?? 0);
    // One of each waits for each outage; the progress of the others at that moment is random.
    const others = <A>(all: ReadonlyArray<A>) => all.slice(sizes.outages);

    await Promise.all([
      inParallel(others(numbersBelow(sizes.payments)), payments.pay),
      inParallel(others(sent), events.deliver),
      atRandomMoments(
        sizes.outages,
        { total: sizes.payments - sizes.outages, done: payments.done },
        async (time) => {
          const before = refusals();
          await postgres.crash();
          const meanwhile = [
            payments.pay(time),
            inParallel(sent.slice(time, time + 1), events.deliver),
          ];
          const ended: Array<string> = [];
          const note = () => void ended.push('while PostgreSQL was away');
          void Promise.race(meanwhile).then(note, note);
          const refusedEnough = () =>
            refusals().every((count, kind) => count >= (before[kind] ?? 0) + refusalsOfEach);
          while (ended.length === 0 && !refusedEnough()) await pause(pollMs);
          expect(ended).to.deep.equal([]);
          await postgres.start();
          await Promise.all(meanwhile);
        },
      ),
    ]);

    const { doneAnew: _, ...ledger } = await payments.check({ lostAnswers: true });
    await events.check(sent, receiver);
    const doubts = await doubtsLeft(postgres.url);
    expect(doubts).to.equal(0);
    // The service itself keeps running: every request is answered.
    expect([payments, events].map(({ tally }) => tally.get('none') ?? 0)).to.deep.equal([0, 0]);
    report('Payments, PostgreSQL crashed and started', {
      outages: sizes.outages,
      ...figuresOf(payments.tally),
      ...ledger,
      'doubts left': doubts,
      'doubts settled by evidence': lossy.lastAttemptLost(),
    });
    report('Events, PostgreSQL crashed and started', {
      outages: sizes.outages,
      ...figuresOf(events.tally),
    });
  });
});
