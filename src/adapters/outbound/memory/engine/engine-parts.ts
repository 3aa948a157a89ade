import type { EngineOptions } from './engine-options.js';
import type { EventDispatcher } from './events/event-dispatcher.js';
import type { Memory } from './memory.js';

/** What a call works with. */
export type EngineParts = {
  readonly memory: Memory;
  readonly options: EngineOptions;
  readonly dispatcher: EventDispatcher;
};
