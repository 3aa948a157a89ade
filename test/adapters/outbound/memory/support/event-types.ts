import type { Engine } from '../../../../../src/adapters/outbound/memory/engine/engine.js';

/** The types of the events that come while something is done, in their order. */
export const eventTypes = (engine: Engine, act: () => void): ReadonlyArray<string> => {
  const types: Array<string> = [];
  const stop = engine.onEvent(({ type }) => {
    types.push(type);
  });
  act();
  stop();
  return types;
};
