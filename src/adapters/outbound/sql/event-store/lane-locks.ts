import * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Dialect, Query, Statement } from '../database.js';

// The number of rows in `pasarela_partitions`. All versions must agree on it, and on `partitionOf`.
const partitionCount = 256;

/**
 * The partition of a lane. To lease an event, or to extend its lease, an instance holds the lock of its partition. So a lane is
 * never leased twice, and instances that lease events of other partitions do not wait.
 */
export const partitionOf = (lane: string): number => {
  let hash = 0;
  for (let at = 0; at < lane.length; at += 1) {
    hash = (hash * 31 + lane.charCodeAt(at)) % partitionCount;
  }
  return hash;
};

/** Transactions that lease events share this lock. Versions without partitions hold it alone. */
export const leasingLock = 'claim events';

/** Locks the partition of a lane until the transaction ends. */
export const lockLane = (
  query: Query,
  { rowLock }: Dialect,
  lane: string,
): TE.TaskEither<StoreUnavailable, unknown> =>
  // A database without locks of rows has locked everything.
  rowLock.wait === ''
    ? TE.right(undefined)
    : query(
        `SELECT partition FROM pasarela_partitions WHERE partition = $1 ${rowLock.wait}`,
        [partitionOf(lane)],
        'lock lane',
      );

type Place = { readonly seq: number; readonly lane: string };

const arrayOf = (numbers: ReadonlyArray<number>): string => `{${numbers.join(',')}}`;

/**
 * The statement that locks the partitions of events, and notes until the transaction ends which of them are held: the condition
 * `holdsEvent` of the next statement finds these, in the same round trip. It returns the numbers of these events; `undefined`: a
 * database without locks of rows has locked everything.
 */
export const holdEvents = (
  { rowLock }: Dialect,
  events: ReadonlyArray<Place>,
  others: 'wait' | 'skip',
): Statement | undefined =>
  rowLock[others] === ''
    ? undefined
    : [
        `WITH held AS (
          SELECT wanted.seq FROM pasarela_partitions
          JOIN unnest(CAST($1 AS BIGINT[]), CAST($2 AS INTEGER[])) AS wanted (seq, partition)
            ON wanted.partition = pasarela_partitions.partition
          ORDER BY pasarela_partitions.partition ${rowLock[others]}
        ), noted AS (
          SELECT set_config('pasarela.held', COALESCE(string_agg(CAST(seq AS TEXT), ' '), ''), TRUE) FROM held
        )
        SELECT seq FROM held, noted`,
        [
          arrayOf(events.map(({ seq }) => seq)),
          arrayOf(events.map(({ lane }) => partitionOf(lane))),
        ],
        `hold ${others}`,
      ];

/** The condition that `holdEvents` has noted an event. `seq`: its column. */
export const holdsEvent = (seq: string, { rowLock }: Dialect): string =>
  rowLock.skip === ''
    ? 'TRUE'
    : `' ' || current_setting('pasarela.held', TRUE) || ' ' LIKE '% ' || ${seq} || ' %'`;
