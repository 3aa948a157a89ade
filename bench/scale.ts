import { parseArgs } from 'node:util';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { Client } from 'pg';
import { eventOf } from '../src/contract/stores/event-store/event-of.js';
import { customerId } from '../src/domain/branded.js';
import { createPayments, type EventStore } from '../src/index.js';
import { createMemoryProcessor } from '../src/memory.js';
import { openPostgresStores } from '../src/postgres.js';
import { newStores } from './harness/databases.js';
import { inWorkshop } from './harness/workshop.js';

// Fills a PostgreSQL as 35 days of events leave it, and prints the bytes of its tables and indexes, and how long the statements
// of the stores take. docs/internals/scale.md calculates with these figures.
// npx tsc -p tsconfig.json && node build/bench/scale.js --events 1000000

const { values: given } = parseArgs({
  options: { events: { type: 'string', default: '1000000' } },
});
const count = Number(given.events);
const keys = count / 10;

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** An event as the processor sends it, without its ids. */
const eventBody = async (): Promise<string> => {
  const processor = createMemoryProcessor({ seed: 'scale' });
  const { createCustomer, createPaymentIntent } = createPayments({ processor });
  let body = '';
  processor.controls.onEvent((event) => {
    if (event.type === 'payment_intent.succeeded') body = JSON.stringify(event);
  });
  const { id } = await createCustomer({ email: 'ana@example.com', name: 'Ana', phone: '+34600' });
  const payment = { customer: id, amount: '19.99', payment_method: 'pm_card_visa', confirm: true };
  await createPaymentIntent(payment);
  return body;
};

// Payloads stay for 30 of the 35 days for which ids stay. Of the others, every 1000th is dead, and the last 1000 are pending.
const insertEvents = `
  INSERT INTO pasarela_events (
    id, type, object_id, lane, created, livemode, received_at, state, attempts,
    due, next_attempt_at, handled_at, body, customer, payment, signed_with, traced
  )
  SELECT 'evt_' || md5(n::text), 'type.' || n % 20,
    CASE WHEN state <> 'dropped' THEN payment END,
    CASE WHEN state = 'dropped' THEN 'evt_' || md5(n::text) ELSE payment END,
    1700000000 + n / 1000, 1, 1700000000 + n / 1000, state, 1,
    CASE WHEN state = 'pending' THEN 1 END,
    CASE WHEN state = 'pending' THEN 1700000000 + n / 1000 END,
    CASE WHEN state IN ('handled', 'dropped') THEN 1700000000 + n / 1000 END,
    CASE WHEN state = 'dropped' THEN '' ELSE replace($2, 'pi_', payment) END,
    CASE WHEN state <> 'dropped' THEN 'cus_' || n / 30 END,
    CASE WHEN state <> 'dropped' THEN payment END,
    'current', 1
  FROM generate_series(1::bigint, $1::bigint) AS n,
    LATERAL (SELECT 'pi_' || md5((n / 3)::text) AS payment, CASE
      WHEN n <= $1 * 5 / 35 THEN 'dropped' WHEN n % 1000 = 0 THEN 'dead'
      WHEN n > $1 - 1000 THEN 'pending' ELSE 'handled' END AS state) AS event`;

const insertTries = `
  INSERT INTO pasarela_event_tries (event_id, attempt, started_at, ended_at, error, handlers)
  SELECT id, 1, created, created, NULL, '[{"name":"mail","error":null}]'
  FROM pasarela_events WHERE state = 'handled'`;

const insertKeys = `
  INSERT INTO pasarela_idempotency_keys (
    scope, key, fingerprint, secret_id, created_at, seen_at, in_doubt, lease_until,
    operation, derived_key, sent_settings, answer, answered_at
  )
  SELECT 'shop', 'order-' || n, md5(n::text) || md5('a' || n), 's1', moment, moment, 0, moment + 30,
    'createPaymentIntent', md5('b' || n) || md5('c' || n),
    '{"confirmationMethod":"manual","requestFormat":"2026-08-26.dahlia"}',
    (SELECT string_agg(md5(n::text || part), '') FROM generate_series(1, 80) AS part), moment
  FROM generate_series(1, $1::bigint) AS n, LATERAL (SELECT 1700000000 + n / 100 AS moment) AS time`;

const sizes = `
  SELECT relname AS name, pg_relation_size(oid) AS bytes,
    COALESCE(pg_relation_size(NULLIF(reltoastrelid, 0)), 0) AS toast
  FROM pg_class WHERE relname LIKE 'pasarela%' AND relkind IN ('r', 'i')
  ORDER BY relkind DESC, relname`;

const printSizes = async (client: Client): Promise<void> => {
  type Size = { readonly name: string; readonly bytes: string; readonly toast: string };
  for (const { name, bytes, toast } of (await client.query<Size>(sizes)).rows) {
    const rows = name.includes('idempotency') ? keys : count;
    const each = (total: string): string => (Number(total) / rows).toFixed(1);
    print(`${name}: ${each(bytes)} bytes a row${toast === '0' ? '' : `, ${each(toast)} in TOAST`}`);
  }
};

const succeed = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw new Error('the store failed', { cause: outcome.left });
  return outcome.right;
};

/** Does some work several times, and prints the median and the longest time. */
const time = async <A>(
  name: string,
  times: number,
  work: (n: number) => TE.TaskEither<unknown, A>,
): Promise<ReadonlyArray<A>> => {
  const taken: Array<number> = [];
  const results: Array<A> = [];
  for (let n = 0; n < times; n += 1) {
    const begun = performance.now();
    results.push(await succeed(work(n)));
    taken.push(performance.now() - begun);
  }
  taken.sort((one, other) => one - other);
  const [median = 0, longest = 0] = [taken[Math.floor(times / 2)], taken.at(-1)];
  print(`${name}: ${median.toFixed(2)} ms, at most ${longest.toFixed(1)} ms`);
  return results;
};

const timeStatements = async (events: EventStore): Promise<void> => {
  const now = Math.floor(Date.now() / 1000);
  const lease = { owner: 'scale', now, leaseUntil: now + 600, limit: 50 };
  await time('store', 100, (n) => events.store(eventOf(`evt_${n}`, { object: `pi_${n}` }), now));
  const claimed = (await time('claim 50', 4, () => events.claim(lease))).flat();
  const outcome = { _tag: 'Handled' } as const;
  await time('conclude', 100, (n) =>
    events.conclude(claimed[n]?.stored.id ?? '', {
      owner: 'scale',
      startedAt: now,
      endedAt: now,
      outcome,
    }),
  );
  await time('list', 20, () => events.list({ limit: 20 }));
  await time('list by state', 20, () => events.list({ limit: 20, state: 'dead' }));
  await time('list by state and type', 3, () =>
    events.list({ limit: 20, state: 'dead', type: 'type.3' }),
  );
  await time('drop 100 payloads', 20, () => events.dropPayloads('handled', now, 100));
  await time('purge 100 ids', 20, () => events.purge(now, 100));
  const middle = Math.floor(count / 60);
  await time('erase a customer of 30 events', 4, (n) =>
    events.eraseCustomer(customerId(`cus_${middle + n}`), 100),
  );
};

await inWorkshop(async (workshop) => {
  const url = await newStores(workshop).PostgreSQL();
  const { eventStore, close } = await openPostgresStores({ url });
  const client = new Client({ connectionString: url });
  await client.connect();
  const body = await eventBody();
  print(`${count} events of ${body.length} bytes, and ${keys} keys`);
  await client.query(insertEvents, [count, body]);
  await client.query(insertTries);
  await client.query(insertKeys, [keys]);
  await client.query('VACUUM (FREEZE, ANALYZE)');
  await printSizes(client);
  await timeStatements(eventStore);
  await client.end();
  await close();
});
