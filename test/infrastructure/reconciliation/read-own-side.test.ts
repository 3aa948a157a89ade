import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import { decodeConfig } from '../../../src/infrastructure/config/config.js';
import { readOwnSide } from '../../../src/infrastructure/reconciliation/read-own-side.js';
import { createMonth } from '../../support/reconciliation/month.js';
import { reconcileStoredMonth } from '../../support/reconciliation/store-month.js';
import { usePostgresStores } from '../../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../../support/stores/use-sqlite.js';

// node scripts/reconcile-month.mjs does the same with 10,000 payments.
describe('the records of a service', () => {
  const down = { _tag: 'StoreUnavailable', cause: new Error('down') } as const;
  const fails = () => TE.left(down);
  const config = decodeConfig({ IDEMPOTENCY_SECRET: 'a secret of the service' });
  const sideOf = async (
    changes: Parameters<typeof readOwnSide>[0]['stores'] = {
      eventStore: createMemoryEventStore(),
      idempotencyStore: createMemoryIdempotencyStore(),
    },
  ) => {
    if (E.isLeft(config)) throw new Error(config.left.join('; '));
    const ledger = await openReconciliationLedger(':memory:');
    try {
      return await readOwnSide({
        stores: changes,
        config: config.right,
        ledger,
        lookUp: () => async () => E.right(E.left(down)),
        turn: async () => undefined,
        now: 10_000,
      })({ from: 0, to: 10_000, grace: 60 })();
    } finally {
      ledger.close();
    }
  };
  const doubt = (number: number) => ({
    scope: 'client:shop',
    key: `key ${number}`,
    since: 1000 + number,
    leasedUntil: null,
    secret: 's',
    firstSent: null,
    summary: null,
  });
  const withDoubts = (count: number) => ({
    eventStore: createMemoryEventStore(),
    idempotencyStore: {
      ...createMemoryIdempotencyStore(),
      unsettled: ({ after }: { readonly after?: unknown }) =>
        TE.right(
          after === undefined ? Array.from({ length: count }, (_, number) => doubt(number)) : [],
        ),
    },
  });

  it('are not read while the store does not answer, at whatever step', async () => {
    const eventStore = createMemoryEventStore();
    const idempotencyStore = createMemoryIdempotencyStore();
    for (const stores of [
      { idempotencyStore, eventStore: { ...eventStore, list: fails } },
      { eventStore, idempotencyStore: { ...idempotencyStore, refusals: fails } },
      { eventStore, idempotencyStore: { ...idempotencyStore, unsettled: fails } },
    ]) {
      expect(await sideOf(stores)).to.deep.equal(E.left(down));
    }
  });

  it('say of a key in doubt that nobody knows what it made', async () => {
    expect(await sideOf(withDoubts(1))).to.deep.equal(
      E.right({
        eventsSince: null,
        keys: [
          {
            key: 'key 0',
            scope: 'client:shop',
            client: 'shop',
            operation: null,
            since: 1000,
            made: null,
          },
        ],
        skipped: ['stored events, because the service has stored none'],
      }),
    );
  });

  it('say that they have more doubts than are looked up', async () => {
    const side = await sideOf(withDoubts(1001));
    if (E.isLeft(side)) throw new Error('the store answers');
    expect(side.right.keys).to.have.length(1000);
    expect(side.right.skipped).to.include('more than 1000 keys in doubt');
  });
});

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
