import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { decideClaim } from '../../../application/idempotency/decide-claim.js';
import {
  answeredKey,
  foundAnswer,
  hasCome,
  isLookUpDue,
  type KeyRow,
  keyInDoubt,
  keyWithoutRefusal,
  lookedUpKey,
  newKey,
  refusedKey,
  seenKey,
  settledKey,
  takenKey,
  unsettledKey,
} from '../../../application/idempotency/key-row.js';
import type {
  IdempotencyClaim,
  IdempotencyLease,
  IdempotencyStore,
  KeyedRequest,
  RefusedKey,
  UnsettledKey,
} from '../../../application/ports/idempotency-store.js';
import type { Row, RowPlace, Rows } from '../../../application/ports/rows.js';
import type { StoreUnavailable } from '../../../domain/payment-error.js';

/** The rows of an idempotency store. */
export type IdempotencyRows = {
  /** The keys, in the lists `unsettled` and `answered`. */
  readonly keys: Rows<KeyRow>;
  /** A few texts of the whole store, in the list `facts`: its secret, its owner and the next turn of the look-ups. */
  readonly facts: Pick<Rows<string>, 'read' | 'compareAndSwap'>;
  /** The distinct scopes of the keys, at most `limit`. Default: read from all keys, which takes long when they are many. */
  readonly scopes?: (limit: number) => Promise<ReadonlyArray<string>>;
  /** Whether a key that is new here may have been lost: `true` for a database that drops rows by itself. Default: `false`. */
  readonly mayHaveForgotten?: (now: number) => boolean;
};

type Id = { readonly scope: string; readonly key: string };

const idOf = ({ scope, key }: Id): string => JSON.stringify([scope, key]);

const placeOf = (id: Id, at: number): RowPlace => ({ at, id: idOf(id) });

const rowOf = (value: KeyRow): Row<KeyRow> => {
  const { answer, firstSeen } = value;
  const place =
    answer === null ? { list: 'unsettled', at: firstSeen } : { list: 'answered', at: answer.at };
  return { id: idOf(value), version: randomUUID(), ...place, value };
};

const factOf = (id: string, value: string): Row<string> => ({
  id,
  version: randomUUID(),
  list: 'facts',
  at: 0,
  value,
});

// In milliseconds. Of two callers that withdraw again and again, one falls behind, and finds the key of the other.
const courtesy = 10;

// A swap fails only because another one succeeded, so this many in a row are a defect of the rows.
const mostSwaps = 1000;

/** The new value of a row and the answer. `after` absent: the row stays; `null`: it is deleted. */
type Change<V, A> = { readonly after?: V | null; readonly answer: A };

/** Changes a row by what is stored. If another instance has changed it meanwhile, it decides again. */
const changing =
  <V>(rows: Pick<Rows<V>, 'read' | 'compareAndSwap'>, newRow: (id: string, value: V) => Row<V>) =>
  async <A>(id: string, decide: (stored: V | null) => Change<V, A>): Promise<A> => {
    for (let tried = 0; tried < mostSwaps; tried += 1) {
      const before = await rows.read(id);
      const { after, answer } = decide(before === null ? null : before.value);
      if (after === undefined) return answer;
      const row = after === null ? null : newRow(id, after);
      if (await rows.compareAndSwap(id, before, row)) return answer;
    }
    throw new Error(`compareAndSwap returned false ${mostSwaps} times in a row for the row ${id}`);
  };

const unchanged = <A>(answer: A): { readonly answer: A } => ({ answer });

const take = async <A, B>(
  all: Iterable<A> | AsyncIterable<A>,
  limit: number,
  choose: (one: A) => B | null,
): Promise<ReadonlyArray<B>> => {
  const chosen: Array<B> = [];
  if (limit <= 0) return chosen;
  for await (const one of all) {
    const found = choose(one);
    if (found !== null) chosen.push(found);
    if (chosen.length >= limit) break;
  }
  return chosen;
};

const attempt = <A>(run: () => Promise<A>): TE.TaskEither<StoreUnavailable, A> =>
  TE.tryCatch(run, (cause) => ({ _tag: 'StoreUnavailable', cause }));

/**
 * Creates an idempotency store over rows. It has every rule of the store, and the rows have none: they are read, compared and
 * swapped, and listed. Give each function of the store one `IdempotencyRows`: a key is one row, so no transaction is needed.
 */
export const createIdempotencyStore = ({
  keys,
  facts,
  scopes,
  mayHaveForgotten = () => false,
}: IdempotencyRows): IdempotencyStore => {
  const change = changing(keys, (_id, value) => rowOf(value));
  const changeFact = changing(facts, factOf);

  const ifOwned = (
    lease: IdempotencyLease,
    after: (row: KeyRow) => KeyRow | null,
  ): TE.TaskEither<StoreUnavailable, boolean> =>
    attempt(() =>
      change(idOf(lease), (row) =>
        row !== null && row.lease?.owner === lease.owner
          ? { after: after(row), answer: true }
          : unchanged(false),
      ),
    );

  const stored = async (
    among: ReadonlyArray<string>,
    key: string,
  ): Promise<ReadonlyArray<Row<KeyRow>>> => {
    const found = await Promise.all(among.map((scope) => keys.read(idOf({ scope, key }))));
    return found.flatMap((row) => row ?? []);
  };

  /** Claims a key once; `null`: another caller has changed it since it was read. */
  const claimOnce = async (asked: KeyedRequest): Promise<IdempotencyClaim | null> => {
    const [scope, ...formerScopes] = asked.scopes;
    const { key, firstSent } = asked;
    const rows = await stored(asked.scopes, key);
    const decision = decideClaim(
      rows.map(({ value }) => value),
      asked,
    );
    const rowAt = (at: string): Row<KeyRow> | null =>
      rows.find(({ value }) => value.scope === at) ?? null;
    switch (decision._tag) {
      case 'Refuse':
        return decision.claim;
      case 'Drop': {
        const before = rowAt(decision.stored.scope);
        if (before !== null) await keys.compareAndSwap(before.id, before, null);
        return null;
      }
      case 'Take': {
        const before = rowAt(decision.stored.scope);
        if (before === null) return null;
        const after = rowOf(takenKey(before.value, decision, asked));
        const { value } = after;
        return (await keys.compareAndSwap(before.id, before, after))
          ? {
              _tag: 'Claimed',
              scope: value.scope,
              firstSent: value.firstSent,
              doubt: decision.doubt,
              mayHaveForgotten: false,
            }
          : null;
      }
      case 'Insert': {
        const after = rowOf(newKey(asked));
        const forgotten = mayHaveForgotten(asked.now);
        if (!(await keys.compareAndSwap(after.id, null, after))) return null;
        // If two callers use each other's former scope, the one that reads last withdraws.
        const others = (await stored(formerScopes, key)).map(({ value }) => value);
        if (decideClaim(others, asked)._tag !== 'Insert') {
          await keys.compareAndSwap(after.id, after, null);
          if (others.some((other) => other.scope < scope)) await pause(courtesy);
          return null;
        }
        return { _tag: 'Claimed', scope, firstSent, doubt: null, mayHaveForgotten: forgotten };
      }
    }
  };

  const claim = async (asked: KeyedRequest): Promise<IdempotencyClaim> => {
    for (let tried = 0; tried < mostSwaps; tried += 1) {
      const claimed = await claimOnce(asked);
      if (claimed !== null) return claimed;
    }
    throw new Error(`compareAndSwap returned false ${mostSwaps} times in a row for ${asked.key}`);
  };

  const takeLookUp: IdempotencyStore['takeLookUp'] = (pace, now) =>
    attempt(async () => {
      let first: Row<KeyRow> | undefined;
      for await (const row of keys.list('unsettled')) {
        if (!isLookUpDue(row.value, pace, now)) continue;
        first ??= row;
        if (row.value.lookUps.made > 0) continue;
        first = row;
        break;
      }
      if (first === undefined) return null;
      const hasTurn = await changeFact('next look-up', (next) =>
        hasCome(Number(next ?? 0), now, pace.turn)
          ? { after: String(now + pace.turn), answer: true }
          : unchanged(false),
      );
      if (!hasTurn) return null;
      return change(first.id, (row) =>
        row !== null && isLookUpDue(row, pace, now)
          ? { after: lookedUpKey(row, pace, now), answer: unsettledKey(row) }
          : unchanged(null),
      );
    });

  const all = async function* (): AsyncIterable<Row<KeyRow>> {
    yield* keys.list('unsettled');
    yield* keys.list('answered');
  };

  const scopesOfKeys = async (limit: number): Promise<ReadonlyArray<string>> => {
    const found = new Set<string>();
    return take(all(), limit, ({ value: { scope } }) => {
      if (found.has(scope)) return null;
      found.add(scope);
      return scope;
    });
  };

  const countOf = async (list: string): Promise<number> => {
    let count = 0;
    for await (const _row of keys.list(list)) count += 1;
    return count;
  };

  return {
    claim: (asked) => attempt(() => claim(asked)),
    extend: (lease, until) =>
      ifOwned(lease, (row) => ({ ...row, lease: { owner: lease.owner, until } })),
    answer: (lease, { fingerprint, ...answer }) =>
      ifOwned(lease, (row) => answeredKey({ ...row, fingerprint }, answer)),
    findAnswer: (id) =>
      attempt(async () => {
        const row = await keys.read(idOf(id));
        return row === null ? null : foundAnswer(row.value);
      }),
    release: (lease, how) => ifOwned(lease, (row) => (how === 'forget' ? null : keyInDoubt(row))),
    unsettled: ({ limit, key, derivedKeys, after }) =>
      attempt(() =>
        take(
          keys.list('unsettled', after === undefined ? undefined : placeOf(after, after.since)),
          limit,
          ({ value }): UnsettledKey | null => {
            const { firstSent } = value;
            const isWanted =
              (key === undefined || value.key === key) &&
              (derivedKeys === undefined ||
                (firstSent !== null && derivedKeys.includes(firstSent.derivedKey)));
            return isWanted ? unsettledKey(value) : null;
          },
        ),
      ),
    findUnsettled: (among, key) =>
      attempt(async () =>
        (await stored(among, key)).flatMap(({ value }) =>
          value.answer === null ? [unsettledKey(value)] : [],
        ),
      ),
    takeLookUp,
    settle: (id, how, now) =>
      attempt(() =>
        change(idOf(id), (row) => {
          const after = row === null ? undefined : settledKey(row, how, now);
          return after === undefined ? unchanged(false) : { after, answer: true };
        }),
      ),
    refusals: ({ from, to, limit, after }) =>
      attempt(async () => {
        const place = after === undefined ? { at: from, id: '' } : placeOf(after, after.at);
        const found: Array<RefusedKey> = [];
        for await (const { at, value } of keys.list('answered', place)) {
          if (at > to || found.length >= limit) break;
          const refused = at < from ? null : refusedKey(value);
          if (refused !== null) found.push(refused);
        }
        return found;
      }),
    forgetRefusal: ({ at, ...id }) =>
      attempt(() =>
        change(idOf(id), (row) => {
          const after = row === null ? undefined : keyWithoutRefusal(row, at);
          if (after === undefined) return unchanged(null);
          return { after, answer: after === null ? 'new' : 'in_doubt' };
        }),
      ),
    purge: ({ answeredBefore, now, limit }) =>
      attempt(async () => {
        for (const row of await take(keys.list('unsettled'), Infinity, (one) => one)) {
          const seen = seenKey(row.value, now);
          // A key that has changed meanwhile was seen by whoever changed it.
          if (seen !== undefined) await keys.compareAndSwap(row.id, row, rowOf(seen));
        }
        const old: Array<Row<KeyRow>> = [];
        for await (const row of keys.list('answered')) {
          if (row.at >= answeredBefore || old.length >= limit) break;
          old.push(row);
        }
        const dropped = await Promise.all(old.map((row) => keys.compareAndSwap(row.id, row, null)));
        return dropped.filter((done) => done).length;
      }),
    keepSecret: (candidate) =>
      attempt(() =>
        changeFact('secret', (secret) =>
          secret === null ? { after: candidate, answer: candidate } : unchanged(secret),
        ),
      ),
    owner: (given) =>
      attempt(() =>
        changeFact('owner', (owner) =>
          given?.from === owner ? { after: given.to, answer: given.to } : unchanged(owner),
        ),
      ),
    scopes: (limit) => attempt(() => (scopes ?? scopesOfKeys)(limit)),
    count: attempt(async () => ({
      answered: await countOf('answered'),
      unsettled: await countOf('unsettled'),
    })),
  };
};
