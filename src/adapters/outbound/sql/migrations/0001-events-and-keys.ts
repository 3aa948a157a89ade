import type { Migration } from '../migration.js';

/**
 * Events with their queue and their tries, and idempotency keys. Moments are Unix seconds.
 *
 * `lane`: events of one lane are handled one after the other. `due`: of a pending event, 1 when it can be claimed, 0 when
 * `next_attempt_at` is to come first; so what is claimed is found without looking at what waits. While an event is leased,
 * `owner` has it until `next_attempt_at`.
 */
export const eventsAndKeys: Migration = {
  name: 'events and idempotency keys',
  statements: ({ sequence }) => [
    `CREATE TABLE pasarela_events (
      seq ${sequence},
      id TEXT NOT NULL UNIQUE,
      type TEXT NOT NULL,
      object_id TEXT,
      lane TEXT NOT NULL,
      created BIGINT NOT NULL,
      livemode INTEGER NOT NULL,
      received_at BIGINT NOT NULL,
      state TEXT NOT NULL,
      reason TEXT,
      attempts INTEGER NOT NULL,
      due INTEGER,
      next_attempt_at BIGINT,
      owner TEXT,
      replayed_after INTEGER,
      handled_at BIGINT,
      last_error TEXT,
      body TEXT NOT NULL
    )`,
    'CREATE INDEX pasarela_events_by_type ON pasarela_events (type, seq)',
    'CREATE INDEX pasarela_events_by_state ON pasarela_events (state, seq)',
    'CREATE INDEX pasarela_events_by_object ON pasarela_events (object_id, seq)',
    'CREATE INDEX pasarela_events_by_receipt ON pasarela_events (received_at, seq)',
    'CREATE INDEX pasarela_events_due ON pasarela_events (created, seq) WHERE due = 1',
    'CREATE INDEX pasarela_events_due_in_lane ON pasarela_events (lane, created, seq) WHERE due = 1',
    'CREATE INDEX pasarela_events_waiting ON pasarela_events (next_attempt_at) WHERE due = 0',
    'CREATE INDEX pasarela_events_due_since ON pasarela_events (next_attempt_at) WHERE due = 1',
    'CREATE INDEX pasarela_events_leased ON pasarela_events (lane) WHERE owner IS NOT NULL',
    'CREATE INDEX pasarela_events_handled ON pasarela_events (lane, created) WHERE handled_at IS NOT NULL',
    `CREATE TABLE pasarela_event_tries (
      event_id TEXT NOT NULL REFERENCES pasarela_events (id) ON DELETE CASCADE,
      attempt INTEGER NOT NULL,
      started_at BIGINT NOT NULL,
      ended_at BIGINT NOT NULL,
      error TEXT,
      PRIMARY KEY (event_id, attempt)
    )`,
    `CREATE TABLE pasarela_idempotency_keys (
      scope TEXT NOT NULL,
      key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      attempt INTEGER NOT NULL,
      owner TEXT,
      lease_until BIGINT NOT NULL,
      answer TEXT,
      PRIMARY KEY (scope, key)
    )`,
    'CREATE INDEX pasarela_idempotency_keys_by_creation ON pasarela_idempotency_keys (created_at)',
  ],
};
