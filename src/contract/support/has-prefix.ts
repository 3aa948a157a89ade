import { strict as assert } from 'node:assert';

/** Asserts that an id has the prefix of its kind, which is all that the contract says about ids. */
export const hasPrefix = (what: string, id: unknown, prefix: string): void => {
  assert.ok(
    typeof id === 'string' && id.startsWith(prefix) && id.length > prefix.length,
    `${what} must start with ${prefix}, but is ${JSON.stringify(id)}`,
  );
};
