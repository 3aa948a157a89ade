import { existsSync } from 'node:fs';
import * as E from 'fp-ts/lib/Either.js';
import type { Database } from '../../adapters/outbound/sql/database.js';
import type { StripeConfig } from '../config/processor.js';
import type { StoreConfig } from '../config/store.js';
import { settlesWithin } from '../settles-within.js';
import { openDatabase } from '../stores.js';
import { type Finding, findingsOf } from './finding.js';

const { ok, warning } = findingsOf('load');

/** A set of values that fits a load, as `docs/stripe.md` lists them. */
type LoadProfile = {
  readonly name: 'small' | 'medium' | 'large';
  /** Received in a day; the last one has no limit. */
  readonly eventsBelow: number;
  /** Values that differ from the defaults. */
  readonly values: Readonly<Record<string, number>>;
};

/** From the smallest to the largest. A payment has about four calls and four events, and the busiest hour a fifth of a day. */
export const loadProfiles: ReadonlyArray<LoadProfile> = [
  { name: 'small', eventsBelow: 10_000, values: {} },
  { name: 'medium', eventsBelow: 200_000, values: { STRIPE_BREAKER_FAILURES: 20 } },
  {
    name: 'large',
    eventsBelow: Number.POSITIVE_INFINITY,
    values: {
      STRIPE_BREAKER_FAILURES: 50,
      STRIPE_TIMEOUT_MS: 10_000,
      STRIPE_TOTAL_TIMEOUT_MS: 15_000,
      DATABASE_POOL_SIZE: 20,
    },
  },
];

// Longer than buyers wait, and than proxies do by default.
const longestWaitMs = 30_000;

const daySeconds = 24 * 60 * 60;

// In milliseconds.
const patience = 10_000;

const countEvents = async ({ query }: Database, now: number): Promise<number | undefined> => {
  const counted = await query(
    'SELECT COUNT(*) AS events FROM pasarela_events WHERE received_at > $1',
    [now - daySeconds],
  )();
  return E.isRight(counted) ? Number(counted.right[0]?.['events']) : undefined;
};

const eventsOfLastDay = async (store: StoreConfig, now: number): Promise<number | undefined> => {
  if (store.kind === 'memory' || (store.kind === 'file' && !existsSync(store.path))) {
    return undefined;
  }
  const opened = await openDatabase(store)();
  if (E.isLeft(opened)) return undefined;
  const counted = countEvents(opened.right, now);
  const inTime = await settlesWithin(counted, patience);
  await settlesWithin(opened.right.close(), patience);
  return inTime ? counted : undefined;
};

/** The profile for the events of a day. */
export const profileFor = (events: number): LoadProfile | undefined =>
  loadProfiles.find(({ eventsBelow }) => events < eventsBelow);

const unprotected = (
  {
    totalTimeoutMs,
    breakerFailures,
    breakerFailuresInRow,
  }: Pick<StripeConfig, 'totalTimeoutMs' | 'breakerFailures' | 'breakerFailuresInRow'>,
  profile: LoadProfile | undefined,
): ReadonlyArray<Finding> => [
  ...(totalTimeoutMs > longestWaitMs
    ? [
        warning(
          `STRIPE_TOTAL_TIMEOUT_MS lets a buyer wait ${totalTimeoutMs / 1000} seconds while the processor hangs`,
          'unset it, or set it to less than a buyer waits',
        ),
      ]
    : []),
  ...(breakerFailures === 0
    ? [
        warning(
          'STRIPE_BREAKER_FAILURES=0: every buyer waits while the processor hangs',
          'unset it, so that the circuit breaker can open',
        ),
      ]
    : []),
  ...(breakerFailures > 0 && breakerFailuresInRow === 0 && profile?.name === 'small'
    ? [
        warning(
          'STRIPE_BREAKER_FAILURES_IN_ROW=0: with so few calls the circuit breaker does not open',
          'unset it',
        ),
      ]
    : []),
];

/** Names the profile that fits the events of the last day, and says if buyers are not protected while the processor hangs. */
export const checkLoad = async (
  processor: StripeConfig,
  store: StoreConfig,
  now: number,
): Promise<ReadonlyArray<Finding>> => {
  const events = await eventsOfLastDay(store, now);
  const profile = events === undefined ? undefined : profileFor(events);
  const problems = unprotected(processor, profile);
  if (events === undefined || profile === undefined) return problems;
  const values = Object.entries(profile.values).map(([name, value]) => `${name}=${value}`);
  return [
    ok(
      `${events} events in the last day: the profile ${profile.name} of docs/stripe.md fits, ${values.length === 0 ? 'which is that of the defaults' : `with ${values.join(' ')}`}`,
    ),
    ...problems,
  ];
};
