import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import {
  decideClaim,
  doubtAt,
  isLeased,
  keyLifetime,
  type StoredKey,
} from '../../../../application/idempotency/decide-claim.js';
import type {
  IdempotencyClaim,
  IdempotencyLease,
  IdempotencyStore,
  KeptAnswer,
  KeyedRequest,
  RefusedKey,
  UnsettledKey,
} from '../../../../application/ports/idempotency-store.js';
import type { StoreUnavailable } from '../../../../domain/payment-error.js';
import { answeredKeys } from './answered-keys.js';

type Entry = StoredKey & {
  readonly key: string;
  readonly wasInDoubt: boolean;
  readonly summary: string | null;
  readonly lookUps: { readonly made: number; readonly dueAt: number };
};
const notLookedUp = { lookUps: { made: 0, dueAt: 0 } };

type Id = { readonly scope: string; readonly key: string };

const placeOf = ({ scope, key }: Id): string => JSON.stringify([scope, key]);

type Place = Pick<UnsettledKey, 'scope' | 'key' | 'since'>;

const inOrder = (a: Place, b: Place): number =>
  a.since - b.since || (placeOf(a) < placeOf(b) ? -1 : 1);

const inOrderOfAnswers = (
  a: Pick<RefusedKey, 'scope' | 'key' | 'at'>,
  b: Pick<RefusedKey, 'scope' | 'key' | 'at'>,
): number => inOrder({ ...a, since: a.at }, { ...b, since: b.at });

const unsettledKey = ({
  scope,
  key,
  firstSeen,
  lease,
  fingerprint,
  firstSent,
  summary,
}: Entry): UnsettledKey => ({
  scope,
  key,
  since: firstSeen,
  leasedUntil: lease?.until ?? null,
  secret: fingerprint.secret,
  firstSent,
  summary,
});

// As often as other stores are purged. Until then, the outcome of the first request is looked up.
const expiredStay = 600;
const hasCome = (moment: number, now: number, longest: number): boolean =>
  moment <= now || moment > now + longest;

/**
 * Creates an idempotency store in memory. It is visible only to its own process and lost with it. It keeps at most `most`
 * keys: those whose answers end first are dropped. Keys without an answer are never dropped: once there are `most` of them,
 * new keys are refused with `StoreUnavailable`.
 */
export const createMemoryIdempotencyStore = (most = 20_000): IdempotencyStore => {
  const unsettled = new Map<string, Entry>();
  const answered = answeredKeys();
  let completeFrom: number | undefined;
  let secret: string | undefined;
  let account: string | null = null;
  let nextTurn = 0;

  const change = (
    id: IdempotencyLease,
    changed: (entry: Entry, place: string) => void,
  ): boolean => {
    const place = placeOf(id);
    const entry = unsettled.get(place);
    if (entry?.lease?.owner !== id.owner) return false;
    changed(entry, place);
    return true;
  };

  const settle = (
    place: string,
    entry: Entry,
    { text, at, keptFor = keyLifetime, refused }: Omit<KeptAnswer, 'fingerprint'>,
  ): void => {
    unsettled.delete(place);
    const extra = keptFor - keyLifetime;
    const { lookUps: _, ...kept } = entry;
    answered.add(place, {
      ...kept,
      summary: entry.wasInDoubt && refused !== false ? entry.summary : null,
      lease: null,
      answer: {
        text,
        at: at + extra,
        refusesAtOnce: refused === true && !entry.wasInDoubt,
      },
      extra,
      refused: refused ?? null,
    });
  };

  const full: StoreUnavailable = {
    _tag: 'StoreUnavailable',
    cause: new Error(
      `the in-memory store is full: ${most} idempotency keys have no answer; settle them, or use a database`,
    ),
  };

  const insert = (asked: KeyedRequest): E.Either<StoreUnavailable, IdempotencyClaim> => {
    const { scopes, key, fingerprints, firstSent, summary = null, owner, now, leaseUntil } = asked;
    const { firstSeen = now } = asked;
    if (unsettled.size >= most) return E.left(full);
    const entry: Entry = {
      scope: scopes[0],
      key,
      fingerprint: fingerprints[0],
      firstSeen,
      lastSeen: now,
      lease: { owner, until: leaseUntil },
      answer: null,
      firstSent,
      wasInDoubt: false,
      ...notLookedUp,
      summary,
    };
    completeFrom ??= now + keyLifetime;
    const mayHaveForgotten = now < completeFrom;
    unsettled.set(placeOf(entry), entry);
    if (unsettled.size + answered.size() > most) {
      for (const { answer } of answered.drop(Infinity, 1)) {
        completeFrom = Math.max(completeFrom, now + keyLifetime, answer.at + keyLifetime);
      }
    }
    return E.right({
      _tag: 'Claimed',
      scope: entry.scope,
      firstSent,
      doubt: null,
      mayHaveForgotten,
    });
  };

  const claim = (asked: KeyedRequest): E.Either<StoreUnavailable, IdempotencyClaim> => {
    answered.drop(asked.forgetAnsweredBefore - expiredStay, Infinity);
    const { key, owner, now, leaseUntil } = asked;
    const stored = asked.scopes.flatMap((scope) => {
      const place = placeOf({ scope, key });
      return unsettled.get(place) ?? answered.get(place) ?? [];
    });
    const decision = decideClaim(stored, asked);
    switch (decision._tag) {
      case 'Insert':
        return insert(asked);
      case 'Drop':
        answered.remove(placeOf({ scope: decision.stored.scope, key }));
        return claim(asked);
      case 'Take': {
        const { stored: taken, fingerprint, doubt, summary } = decision;
        const place = placeOf({ scope: taken.scope, key });
        const before = unsettled.get(place) ?? { ...taken, ...notLookedUp, summary: null };
        answered.remove(place);
        unsettled.set(place, {
          ...before,
          key,
          summary: before.summary ?? summary,
          answer: null,
          wasInDoubt: true,
          fingerprint,
          firstSeen: doubt.since,
          lastSeen: Math.max(taken.lastSeen, now),
          lease: { owner, until: leaseUntil },
        });
        const { scope, firstSent } = taken;
        return E.right({ _tag: 'Claimed', scope, firstSent, doubt, mayHaveForgotten: false });
      }
      case 'Refuse':
        return E.right(decision.claim);
    }
  };

  return {
    claim: (asked) => TE.fromIOEither(() => claim(asked)),

    extend: (id, until) =>
      TE.fromIO(() =>
        change(id, (entry, place) => {
          unsettled.set(place, { ...entry, lease: { owner: id.owner, until } });
        }),
      ),

    answer: (id, { fingerprint, ...answer }) =>
      TE.fromIO(() =>
        change(id, (entry, place) => {
          settle(place, { ...entry, fingerprint }, answer);
        }),
      ),

    findAnswer: (id) =>
      TE.fromIO(() => {
        const found = answered.get(placeOf(id));
        return found === undefined
          ? null
          : { text: found.answer.text, fingerprint: found.fingerprint };
      }),

    release: (id, how) =>
      TE.fromIO(() =>
        change(id, (entry, place) => {
          if (how === 'forget') unsettled.delete(place);
          else unsettled.set(place, { ...entry, lease: null, wasInDoubt: true });
        }),
      ),

    unsettled: ({ limit, key, derivedKeys, after }) =>
      TE.fromIO(() =>
        [...unsettled.values()]
          .filter((entry) => key === undefined || entry.key === key)
          .filter(
            ({ firstSent }) =>
              derivedKeys === undefined ||
              (firstSent !== null && derivedKeys.includes(firstSent.derivedKey)),
          )
          .map(unsettledKey)
          .filter((entry) => after === undefined || inOrder(after, entry) < 0)
          .toSorted(inOrder)
          .slice(0, limit),
      ),

    findUnsettled: (scopes, key) =>
      TE.fromIO(() =>
        scopes.flatMap((scope) => {
          const entry = unsettled.get(placeOf({ scope, key }));
          return entry === undefined ? [] : [unsettledKey(entry)];
        }),
      ),

    takeLookUp: ({ turn, first, longest }, now) =>
      TE.fromIO(() => {
        const [entry] = [...unsettled.values()]
          .filter(
            (one) =>
              one.summary !== null &&
              !isLeased(one, now) &&
              hasCome(one.lookUps.dueAt, now, longest),
          )
          .toSorted(
            (a, b) =>
              Math.min(a.lookUps.made, 1) - Math.min(b.lookUps.made, 1) ||
              a.firstSeen - b.firstSeen,
          );
        if (entry === undefined || !hasCome(nextTurn, now, turn)) return null;
        nextTurn = now + turn;
        const { made } = entry.lookUps;
        const lookUps = { made: made + 1, dueAt: now + Math.min(first * 2 ** made, longest) };
        unsettled.set(placeOf(entry), { ...entry, lookUps });
        return unsettledKey(entry);
      }),

    settle: (id, how, now) =>
      TE.fromIO(() => {
        const place = placeOf(id);
        const entry = unsettled.get(place);
        if (entry === undefined || isLeased(entry, now)) return false;
        if (how._tag === 'Forget') unsettled.delete(place);
        else settle(place, { ...entry, wasInDoubt: true }, { ...how, at: now });
        return true;
      }),

    refusals: ({ from, to, limit, after }) =>
      TE.fromIO(() =>
        [...answered.values()]
          .flatMap(
            ({ scope, key, answer: { text, at }, refused, wasInDoubt }): Array<RefusedKey> =>
              refused === false || at < from || at > to
                ? []
                : [{ scope, key, at, answer: text, refused: refused ? true : null, wasInDoubt }],
          )
          .filter((entry) => after === undefined || inOrderOfAnswers(after, entry) < 0)
          .toSorted(inOrderOfAnswers)
          .slice(0, limit),
      ),

    forgetRefusal: ({ at, ...id }) =>
      TE.fromIO(() => {
        const place = placeOf(id);
        const found = answered.get(place);
        if (found === undefined || found.refused === false || found.answer.at !== at) return null;
        answered.remove(place);
        if (!found.wasInDoubt) return 'new';
        const { extra: _, refused: __, ...entry } = found;
        unsettled.set(place, { ...entry, ...notLookedUp, answer: null });
        return 'in_doubt';
      }),

    purge: ({ answeredBefore, now, limit }) =>
      TE.fromIO(() => {
        for (const [place, entry] of unsettled) {
          const { since, age } = doubtAt(entry, now);
          unsettled.set(place, { ...entry, firstSeen: since, lastSeen: since + age });
        }
        return answered.drop(answeredBefore, limit).length;
      }),

    keepSecret: (candidate) =>
      TE.fromIO(() => {
        secret ??= candidate;
        return secret;
      }),

    owner: (given) =>
      TE.fromIO(() => {
        if (given?.from === account) account = given.to;
        return account;
      }),

    scopes: (limit) =>
      TE.fromIO(() => {
        const scopes = new Set(
          [...unsettled.values(), ...answered.values()].map(({ scope }) => scope),
        );
        return [...scopes].toSorted().slice(0, limit);
      }),

    count: TE.fromIO(() => ({ answered: answered.size(), unsettled: unsettled.size })),
  };
};
