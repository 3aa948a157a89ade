import { type EventQueue, keptTries } from '../../../../../application/ports/event-store.js';
import type { EventTry, StoredEvent } from '../../../../../domain/stored-event.js';

/** An event in memory. While it is leased, `next_attempt_at` is the end of its lease. */
export type KeptEvent = {
  /** Position in the order of receipt. */
  readonly sequence: number;
  readonly stored: StoredEvent;
  readonly tries: ReadonlyArray<EventTry>;
  /** The handlers that have handled the event while others have not. */
  readonly takenBy: ReadonlyArray<string>;
  /** The owner of the lease; `null`: not leased. */
  readonly owner: string | null;
  /** The number of attempts at the last replay; `null`: not replayed, or handled since. */
  readonly replayedAfter: number | null;
};

// One list for all events: most have neither.
const none: ReadonlyArray<never> = Object.freeze([]);

/** An event without a try. */
export const received = (sequence: number, stored: StoredEvent): KeptEvent => ({
  sequence,
  stored,
  tries: none,
  takenBy: none,
  owner: null,
  replayedAfter: null,
});

/** An event after it was made due again. */
export const replayed = (event: KeptEvent, now: number): KeptEvent => ({
  ...event,
  stored: { ...event.stored, state: 'pending', reason: null, next_attempt_at: now },
  takenBy: event.stored.state === 'handled' ? [] : event.takenBy,
  owner: null,
  replayedAfter: event.stored.attempts,
});

type Try = Parameters<EventQueue['conclude']>[1];

const afterwards = ({ outcome, endedAt }: Try): Partial<StoredEvent> => {
  switch (outcome._tag) {
    case 'Handled':
      return { state: 'handled', next_attempt_at: null, handled_at: endedAt, last_error: null };
    case 'Ignored':
      return { state: 'ignored', next_attempt_at: null, reason: outcome.reason };
    case 'Failed':
      return {
        state: outcome.nextAttemptAt === null ? 'dead' : 'pending',
        next_attempt_at: outcome.nextAttemptAt,
        last_error: outcome.error,
      };
  }
};

/** An event after an attempt. */
export const concluded = (event: KeptEvent, ended: Try): KeptEvent => {
  const { outcome, startedAt, endedAt, handlers = [], takenBy = event.takenBy } = ended;
  const error = outcome._tag === 'Failed' ? outcome.error : null;
  const { attempts: attempt } = event.stored;
  const tried = { attempt, started_at: startedAt, ended_at: endedAt, error, handlers };
  return {
    ...event,
    stored: { ...event.stored, ...afterwards(ended) },
    tries: outcome._tag === 'Ignored' ? event.tries : [...event.tries, tried].slice(-keptTries),
    takenBy: outcome._tag === 'Handled' ? [] : takenBy,
    owner: null,
    replayedAfter: outcome._tag === 'Failed' ? event.replayedAfter : null,
  };
};
