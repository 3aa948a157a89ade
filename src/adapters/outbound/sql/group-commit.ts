import { setImmediate as nextTurn } from 'node:timers/promises';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

type Writing<A, B> = {
  /** Writes items in one transaction, and tells the outcome of each. Left: none of them is written. */
  readonly write: (items: ReadonlyArray<A>) => TE.TaskEither<StoreUnavailable, (item: A) => B>;
  /** Whether a single item may be the reason of a failure. */
  readonly isRefusal: (failure: StoreUnavailable) => boolean;
  /** The length of an item's text. */
  readonly lengthOf: (item: A) => number;
  /** The number of groups that the database can write at the same time. */
  readonly groupsAtOnce: number;
};

type Waiting<A, B> = {
  readonly item: A;
  readonly resolve: (outcome: E.Either<StoreUnavailable, B>) => void;
  readonly reject: (defect: unknown) => void;
};

// SQLite blocks the event loop while it writes a group.
const mostItems = 64;
const greatestLength = 1_000_000;
// While so many wait, another group is written beside the first.
const manyItems = 16;

/**
 * Writes items in groups, one transaction each: a commit waits for the disk, and one wait serves many items. A group forms from
 * the items of one turn of the event loop, or from those that come while others are written. After an item that was alone, the
 * next one does not wait for the turn to end. Each caller gets its outcome after the commit. If the database refuses a group, its
 * items are written one by one, so that each caller gets its own failure. If it cannot be reached, items that have waited as long
 * as the group get the same failure: in an outage, each try may take many seconds.
 */
export const inGroups = <A, B>({
  write,
  isRefusal,
  lengthOf,
  groupsAtOnce,
}: Writing<A, B>): ((item: A) => TE.TaskEither<StoreUnavailable, B>) => {
  const waiting: Array<Waiting<A, B>> = [];
  let writers = 0;
  let alone = false;

  const takeGroup = (): ReadonlyArray<Waiting<A, B>> => {
    let length = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      length += lengthOf(item);
      return index === mostItems || (index > 0 && length > greatestLength);
    });
    return waiting.splice(0, tooMany < 0 ? waiting.length : tooMany);
  };

  /** Returns the failure of a database that cannot be reached. */
  const writeGroup = async (
    group: ReadonlyArray<Waiting<A, B>>,
  ): Promise<E.Either<StoreUnavailable, unknown>> => {
    try {
      const written = await write(group.map(({ item }) => item))();
      const refused = E.isLeft(written) && isRefusal(written.left);
      if (refused && group.length > 1) {
        return E.right(await Promise.all(group.map((one) => writeGroup([one]))));
      }
      for (const { item, resolve } of group) {
        resolve(E.isLeft(written) ? written : E.right(written.right(item)));
      }
      return refused ? E.right(undefined) : written;
    } catch (defect) {
      for (const { reject } of group) reject(defect);
      return E.right(undefined);
    }
  };

  const writeAll = async (): Promise<void> => {
    writers += 1;
    if (!alone) await nextTurn();
    while (waiting.length > 0) {
      const group = takeGroup();
      alone = group.length === 1;
      const last = waiting.at(-1);
      const written = await writeGroup(group);
      if (E.isLeft(written) && last !== undefined) {
        for (const { resolve } of waiting.splice(0, waiting.indexOf(last) + 1)) resolve(written);
      }
    }
    writers -= 1;
  };

  return (item) => () =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      const idle = writers === 0;
      if (idle || (writers < groupsAtOnce && waiting.length >= manyItems)) void writeAll();
    });
};
