import type * as E from 'fp-ts/lib/Either.js';
import { answerCall } from './answer-call.js';
import { deepFreeze } from './deep-freeze.js';
import type { EngineClock } from './engine-clock.js';
import type { EngineFailure } from './engine-failure.js';
import type { EngineOptions } from './engine-options.js';
import type { EngineSnapshot } from './engine-snapshot.js';
import { createEventDispatcher, type EventListener } from './events/event-dispatcher.js';
import type { PlannedFault } from './faults/planned-fault.js';
import { emptyMemory, loadMemory, type Memory, saveMemory } from './memory.js';
import type { ChargeObject } from './objects/charge-object.js';
import type { Operation } from './operation.js';

/** The processor in its own terms. Everything happens at once: nothing here waits. */
export type Engine = {
  /** Calls one of the `operations`. */
  readonly call: <P extends object, A>(
    operation: Operation<P, A>,
    params: P,
    options?: { readonly idempotencyKey?: string },
  ) => E.Either<EngineFailure, A>;
  /** A charge, beside any planned fault. */
  readonly chargeOf: (id: string) => ChargeObject | undefined;
  readonly clock: Pick<EngineClock, 'now' | 'advance' | 'state'>;
  readonly failNext: (fault: PlannedFault) => void;
  readonly onEvent: (listener: EventListener) => () => void;
  readonly reset: () => void;
  readonly snapshot: () => EngineSnapshot;
  readonly restore: (snapshot: EngineSnapshot) => void;
};

/** An engine with nothing in it. */
export const createEngine = (options: EngineOptions): Engine => {
  let memory: Memory = emptyMemory(options.seed, options.clock);
  const dispatcher = createEventDispatcher(options.onListenerError);
  return {
    call: (operation, params, { idempotencyKey } = {}) => {
      const parts = { memory, options, dispatcher };
      const answer = deepFreeze(answerCall(parts, operation, params, idempotencyKey));
      dispatcher.dispatch();
      return answer;
    },
    chargeOf: (id) => memory.state.charges.get(id),
    clock: {
      now: () => memory.clock.now(),
      advance: (seconds) => memory.clock.advance(seconds),
      state: () => memory.clock.state(),
    },
    failNext: (fault) => memory.faults.plan(deepFreeze(structuredClone(fault))),
    onEvent: dispatcher.listen,
    reset: () => {
      dispatcher.drop();
      memory = emptyMemory(options.seed, options.clock);
    },
    snapshot: () => saveMemory(memory),
    restore: (snapshot) => {
      memory = loadMemory(snapshot, options.clock);
      dispatcher.drop();
    },
  };
};
