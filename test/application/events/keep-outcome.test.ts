import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { keepOutcome } from '../../../src/application/events/keep-outcome.js';
import type { SnapshotEvent } from '../../../src/domain/events/processor-event.js';

const now = 1_800_000_000;
const day = 24 * 60 * 60;

const outcome: SnapshotEvent = {
  id: 'paid_pi_1',
  object: 'event',
  type: 'paid',
  created: now,
  data: { object: { id: 'outcome_pi_1' } },
};
const trigger: SnapshotEvent = { ...outcome, id: 'evt_1', type: 'checkout.session.completed' };

/** A store with a trigger that was received so many days ago. */
const open = async (days: number, after: SnapshotEvent = trigger) => {
  const eventStore = createMemoryEventStore();
  await eventStore.store(trigger, now - days * day)();
  const kept: Array<string> = [];
  const keepDecision = keepOutcome({
    eventStore,
    clock: () => now,
    idDays: 35,
    keep: ({ id }) =>
      TE.fromIO(() => {
        kept.push(id);
        return 'stored';
      }),
  });
  return { eventStore, kept, run: keepDecision(outcome, { after }) };
};

describe('keepOutcome', () => {
  it('stores the decision to which an event led', async () => {
    const { kept, run } = await open(35);
    expect(E.isRight(await run())).to.equal(true);
    expect(kept).to.deep.equal(['paid_pi_1']);
  });

  it('stores the decision of an event whose id no store takes', async () => {
    const { kept, run } = await open(36, { ...trigger, id: `evt_${'1'.repeat(300)}` });
    expect(E.isRight(await run())).to.equal(true);
    expect(kept).to.deep.equal(['paid_pi_1']);
  });

  it('stores no decision of an event from which it may have been stored and forgotten', async () => {
    const { kept, run } = await open(36);
    const outcomeOfRun = await run();
    expect(kept).to.deep.equal([]);
    expect(JSON.stringify(outcomeOfRun)).to.include('Unexpected');
    expect(E.isLeft(outcomeOfRun) && String(Reflect.get(outcomeOfRun.left, 'cause'))).to.include(
      'evt_1 was received more than 35 days ago',
    );
  });

  it('leaves the decision of an old event as it is stored', async () => {
    const { eventStore, kept, run } = await open(36);
    await eventStore.store(outcome, now - 36 * day)();
    expect(E.isRight(await run())).to.equal(true);
    expect(kept).to.deep.equal([]);
  });

  it('keeps a mark of an old event', async () => {
    const { eventStore, kept } = await open(36);
    const mark = { ...outcome, id: 'payment_processing_pi_1', type: 'payment_processing' };
    const keepDecision = keepOutcome({
      eventStore,
      clock: () => now,
      idDays: 35,
      keep: (event) => eventStore.store(event, now),
    });
    for (const times of ['once', 'twice']) {
      expect(E.isRight(await keepDecision(mark, { after: trigger })()), times).to.equal(true);
    }
    expect(kept).to.deep.equal([]);
  });

  it('fails when another event has the id of the decision, which would be lost in silence', async () => {
    const { eventStore } = await open(1);
    await eventStore.store({ ...outcome, type: 'invoice.paid' }, now)();
    const keepDecision = keepOutcome({
      eventStore,
      clock: () => now,
      idDays: 35,
      keep: (event) => eventStore.store(event, now),
    });
    const told = await keepDecision(outcome, { after: trigger })();
    expect(E.isLeft(told) && String(Reflect.get(told.left, 'cause'))).to.include(
      'another event with the id paid_pi_1',
    );
  });
});
