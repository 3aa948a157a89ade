import { expect } from 'chai';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { inParallel } from './client.js';
import { startCluster, useClosing } from './cluster.js';
import { createEventLoad, eventEnv, someEvents } from './event-load.js';
import { startReceiver } from './receiver.js';
import { report } from './report.js';
import { sizes } from './sizes.js';

describe('events with two instances on one PostgreSQL', () => {
  const postgres = usePostgres();
  const closing = useClosing();

  it('are forwarded once, and those of one object one after the other, in order', async () => {
    const receiver = await closing(startReceiver());
    const { instances } = await closing(
      startCluster(2, { ...eventEnv(receiver.url), DATABASE_URL: postgres() }),
    );
    const loads = instances.map(({ address }) => createEventLoad(address));
    const events = someEvents(sizes.events);

    await inParallel(events, async (ofObject) => {
      for (const [number, event] of ofObject.entries()) {
        await loads[number % loads.length]?.deliver(event);
      }
    });

    await loads[0]?.check(events.flat(), receiver);
    expect(receiver.collisions).to.deep.equal([]);
    expect(new Set(receiver.received.values())).to.deep.equal(new Set([1]));
    expect([...receiver.begun.values()]).to.have.deep.members(
      events.map((ofObject) => ofObject.map(({ id }) => id)),
    );
    report('Events sent to both of two instances on PostgreSQL', {
      'events, each forwarded once': sizes.events,
      'objects, the events of each in order': events.length,
      'events at once with another of their object': receiver.collisions.length,
    });
  });
});
