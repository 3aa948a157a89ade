import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  type BackfillProgress,
  backfillEvents,
} from '../../../src/application/events/backfill-events.js';
import type { EventSource } from '../../../src/application/ports/event-source.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { createdOf, type ProcessorEvent } from '../../../src/domain/events/processor-event.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { seed } from '../../support/inputs/seed.js';

const { ProcessorUnavailable, StoreUnavailable } = paymentErrors;

const from = 1_700_000_000;

/** Events, oldest first, three per second. */
const events = (count: number): ReadonlyArray<ProcessorEvent> =>
  Array.from({ length: count }, (_, n) =>
    eventOf(`evt_${n}`, { created: from + Math.floor(n / 3) }),
  );

/** A processor with these events, oldest first. It gets one more of `arriving` before each page. */
const sourceOf = (
  past: ReadonlyArray<ProcessorEvent>,
  arriving: ReadonlyArray<ProcessorEvent> = [],
) => {
  const coming = [...arriving];
  const present = [...past];
  const pages: Array<Parameters<EventSource['listEvents']>[0]> = [];
  const source: EventSource = {
    listEvents: (page) => {
      pages.push(page);
      present.push(...coming.splice(0, 1));
      const { createdFrom, createdTo = Number.POSITIVE_INFINITY, limit } = page;
      const all = present
        .filter((one) => createdOf(one) >= createdFrom && createdOf(one) < createdTo)
        .toReversed();
      const place = (id: string | undefined) => all.findIndex((event) => event.id === id);
      const { starting_after: after, ending_before: before } = page;
      const rest = before === undefined ? all.slice(place(after) + 1) : all.slice(0, place(before));
      const data = before === undefined ? rest.slice(0, limit) : rest.slice(-limit);
      const has_more = rest.length > data.length;
      return TE.right({ object: 'list', data, has_more, url: '/v1/events' });
    },
  };
  return { source, pages };
};

const inboxOf = (known: ReadonlyArray<string> = []) => {
  const kept: Array<string> = [];
  return {
    kept,
    keepEvent: ({ id }: ProcessorEvent) => {
      if (known.includes(id) || kept.includes(id)) return TE.right('duplicate' as const);
      kept.push(id);
      return TE.right('stored' as const);
    },
  };
};

const deps = { onProgress: () => undefined, overlapSeconds: 0 };
const idsOf = (all: ReadonlyArray<ProcessorEvent>) => all.map(({ id }) => id);

describe('backfillEvents', () => {
  it('stores every event of the range once, oldest first, with those created meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(0, 1, 99, 100, 101, 200, 350),
        fc.integer({ min: 0, max: 8 }),
        async (past, meanwhile) => {
          const all = events(past + meanwhile);
          const { source } = sourceOf(all.slice(0, past), all.slice(past));
          const { keepEvent, kept } = inboxOf();
          const outcome = await backfillEvents({ ...deps, eventSource: source, keepEvent })({
            createdFrom: from,
          })();
          expect(kept).to.deep.equal(idsOf(all).slice(0, kept.length));
          expect(kept.length).to.be.at.least(past);
          expect(outcome).to.have.nested.include({ 'right.stored': kept.length, 'right.known': 0 });
        },
      ),
      { seed, numRuns: 60 },
    );
  });

  it('lists only events of the range', async () => {
    const { source, pages } = sourceOf(events(600));
    const { keepEvent, kept } = inboxOf();
    const range = { createdFrom: from + 10, createdTo: from + 110 };
    const outcome = await backfillEvents({ ...deps, eventSource: source, keepEvent })(range)();
    expect(kept).to.deep.equal(idsOf(events(600).slice(30, 330)));
    expect(outcome).to.deep.equal(
      E.right({ found: 300, stored: 300, known: 0, unreadable: [], keptUpTo: from + 109 }),
    );
    for (const page of pages) expect(page).to.include({ ...range, limit: 100 });
  });

  for (const [overlapSeconds, begins] of [
    [undefined, 3600],
    [60, 60],
    [0, 0],
  ] as const) {
    it(`begins ${begins} seconds before the range, and counts keptUpTo from the range`, async () => {
      const early = eventOf('evt_early', { created: from - begins });
      const { source, pages } = sourceOf([
        eventOf('evt_before', { created: from - begins - 1 }),
        early,
        eventOf('evt_late', { created: from + 5 }),
      ]);
      const { keepEvent, kept } = inboxOf();
      const reported: Array<number> = [];
      const outcome = await backfillEvents({
        eventSource: source,
        keepEvent,
        onProgress: ({ keptUpTo }) => reported.push(keptUpTo),
        ...(overlapSeconds === undefined ? {} : { overlapSeconds }),
      })({ createdFrom: from, createdTo: from + 10 })();
      expect(pages[0]).to.include({ createdFrom: from - begins, createdTo: from + 10 });
      expect(kept).to.deep.equal(['evt_early', 'evt_late']);
      expect(outcome).to.have.nested.include({ 'right.keptUpTo': from + 5 });
      expect(Math.min(...reported)).to.be.at.least(from);
    });
  }

  it('does not begin before 1970', async () => {
    const { source, pages } = sourceOf([]);
    const { keepEvent } = inboxOf();
    await backfillEvents({ ...deps, overlapSeconds: 60, eventSource: source, keepEvent })({
      createdFrom: 7,
    })();
    expect(pages[0]).to.include({ createdFrom: 0 });
  });

  it('skips an event that is nested too deep', async () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    const event = eventOf('evt_deep', { created: from });
    const { source } = sourceOf([{ ...event, data: { object: { deep } } }, ...events(1)]);
    const { keepEvent, kept } = inboxOf();
    const outcome = await backfillEvents({ ...deps, eventSource: source, keepEvent })({
      createdFrom: from,
    })();
    expect(kept).to.deep.equal(['evt_0']);
    expect(outcome).to.deep.nested.include({
      'right.unreadable': [
        {
          id: 'evt_deep',
          problem:
            'not a valid event (nested deeper than 100 levels, or more than 20000 objects and arrays, 30000 names, 1000000 values or 1000000 characters)',
        },
      ],
    });
  });

  it('counts events that were stored before', async () => {
    const { source } = sourceOf(events(5));
    const { keepEvent } = inboxOf(['evt_0', 'evt_3']);
    const outcome = await backfillEvents({ ...deps, eventSource: source, keepEvent })({
      createdFrom: from,
    })();
    expect(outcome).to.deep.equal(
      E.right({ found: 5, stored: 3, known: 2, unreadable: [], keptUpTo: from + 1 }),
    );
  });

  it('skips and reports invalid events, at the ends of pages too', async () => {
    const { source } = sourceOf(events(250));
    const isBroken = (id: string) => ['evt_0', 'evt_150', 'evt_149', 'evt_249'].includes(id);
    const { keepEvent, kept } = inboxOf();
    const outcome = await backfillEvents({
      ...deps,
      keepEvent,
      eventSource: {
        listEvents: (page) =>
          pipe(
            source.listEvents(page),
            TE.map((list) => ({
              ...list,
              data: list.data.map((event) =>
                isBroken(event.id) ? { ...event, created: 'then', type: 7 } : event,
              ),
            })),
          ),
      },
    })({ createdFrom: from })();
    expect(kept).to.deep.equal(idsOf(events(250)).filter((id) => !isBroken(id)));
    const problem = 'not a valid event (wrong or missing: type, created)';
    expect(outcome).to.deep.nested.include({
      'right.stored': 246,
      'right.unreadable': ['evt_0', 'evt_149', 'evt_150', 'evt_249'].map((id) => ({ id, problem })),
    });
  });

  it('reports its progress after each page', async () => {
    const reported: Array<BackfillProgress> = [];
    const { source } = sourceOf(events(250));
    const { keepEvent } = inboxOf();
    await backfillEvents({
      ...deps,
      eventSource: source,
      keepEvent,
      onProgress: (progress) => reported.push(progress),
    })({ createdFrom: from })();
    expect(reported.map(({ found, stored }) => [found, stored])).to.deep.equal([
      [100, 0],
      [200, 0],
      [250, 50],
      [250, 150],
      [250, 250],
    ]);
  });

  it('reports its progress when the store fails, and another backfill continues from there', async () => {
    const { source } = sourceOf(events(250));
    const { keepEvent, kept } = inboxOf();
    const failing = (event: ProcessorEvent) =>
      kept.length === 130 ? TE.left(StoreUnavailable) : keepEvent(event);
    const outcome = await backfillEvents({
      ...deps,
      eventSource: source,
      keepEvent: failing,
    })({ createdFrom: from })();
    const keptUpTo = from + Math.floor(129 / 3);
    const progress = { found: 250, stored: 130, known: 0, unreadable: [], keptUpTo };
    expect(outcome).to.deep.equal(E.left({ error: StoreUnavailable, progress }));
    await backfillEvents({ ...deps, eventSource: source, keepEvent })({ createdFrom: keptUpTo })();
    expect(kept).to.deep.equal(idsOf(events(250)));
  });

  it('stores 50 events at a time, so that a database shares its transactions', async () => {
    const { source } = sourceOf(events(120));
    let waiting: Array<() => void> = [];
    const together: Array<number> = [];
    const keepEvent = () => () =>
      new Promise<E.Right<'duplicate'>>((resolve) => {
        if (waiting.length === 0) {
          setImmediate(() => {
            together.push(waiting.length);
            const all = waiting;
            waiting = [];
            for (const go of all) go();
          });
        }
        waiting.push(() => resolve({ _tag: 'Right', right: 'duplicate' }));
      });
    const outcome = await backfillEvents({ ...deps, eventSource: source, keepEvent })({
      createdFrom: from,
    })();
    expect(outcome).to.have.nested.include({ 'right.known': 120 });
    expect(together).to.deep.equal([20, 50, 50]);
  });

  it('counts none of the events behind one that failed', async () => {
    const { source } = sourceOf(events(60));
    const { keepEvent } = inboxOf();
    const outcome = await backfillEvents({
      ...deps,
      eventSource: source,
      keepEvent: (event) => (event.id === 'evt_7' ? TE.left(StoreUnavailable) : keepEvent(event)),
    })({ createdFrom: from })();
    const progress = { found: 60, stored: 7, known: 0, unreadable: [], keptUpTo: from + 2 };
    expect(outcome).to.deep.equal(E.left({ error: StoreUnavailable, progress }));
  });

  for (const [failing, stored, keptUpTo] of [
    [1, 0, from],
    [2, 0, from],
    [4, 50, from + 16],
  ] as const) {
    it(`reports its progress when the processor fails at page ${failing}`, async () => {
      const { source } = sourceOf(events(250));
      const { keepEvent } = inboxOf();
      let asked = 0;
      const outcome = await backfillEvents({
        ...deps,
        keepEvent,
        eventSource: {
          listEvents: (page) => {
            asked += 1;
            return asked === failing ? TE.left(ProcessorUnavailable) : source.listEvents(page);
          },
        },
      })({ createdFrom: from })();
      expect(outcome).to.deep.nested.include({ 'left.error': ProcessorUnavailable });
      expect(outcome).to.have.nested.include({
        'left.progress.stored': stored,
        'left.progress.keptUpTo': keptUpTo,
      });
    });
  }
});
