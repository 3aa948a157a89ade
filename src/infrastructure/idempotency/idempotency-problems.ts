import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { functionsMissing } from '../functions-missing.js';
import { optionsProblems } from '../options-problems.js';
import { idempotencyBounds } from './idempotency-bounds.js';
import type { IdempotencyOptions } from './idempotency-options.js';

const names: { readonly [N in keyof Required<IdempotencyOptions>]: true } = {
  store: true,
  secret: true,
  waitMs: true,
  leaseSeconds: true,
};

const storeFunctions: { readonly [N in keyof IdempotencyStore]: true } = {
  claim: true,
  extend: true,
  answer: true,
  release: true,
  purge: true,
};

const secretProblems = (store: unknown, secret: unknown): ReadonlyArray<string> => {
  if (secret === undefined) {
    return store === undefined
      ? []
      : ['idempotency.secret is missing: who shares the store shares it'];
  }
  return typeof secret === 'string' && secret !== ''
    ? []
    : ['idempotency.secret must be a text: is the environment variable set?'];
};

/** What is wrong with the options that say how requests with idempotency keys are handled, a sentence each. */
export const idempotencyProblems = (options: unknown): ReadonlyArray<string> => {
  const { store, secret }: { readonly [name: string]: unknown } =
    typeof options === 'object' ? { ...options } : {};
  return [
    ...optionsProblems('idempotency', options, names, idempotencyBounds),
    ...functionsMissing('idempotency.store', store, storeFunctions),
    ...secretProblems(store, secret),
  ];
};
