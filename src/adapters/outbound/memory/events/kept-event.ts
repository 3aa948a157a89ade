import { type EventQueue, keptTries } from '../../../../application/ports/event-store.js';
import type { EventTry, StoredEvent } from '../../../../domain/stored-event.js';

/** An event in memory. While it is leased, `next_attempt_at` is the end of its lease. */
export type KeptEvent = {
  /** Its place in the order of receipt. */
  readonly sequence: number;
  readonly stored: StoredEvent;
  readonly tries: ReadonlyArray<EventTry>;
  /** The handlers that have taken it while others have not. */
  readonly takenBy: ReadonlyArray<string>;
  /** Whose lease it is; `null`: nobody's. */
  readonly owner: string | null;
  /** How many tries there were when it was last replayed; `null`: it was not, or was handled since. */
  readonly replayedAfter: number | null;
};

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

/** An event after a try. */
export const concludeEvent = (event: KeptEvent, ended: Try): KeptEvent => {
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
