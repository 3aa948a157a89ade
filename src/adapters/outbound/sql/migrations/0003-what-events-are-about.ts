import type { Migration } from '../migration.js';

/**
 * Payloads of events are dropped, and their ids stay (`state = 'dropped'`, an empty `body`). `customer` and `payment` say whom
 * an event is about; of what is stored already they are filled in when a customer is erased: `traced` is 0 until then.
 * `signed_with`: which secret the webhook was signed with.
 */
export const whatEventsAreAbout: Migration = {
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
