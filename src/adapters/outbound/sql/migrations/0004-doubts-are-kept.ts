import type { Migration } from '../migration.js';

/**
 * What a key was first sent with, the secret of its fingerprint, and when it was answered. `created_at` is the earliest moment
 * at which a key was seen, `seen_at` the latest. All of it is null where an earlier version made the key.
 */
export const doubtsAreKept: Migration = {
  name: 'doubts are kept',
  statements: () => [
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN secret_id TEXT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN seen_at BIGINT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN answered_at BIGINT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN operation TEXT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN derived_key TEXT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN sent_settings TEXT',
    `CREATE INDEX pasarela_idempotency_keys_unsettled
      ON pasarela_idempotency_keys (created_at, scope, key) WHERE answer IS NULL`,
    `CREATE INDEX pasarela_idempotency_keys_unsettled_by_key
      ON pasarela_idempotency_keys (key, created_at, scope) WHERE answer IS NULL`,
    `CREATE INDEX pasarela_idempotency_keys_answered
      ON pasarela_idempotency_keys ((COALESCE(answered_at, created_at))) WHERE answer IS NOT NULL`,
    'CREATE TABLE pasarela_secrets (name TEXT PRIMARY KEY, secret TEXT NOT NULL)',
  ],
};
