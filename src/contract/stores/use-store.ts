import { strict as assert } from 'node:assert';
import { aFunction, optional, options } from '../../application/checked-input.js';
import type { TestFramework } from '../test-framework.js';

/** How the suite opens and closes the stores under test. */
export type OpenStore<S> = {
  /** Opens an empty store, for each clause. */
  readonly open: () => Promise<S> | S;
  /** Opens another instance over the same data, where a store can have several. Absent: the same instance. */
  readonly openAnother?: (first: S) => Promise<S> | S;
  /** Closes a store. Called after each clause, once for each opened store. */
  readonly close?: (store: S) => Promise<void> | void;
};

/** The options of a store suite. */
export const openStore = <S>() =>
  options<OpenStore<S>>({
    open: aFunction(),
    openAnother: optional(aFunction()),
    close: optional(aFunction()),
  });

/** Opens a store before each clause and closes it afterwards. */
export const useStore = <S>(
  { open, openAnother = (first) => first, close }: OpenStore<S>,
  { beforeEach, afterEach }: TestFramework,
) => {
  const opened = new Set<S>();
  let current: S | undefined;
  const store = (): S => {
    assert.ok(current !== undefined, 'a store is open only inside the tests');
    return current;
  };
  beforeEach(async () => {
    current = await open();
    opened.add(current);
  });
  afterEach(async () => {
    const all = [...opened];
    opened.clear();
    for (const one of all) await close?.(one);
  });
  return {
    store,
    openAnother: async (first: S): Promise<S> => {
      const another = await openAnother(first);
      opened.add(another);
      return another;
    },
  };
};
