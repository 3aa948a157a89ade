import type { Migration } from '../migration.js';

/**
 * What each handler of an event did. Lists as JSON, or nothing: `taken_by` the handlers that have taken an event while others
 * have not, `handlers` those of a try.
 */
export const handlers: Migration = {
  name: 'handlers of an event have outcomes of their own',
  statements: () => [
    'ALTER TABLE pasarela_events ADD COLUMN taken_by TEXT',
    'ALTER TABLE pasarela_event_tries ADD COLUMN handlers TEXT',
  ],
};
