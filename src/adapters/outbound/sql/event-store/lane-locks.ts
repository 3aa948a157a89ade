import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import type { Dialect, Query } from '../database.js';
import { decodeRow } from '../rows.js';
import { valueList } from '../value-list.js';

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

const decodePartition = decodeRow(t.type({ partition: t.number }, 'Partition'));

/**
 * Locks the partitions of lanes until the transaction ends, and returns those that are locked. `wait` waits for partitions that
 * another instance has locked, and `skip` leaves them out.
 */
export const lockPartitions = (
  query: Query,
  { rowLock }: Dialect,
  lanes: ReadonlyArray<string>,
  others: 'wait' | 'skip',
): TE.TaskEither<StoreUnavailable, ReadonlySet<number>> => {
  const partitions = new Set(lanes.map(partitionOf));
  // A database without locks of rows has locked everything.
  if (rowLock[others] === '') return TE.right(partitions);
  const { placeholders, values } = valueList([...partitions], 1);
  return pipe(
    query(
      `SELECT partition FROM pasarela_partitions WHERE partition IN (${placeholders})
      ORDER BY partition ${rowLock[others]}`,
      values,
      `lock ${others} ${values.length}`,
    ),
    TE.flatMapEither(E.traverseArray(decodePartition)),
    TE.map((rows) => new Set(rows.map(({ partition }) => partition))),
  );
};
