import { createSqlEventStore } from '../../../../src/adapters/outbound/sql/event-store.js';
import { createSqlFindingStore } from '../../../../src/adapters/outbound/sql/finding-store.js';
import { createSqlIdempotencyStore } from '../../../../src/adapters/outbound/sql/idempotency-store.js';
import { createSqlRefundSums } from '../../../../src/adapters/outbound/sql/refund-sums.js';
import { describeEventStore } from '../../../../src/contract/stores/describe-event-store.js';
import { describeFindingStore } from '../../../../src/contract/stores/describe-finding-store.js';
import { describeIdempotencyStore } from '../../../../src/contract/stores/describe-idempotency-store.js';
import { describeRefundSums } from '../../../../src/contract/stores/describe-refund-sums.js';
import { usePostgresStores } from '../../../support/stores/postgres/use-postgres.js';

describe('PostgreSQL', () => {
  const { fresh, another } = usePostgresStores();

  describeEventStore('PostgreSQL', {
    open: async () => createSqlEventStore(await fresh()),
    openAnother: async () => createSqlEventStore(await another()),
  });
  describeIdempotencyStore('PostgreSQL', {
    open: async () => createSqlIdempotencyStore(await fresh()),
    openAnother: async () => createSqlIdempotencyStore(await another()),
  });
  describeRefundSums('PostgreSQL', {
    open: async () => createSqlRefundSums(await fresh()),
    openAnother: async () => createSqlRefundSums(await another()),
  });
  describeFindingStore('PostgreSQL', {
    open: async () => createSqlFindingStore(await fresh()),
    openAnother: async () => createSqlFindingStore(await another()),
  });
});
