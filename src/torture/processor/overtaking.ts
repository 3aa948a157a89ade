import { setTimeout as pauseFor } from 'node:timers/promises';
import type { Journal, JournalEntry } from '../journal/journal.js';
import type { IncidentOf } from '../plan/incident.js';
import type { CallPlace, IncidentBook } from './incident-book.js';

/** Lets one of two requests about an order wait in the middle, and the other one overtake it. */
export type Overtaking = {
  /** The call waits here, if the plan says so, while the other request runs. */
  readonly letPass: (place: CallPlace, when: 'before' | 'after') => Promise<void>;
  /** The call waits here until the first request is answered, if it is the one at which the other request stops. */
  readonly stop: (place: CallPlace) => Promise<void>;
  /** Resolves when webhooks may come that are to overtake a call of their order. */
  readonly untilHeld: (order: number | null) => Promise<void>;
};

type OvertakingOptions = {
  readonly journal: Journal;
  readonly book: IncidentBook;
  /** Resolves when the webhooks of an order that are on their way were sent once; `null`: none is. */
  readonly sentOnceAbout: (order: number) => Promise<void> | null;
};

/** The call that waits, and how far the other request is. */
type Waiting = {
  readonly incident: IncidentOf<'overtaken'>;
  calls: number;
  readonly onStop: () => void;
};

// The customer who waits for an app does not come back by herself: the webhook is not held for ever.
const longestHoldMs = 2000;

const noop = (): void => undefined;

const isAnswer =
  (order: number) =>
  (entry: JournalEntry): boolean =>
    entry.order === order && (entry.kind === 'answered' || entry.kind === 'refund_answered');

export const createOvertaking = ({
  journal,
  book,
  sentOnceAbout,
}: OvertakingOptions): Overtaking => {
  const waiting = new Map<number, Waiting>();

  /** Whether something happens in time. */
  const inTime = async (ms: number, work: Promise<unknown>): Promise<boolean> => {
    const done = new AbortController();
    const late = pauseFor(ms, false, { signal: AbortSignal.any([book.ended, done.signal]) }).catch(
      () => false,
    );
    const isDone = await Promise.race([work.then(() => true), late]);
    done.abort();
    return isDone;
  };

  return {
    letPass: async (place, when) => {
      const { order } = place;
      const incident = book.findAt(place, 'overtaken');
      if (order === null || incident?.when !== when || waiting.has(order)) return;
      const { id, by, stops, ms } = incident;
      const other = by === 'webhooks' ? sentOnceAbout(order) : journal.until(isAnswer(order));
      if (other === null) return;
      let onStop = noop;
      const stopped = new Promise<void>((resolve) => {
        onStop = resolve;
      });
      waiting.set(order, { incident, calls: 0, onStop });
      journal.add(order, { kind: 'held', incident: id });
      const isOver = await inTime(ms, Promise.race([other, stopped]));
      if (isOver && stops === undefined) book.happens(order, incident);
      waiting.delete(order);
    },

    stop: async ({ order, nth }) => {
      const held = waiting.get(order ?? 0);
      if (order === null || nth === null || held === undefined) return;
      const { incident, onStop } = held;
      held.calls += 1;
      if (held.calls !== incident.stops) return;
      book.happens(order, incident);
      const answered = journal.until(isAnswer(order));
      onStop();
      await inTime(incident.ms, answered);
    },

    untilHeld: async (order) => {
      const incident = book.find(order, 'overtaken');
      if (order === null || incident?.by !== 'webhooks') return;
      const { id } = incident;
      const isBegun = journal
        .entries()
        .some((entry) => entry.kind === 'held' && entry.incident === id);
      if (isBegun) return;
      const begins = journal.until(
        (entry) => isAnswer(order)(entry) || (entry.kind === 'held' && entry.incident === id),
      );
      await inTime(longestHoldMs, begins);
    },
  };
};
