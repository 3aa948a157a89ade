import type { Migration } from '../migration.js';

/** A key that was claimed before is in doubt, however often. */
export const keysInDoubt: Migration = {
  name: 'keys in doubt',
  statements: () => [
    'ALTER TABLE pasarela_idempotency_keys RENAME COLUMN attempt TO in_doubt',
    'UPDATE pasarela_idempotency_keys SET in_doubt = 1 WHERE in_doubt > 1',
  ],
};
