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
