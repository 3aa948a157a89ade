import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/sql-event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/sql-idempotency-store.js';
import { describeEventInbox } from '../../../contract/stores/describe-event-inbox.js';
import { describeIdempotencyStore } from '../../../contract/stores/describe-idempotency-store.js';
import { useSqlite } from '../../../support/use-sqlite.js';

describe('SQLite', () => {
  const { fresh, another } = useSqlite();

  describeEventInbox(
    'SQLite',
    async () => createSqlEventStore(await fresh()),
    async () => createSqlEventStore(await another()),
  );
  describeIdempotencyStore(
    'SQLite',
    async () => createSqlIdempotencyStore(await fresh()),
    async () => createSqlIdempotencyStore(await another()),
  );
});
