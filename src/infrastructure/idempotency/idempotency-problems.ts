import {
  aFlag,
  anything,
  hasFunctions,
  must,
  optional,
  options,
  type Rule,
  type Rules,
} from '../../application/checked-options.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import { within } from '../within.js';
import { idempotencyBounds } from './idempotency-bounds.js';
import type { IdempotencyOptions } from './idempotency-options.js';

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
      : [
          'idempotency.secret is missing: a store needs one, the same in every process that uses the store',
        ];
  }
  return isSecrets(secret)
    ? []
    : ['idempotency.secret must be a text, or several: is the environment variable set?'];
};

const rules: Rules<IdempotencyOptions> = {
  store: optional(hasFunctions(storeFunctions)),
  secret: anything,
  secretInStore: optional(aFlag),
  namespace: optional(
    must(
      'must be 1 to 255 printable ASCII characters',
      (namespace) => typeof namespace === 'string' && /^[ -~]{1,255}$/.test(namespace),
    ),
  ),
  waitMs: within(idempotencyBounds.waitMs),
  leaseSeconds: within(idempotencyBounds.leaseSeconds),
};

/** What is wrong with the options that say how requests with idempotency keys are handled, a sentence each. */
export const idempotencyProblems: Rule = (given, name) => {
  const { store, secret, secretInStore }: { readonly [name: string]: unknown } =
    typeof given === 'object' ? { ...given } : {};
  return [
    ...optional(options(rules))(given, name),
    ...secretProblems(store, secret, secretInStore),
  ];
};
