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
 * Writes items in groups, one transaction each: a commit waits for the disk, and one wait serves many items. A group forms from the
 * items of one turn of the event loop, or from those that come while others are written. Each caller gets its outcome after
 * the commit. If the database refuses a group, its items are written one by one, so that each caller gets its own failure.
 */
export const inGroups = <A, B>({
  write,
  isRefusal,
  lengthOf,
  groupsAtOnce,
}: Writing<A, B>): ((item: A) => TE.TaskEither<StoreUnavailable, B>) => {
  const waiting: Array<Waiting<A, B>> = [];
  let writers = 0;

  const takeGroup = (): ReadonlyArray<Waiting<A, B>> => {
    let length = 0;
    const tooMany = waiting.findIndex(({ item }, index) => {
      length += lengthOf(item);
      return index === mostItems || (index > 0 && length > greatestLength);
    });
    return waiting.splice(0, tooMany < 0 ? waiting.length : tooMany);
  };

  const writeGroup = async (group: ReadonlyArray<Waiting<A, B>>): Promise<void> => {
    try {
      const written = await write(group.map(({ item }) => item))();
      if (E.isLeft(written) && group.length > 1 && isRefusal(written.left)) {
        await Promise.all(group.map((one) => writeGroup([one])));
        return;
      }
      for (const { item, resolve } of group) {
        resolve(E.isLeft(written) ? written : E.right(written.right(item)));
      }
    } catch (defect) {
      for (const { reject } of group) reject(defect);
    }
  };

  const writeAll = async (): Promise<void> => {
    writers += 1;
    await nextTurn();
    while (waiting.length > 0) await writeGroup(takeGroup());
    writers -= 1;
  };

  return (item) => () =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      const idle = writers === 0;
      if (idle || (writers < groupsAtOnce && waiting.length >= manyItems)) void writeAll();
    });
};
