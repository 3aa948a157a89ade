import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { functionsMissing } from '../functions-missing.js';
import { optionsProblems } from '../options-problems.js';
import { idempotencyBounds } from './idempotency-bounds.js';
import type { IdempotencyOptions } from './idempotency-options.js';

const names: { readonly [N in keyof Required<IdempotencyOptions>]: true } = {
  store: true,
  secret: true,
  secretInStore: true,
  namespace: true,
  waitMs: true,
  leaseSeconds: true,
};

const storeFunctions: { readonly [N in keyof IdempotencyStore]: true } = {
  claim: true,
  extend: true,
  answer: true,
  release: true,
  unsettled: true,
  findUnsettled: true,
  settle: true,
  purge: true,
  keepSecret: true,
};

const isSecret = (secret: unknown): boolean => typeof secret === 'string' && secret !== '';

const isSecrets = (secret: unknown): boolean =>
  isSecret(secret) || (Array.isArray(secret) && secret.length > 0 && secret.every(isSecret));

const secretProblems = (
  store: unknown,
  secret: unknown,
  secretInStore: unknown,
): ReadonlyArray<string> => {
  if (secret === undefined) {
    return store === undefined || secretInStore === true
      ? []
      : ['idempotency.secret is missing: who shares the store shares it'];
  }
  return isSecrets(secret)
    ? []
    : ['idempotency.secret must be a text, or several: is the environment variable set?'];
};

const printable = /^[ -~]{1,255}$/;

/** What is wrong with the options that say how requests with idempotency keys are handled, a sentence each. */
export const idempotencyProblems = (options: unknown): ReadonlyArray<string> => {
  const { store, secret, secretInStore, namespace }: { readonly [name: string]: unknown } =
    typeof options === 'object' ? { ...options } : {};
  return [
    ...optionsProblems('idempotency', options, names, idempotencyBounds),
    ...functionsMissing('idempotency.store', store, storeFunctions),
    ...secretProblems(store, secret, secretInStore),
    ...(secretInStore === undefined || typeof secretInStore === 'boolean'
      ? []
      : ['idempotency.secretInStore must be true or false']),
    ...(namespace === undefined || (typeof namespace === 'string' && printable.test(namespace))
      ? []
      : ['idempotency.namespace must be 1 to 255 printable ASCII characters']),
  ];
};
