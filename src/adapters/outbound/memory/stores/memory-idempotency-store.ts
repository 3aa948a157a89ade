import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { keyLifetime } from '../../../../application/idempotency/decide-claim.js';
import type { KeyRow } from '../../../../application/idempotency/key-row.js';
import type { IdempotencyStore } from '../../../../application/ports/idempotency-store.js';
import type { Row, RowPlace } from '../../../../application/ports/rows.js';
import { createIdempotencyStore } from '../../rows/idempotency-store.js';
import { createSortedTree } from '../../sorted-tree.js';

const inOrder = (one: RowPlace, other: RowPlace): number =>
  one.at - other.at || (one.id < other.id ? -1 : Number(one.id > other.id));

/** Rows by their ids. A version is known here by the row itself. */
const memoryRows = <A>() => {
  const rows = new Map<string, Row<A>>();
  const lists = new Map<string, ReturnType<typeof noPlaces>>();
  const noPlaces = () => createSortedTree<RowPlace, Row<A>>(inOrder);
  const listOf = (name: string) => {
    const list = lists.get(name) ?? noPlaces();
    lists.set(name, list);
    return list;
  };
  return {
    get: (id: string): Row<A> | null => rows.get(id) ?? null,
    size: () => rows.size,
    list: listOf,
    replace: (before: Row<A> | null, after: Row<A> | null): void => {
      if (before !== null) {
        rows.delete(before.id);
        listOf(before.list).delete(before);
      }
      if (after !== null) {
        rows.set(after.id, after);
        listOf(after.list).set(after, after);
      }
    },
  };
};

// As often as other stores are purged. Until then, the outcome of the first request is looked up.
const expiredStay = 600;

/**
 * Creates an idempotency store in memory. It is visible only to its own process and lost with it. It keeps at most `most`
 * keys: those whose answers end first are dropped. Keys without an answer are never dropped: once there are `most` of them,
 * new keys are refused with `StoreUnavailable`.
 */
export const createMemoryIdempotencyStore = (most = 20_000): IdempotencyStore => {
  const keys = memoryRows<KeyRow>();
  const facts = memoryRows<string>();
  const unsettled = keys.list('unsettled');
  const answered = keys.list('answered');
  let completeFrom: number | undefined;

  /** Drops the key whose last day began first, if it began before a moment. Returns when it did. */
  const dropFirst = (before: number): number | undefined => {
    const first = answered.lowest();
    if (first === undefined || first.at >= before) return undefined;
    keys.replace(keys.get(first.id), null);
    return first.at;
  };

  const insert = (row: Row<KeyRow>): void => {
    if (unsettled.size() >= most) {
      throw new Error(
        `the in-memory store is full: ${most} idempotency keys have no answer; settle them, or use a database`,
      );
    }
    keys.replace(null, row);
    const dropped = keys.size() > most ? dropFirst(Infinity) : undefined;
    if (dropped === undefined) return;
    const day = Math.max(row.value.lastSeen, dropped) + keyLifetime;
    completeFrom = Math.max(completeFrom ?? 0, day);
  };

  const store = createIdempotencyStore({
    keys: {
      read: async (id) => keys.get(id),
      compareAndSwap: async (id, before, after) => {
        if (keys.get(id) !== before) return false;
        if (before === null && after !== null) insert(after);
        else keys.replace(before, after);
        return true;
      },
      *list(name, after) {
        const list = keys.list(name);
        for (const place of list.up(after)) {
          const row = list.get(place);
          if (row !== undefined) yield row;
        }
      },
    },
    facts: {
      read: async (id) => facts.get(id),
      compareAndSwap: async (id, before, after) => {
        if (facts.get(id) !== before) return false;
        facts.replace(before, after);
        return true;
      },
    },
    mayHaveForgotten: (now) => {
      completeFrom ??= now + keyLifetime;
      return now < completeFrom;
    },
  });

  return {
    ...store,
    claim: (asked) =>
      pipe(
        TE.fromIO(() => {
          while (dropFirst(asked.forgetAnsweredBefore - expiredStay) !== undefined);
        }),
        TE.flatMap(() => store.claim(asked)),
      ),
    count: TE.fromIO(() => ({ answered: answered.size(), unsettled: unsettled.size() })),
  };
};
