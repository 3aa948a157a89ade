import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Database } from '../../../src/adapters/outbound/sql/database.js';
import { createSqlEventStore } from '../../../src/adapters/outbound/sql/event-store.js';
import { createSqlIdempotencyStore } from '../../../src/adapters/outbound/sql/idempotency-store.js';
import { openReconciliationLedger } from '../../../src/adapters/outbound/sqlite/reconciliation-ledger.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { idempotencyCipher } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { judgeSides } from '../../../src/infrastructure/reconciliation/judge-sides.js';
import { readOwnSide } from '../../../src/infrastructure/reconciliation/read-own-side.js';
import { keptAnswer, keyedRequest } from '../idempotency/keyed-request.js';
import { processorObjects } from '../processors/processor-objects.js';
import { type Month, monthEnd, monthRead, monthStart } from './month.js';
import { findingIds, readMonth } from './reconcile-month.js';

const secret = 'a secret of the month';
const scope = 'client:shop';
const atOnce = 50;

const eachOf = async <A>(
  all: ReadonlyArray<A>,
  work: (one: A, at: number) => Promise<unknown>,
): Promise<void> => {
  for (let from = 0; from < all.length; from += atOnce) {
    await Promise.all(all.slice(from, from + atOnce).map((one, at) => work(one, from + at)));
  }
};

/** Stores what a service would have stored in a month: its events, refusals and keys in doubt. */
const storeMonth = async (
  { events, refusals, keys }: Pick<Month, 'events' | 'refusals' | 'keys'>,
  database: Database,
): Promise<void> => {
  const eventStore = createSqlEventStore(database);
  const idempotencyStore = createSqlIdempotencyStore(database);
  // An event of before says that the service had webhooks from the beginning.
  const before = { payment: 'pi_before', type: 'payment_intent.succeeded' };
  await eachOf([before, ...events], ({ payment, type }, at) => {
    const moment = monthStart - 1 + at;
    const event = eventOf(`evt_${at}`, {
      type,
      object: payment,
      created: moment,
      fields: { object: payment.startsWith('pi_') ? 'payment_intent' : 'charge' },
    });
    return valueOf(eventStore.store(event, moment));
  });
  const cipher = await valueOf(idempotencyCipher(idempotencyStore, [secret]));
  const claim = async (key: string, now: number) => {
    const owner = `owner of ${key}`;
    await valueOf(
      idempotencyStore.claim(
        keyedRequest({ scopes: [scope], key, owner, now, leaseUntil: now + 1 }),
      ),
    );
    return { scope, key, owner };
  };
  await eachOf(refusals, async ({ payment, key, at }) => {
    const error = {
      _tag: 'CardError',
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: null,
      param: null,
      charge: null,
      payment_intent: payment,
    };
    const sealed = cipher.seal(JSON.stringify(E.left(error)));
    if (O.isNone(sealed)) throw new Error('the secret is unknown');
    const lease = await claim(key, at);
    const answer = { ...keptAnswer(sealed.value, at), refused: true };
    await valueOf(idempotencyStore.answer(lease, answer));
  });
  await eachOf(keys, async ({ key, since }) => {
    await valueOf(idempotencyStore.release(await claim(key, since), 'in_doubt'));
  });
};

/** Stores a month in a migrated database, and reconciles it with that. Returns the ids of the findings, sorted. */
export const reconcileStoredMonth = async (
  month: Month,
  database: Database,
  path = ':memory:',
): Promise<ReadonlyArray<string>> => {
  await storeMonth(month, database);
  const made = new Map(month.keys.map(({ key, made: id }) => [key, id]));
  const ledger = await openReconciliationLedger(path);
  const turn = async (): Promise<void> => undefined;
  try {
    await ledger.keep('orders', month.orders, { cursor: null, done: true });
    await readMonth(month, ledger);
    const time = { from: monthStart, to: monthEnd, grace: 3600 };
    const own = await valueOf(
      readOwnSide({
        stores: {
          eventStore: createSqlEventStore(database),
          idempotencyStore: createSqlIdempotencyStore(database),
        },
        config: {
          idempotency: {
            secrets: [secret],
            waitMs: 0,
            leaseSeconds: 30,
            retentionDays: 30,
            namespace: undefined,
          },
          eventHandling: {
            concurrency: 1,
            leaseSeconds: 30,
            maxTries: 1,
            retentionDays: 365,
            deadRetentionDays: 365,
            idDays: 365,
          },
        },
        ledger,
        lookUp:
          ({ key }) =>
          async () =>
            E.right(E.right({ ...processorObjects.intent, id: made.get(key) ?? '' })),
        turn,
        now: monthRead,
      })(time),
    );
    await judgeSides({
      ledger,
      processor: { retrieveCustomer: () => TE.right(processorObjects.customer) },
      own,
      turn,
    })({ ...time, now: monthRead, fees: [{ percent: 15_000, fixed: 25 }] });
    return findingIds(ledger);
  } finally {
    ledger.close();
  }
};
