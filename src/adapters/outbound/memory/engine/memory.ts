import type { Clock } from '../../../../application/ports/clock.js';
import { createEngineClock, type EngineClock } from './engine-clock.js';
import type { EngineSnapshot } from './engine-snapshot.js';
import { createLateEvents, type LateEvents } from './events/late-events.js';
import { createFaultQueue, type FaultQueue } from './faults/fault-queue.js';
import { type Answers, createAnswers } from './idempotency/answers.js';
import { createIds, type Ids } from './ids.js';
import { deepFreeze } from './objects/json.js';
import { createState, dumpState, type State } from './store/state.js';

/** Everything in the processor that changes. */
export type Memory = {
  readonly seed: string;
  readonly ids: Ids;
  readonly clock: EngineClock;
  readonly state: State;
  readonly answers: Answers;
  readonly faults: FaultQueue;
  readonly lateEvents: LateEvents;
};

/** A memory with nothing in it. */
export const emptyMemory = (seed: string, clock: Clock): Memory => ({
  seed,
  ids: createIds(seed),
  clock: createEngineClock(clock),
  state: createState(),
  answers: createAnswers(),
  faults: createFaultQueue(),
  lateEvents: createLateEvents(),
});

/** The memory as plain JSON. */
export const saveMemory = (memory: Memory): EngineSnapshot => {
  const lateEvents = memory.lateEvents.dump();
  return {
    version: 1,
    seed: memory.seed,
    idsMade: memory.ids.made(),
    clock: memory.clock.state(),
    state: dumpState(memory.state),
    answers: memory.answers.dump(),
    faults: memory.faults.dump(),
    ...(lateEvents === undefined ? {} : { lateEvents }),
  };
};

/** A memory that goes on exactly where it was saved. */
export const loadMemory = (snapshot: EngineSnapshot, clock: Clock): Memory => {
  const saved = deepFreeze(structuredClone(snapshot));
  return {
    seed: saved.seed,
    ids: createIds(saved.seed, saved.idsMade),
    clock: createEngineClock(clock, saved.clock),
    state: createState(saved.state),
    answers: createAnswers(saved.answers),
    faults: createFaultQueue(saved.faults),
    lateEvents: createLateEvents(saved.lateEvents),
  };
};
