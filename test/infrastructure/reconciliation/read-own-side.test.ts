import { expect } from 'chai';
import { createMonth } from '../../support/reconciliation/month.js';
import { reconcileStoredMonth } from '../../support/reconciliation/store-month.js';
import { usePostgresStores } from '../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

// node scripts/reconcile-month.mjs does the same with 10,000 payments.
describe('a month whose events, refusals and doubts a service has stored', () => {
  const sqlite = useSqlite();
  const postgres = usePostgresStores();

  for (const [name, fresh] of [
    ['SQLite', sqlite.fresh],
    ['PostgreSQL', postgres.fresh],
  ] as const) {
    it(`is reconciled with ${name}: exactly what was planted is found`, async () => {
      const month = createMonth(400, 2);
      expect(await reconcileStoredMonth(month, await fresh())).to.deep.equal(month.planted);
    });
  }
});
