import { strict as assert } from 'node:assert';
import { aFunction, optional, type Rules } from '../../application/checked-options.js';
import type { TestFramework } from '../test-framework.js';

/** How the stores of the suite are opened. */
export type OpenStore<S> = {
  /** An empty one, for each clause. */
  readonly open: () => Promise<S> | S;
  /** Another instance over what the first one keeps, where there can be several. */
  readonly openAnother?: (first: S) => Promise<S> | S;
  /** Called with each of them after its clause. */
  readonly close?: (store: S) => Promise<void> | void;
};

/** What the options of a suite of stores must be. */
export const openStoreRules: Rules<OpenStore<unknown>> = {
  open: aFunction,
  openAnother: optional(aFunction),
  close: optional(aFunction),
};

/** The store of the clause that runs, and the way to another instance of it. */
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
