import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/sql-event-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/sql-idempotency-store.js';
import { describeEventInbox } from '../../../contract/stores/describe-event-inbox.js';
import { describeIdempotencyStore } from '../../../contract/stores/describe-idempotency-store.js';
import { usePostgresStores } from '../../../support/postgres/use-postgres-stores.js';

describe('PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  describeEventInbox(
    'PostgreSQL',
    async () => createSqlEventStore(await fresh()),
    async () => createSqlEventStore(await another()),
  );
  describeIdempotencyStore(
    'PostgreSQL',
    async () => createSqlIdempotencyStore(await fresh()),
    async () => createSqlIdempotencyStore(await another()),
  );
});
