import type { Dialect } from './database.js';

/** A step of the schema. A released step never changes: every later change is a new step. */
export type Migration = {
  readonly name: string;
  readonly statements: (dialect: Dialect) => ReadonlyArray<string>;
  /**
   * Present in a step that takes something away: the first version of the schema whose programs do without it. Older programs do
   * not start on the schema any more. A step without it only adds, and all programs run on (ADR 27).
   */
  readonly servesFrom?: number;
};

/**
 * Events and their attempts, which are also the queue, and idempotency keys. Times are Unix seconds.
 *
 * `lane`: events of the same lane are handled one after another. `due`: 1 if a pending event can be claimed now, 0 if only
 * after `next_attempt_at`; so a claim does not read the events that wait. `owner` leases an event until `next_attempt_at`.
 */
const eventsAndKeys: Migration = {
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

/** A key that was claimed before is in doubt, however often it was claimed. */
const keysInDoubt: Migration = {
  name: 'keys in doubt',
  statements: () => [
    'ALTER TABLE pasarela_idempotency_keys RENAME COLUMN attempt TO in_doubt',
    'UPDATE pasarela_idempotency_keys SET in_doubt = 1 WHERE in_doubt > 1',
  ],
};

/**
 * A dropped payload leaves the event's id (`state = 'dropped'`, an empty `body`). `customer` and `payment`: the subjects of
 * an event; in events stored earlier they are filled in when a customer is erased, and `traced` is 0 until then.
 * `signed_with`: the name of the secret that signed the webhook.
 */
const whatEventsAreAbout: Migration = {
  name: 'what events are about',
  statements: () => [
    'ALTER TABLE pasarela_events ADD COLUMN customer TEXT',
    'ALTER TABLE pasarela_events ADD COLUMN payment TEXT',
    'ALTER TABLE pasarela_events ADD COLUMN signed_with TEXT',
    'ALTER TABLE pasarela_events ADD COLUMN traced INTEGER NOT NULL DEFAULT 0',
    'CREATE INDEX pasarela_events_by_customer ON pasarela_events (customer, seq) WHERE customer IS NOT NULL',
    'CREATE INDEX pasarela_events_by_payment ON pasarela_events (payment, seq) WHERE payment IS NOT NULL',
    'CREATE INDEX pasarela_events_untraced ON pasarela_events (seq) WHERE traced = 0',
    'CREATE INDEX pasarela_events_by_age ON pasarela_events (state, received_at, seq)',
    'DROP INDEX pasarela_events_by_receipt',
  ],
};

/**
 * How a key was first sent, which secret made its fingerprint, and when it was answered. `created_at` is when a key was first
 * seen, `seen_at` when it was last seen. The new columns are null in the keys of earlier versions.
 */
const doubtsAreKept: Migration = {
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

/**
 * The outcome of each handler of an event, as lists in JSON, or null. `taken_by`: the handlers that have handled an event which
 * others have not handled yet. `handlers`: the handlers of an attempt.
 */
const handlers: Migration = {
  name: 'handlers of an event have outcomes of their own',
  statements: () => [
    'ALTER TABLE pasarela_events ADD COLUMN taken_by TEXT',
    'ALTER TABLE pasarela_event_tries ADD COLUMN handlers TEXT',
  ],
};

/** An instance that leases events locks the partitions of their lanes: row `n` for partition `n`, from 0 to 255. */
const lanePartitions: Migration = {
  name: 'partitions of lanes',
  statements: () => [
    'CREATE TABLE pasarela_partitions (partition INTEGER PRIMARY KEY)',
    `INSERT INTO pasarela_partitions (partition)
      WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 255)
      SELECT n FROM numbers`,
  ],
};

/**
 * Indexes that find a batch of rows, however many there are: the events of a customer's payments that do not name the customer,
 * and keys without an answer by when they were last seen.
 */
const boundedBatches: Migration = {
  name: 'bounded batches',
  statements: () => [
    'DROP INDEX pasarela_events_by_payment',
    `CREATE INDEX pasarela_events_of_payment ON pasarela_events (payment, seq)
      WHERE payment IS NOT NULL AND customer IS NULL`,
    'DROP INDEX pasarela_idempotency_keys_by_creation',
    `CREATE INDEX pasarela_idempotency_keys_seen
      ON pasarela_idempotency_keys ((COALESCE(seen_at, created_at))) WHERE answer IS NULL`,
  ],
};

/** `serves_from`: the oldest version of programs that the schema still serves since this step; null: all that it served before. */
const servedVersions: Migration = {
  name: 'served versions',
  statements: () => ['ALTER TABLE pasarela_schema ADD COLUMN serves_from INTEGER'],
};

/** How often each client has called in its minute. Times are Unix milliseconds; an older row counts for nothing. */
const rateLimits: Migration = {
  name: 'rate limits',
  statements: () => [
    'CREATE TABLE pasarela_rate_limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL, expire BIGINT)',
  ],
};

/** `refused`: 1 if the answer of a key refuses its request, 0 if not; null in the answers of earlier versions. */
const refusals: Migration = {
  name: 'refusals of idempotency keys',
  statements: () => ['ALTER TABLE pasarela_idempotency_keys ADD COLUMN refused INTEGER'],
};

/** Refunds that count towards the ceiling of their client, and their sums by client, day (UTC) and currency, in minor units. */
const refundSums: Migration = {
  name: 'refund sums',
  statements: () => [
    `CREATE TABLE pasarela_counted_refunds (
      id TEXT PRIMARY KEY,
      client TEXT NOT NULL,
      day TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount BIGINT NOT NULL
    )`,
    'CREATE INDEX pasarela_counted_refunds_by_day ON pasarela_counted_refunds (day)',
    `CREATE TABLE pasarela_refund_sums (
      client TEXT NOT NULL,
      day TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (client, day, currency)
    )`,
    'CREATE INDEX pasarela_refund_sums_by_day ON pasarela_refund_sums (day)',
  ],
};

/** Facts about the whole store, each under a name: `owner` is the account of the processor that its keys belong to. */
const storeFacts: Migration = {
  name: 'facts about the store',
  statements: () => ['CREATE TABLE pasarela_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)'],
};

/**
 * The encrypted summary of the request of a key without an answer, or with a refusal after a doubt; how often its outcome was looked
 * up, and when it is due again.
 * `pasarela_turns`: when the instances may do something next that only one of them does.
 */
const lookUps: Migration = {
  name: 'look-ups of keys in doubt',
  statements: () => [
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN summary TEXT',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN look_ups INTEGER',
    'ALTER TABLE pasarela_idempotency_keys ADD COLUMN look_up_at BIGINT',
    'CREATE TABLE pasarela_turns (name TEXT PRIMARY KEY, next_at BIGINT NOT NULL)',
  ],
};

/**
 * Findings of the reconciliation in the service, and when its runs were and are. `since`: when the order or payment was made.
 * `owner` has a run until `next_at`. Times are Unix seconds.
 */
const findings: Migration = {
  name: 'findings of the reconciliation',
  statements: () => [
    `CREATE TABLE pasarela_findings (
      id TEXT PRIMARY KEY,
      rule TEXT NOT NULL,
      severity TEXT NOT NULL,
      message TEXT NOT NULL,
      advice TEXT NOT NULL,
      since BIGINT,
      found_at BIGINT NOT NULL,
      last_found_at BIGINT NOT NULL,
      seen INTEGER NOT NULL,
      seen_at BIGINT,
      note TEXT NOT NULL
    )`,
    'CREATE INDEX pasarela_findings_in_order ON pasarela_findings (seen, found_at DESC, id)',
    'CREATE INDEX pasarela_findings_by_rule ON pasarela_findings (rule, severity, seen)',
    'CREATE INDEX pasarela_findings_by_run ON pasarela_findings (last_found_at)',
    `CREATE TABLE pasarela_runs (
      name TEXT PRIMARY KEY,
      owner TEXT,
      next_at BIGINT NOT NULL,
      succeeded_at BIGINT,
      failed_at BIGINT
    )`,
  ],
};

/** The schema, step by step. The version of a schema is its number of steps. */
export const migrations: ReadonlyArray<Migration> = [
  eventsAndKeys,
  keysInDoubt,
  whatEventsAreAbout,
  doubtsAreKept,
  handlers,
  lanePartitions,
  boundedBatches,
  servedVersions,
  rateLimits,
  refusals,
  refundSums,
  storeFacts,
  lookUps,
  findings,
];
