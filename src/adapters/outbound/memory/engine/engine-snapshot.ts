import type { ClockState } from './engine-clock.js';
import type { LateEventsDump } from './events/late-events.js';
import type { PlannedFault } from './faults/planned-fault.js';
import type { StoredAnswer } from './idempotency/stored-answer.js';
import type { StateDump } from './store/state.js';

/** All that the processor is at one moment, as plain JSON. Holds no card number and no security code. */
export type EngineSnapshot = {
  readonly version: number;
  readonly seed: string;
  readonly idsMade: number;
  readonly clock: ClockState;
  readonly state: StateDump;
  readonly answers: ReadonlyArray<StoredAnswer>;
  readonly faults: ReadonlyArray<PlannedFault>;
  /** Absent: events come at once, and none waits. */
  readonly lateEvents?: LateEventsDump;
};
