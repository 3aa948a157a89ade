import type {
  FirstSent,
  IdempotencyClaim,
  IdempotencyRelease,
  IdempotencySettlement,
  IdempotencyStore,
  KeptAnswer,
  KeyedRequest,
  LookUpPace,
  RequestFingerprint,
  UnsettledKey,
} from '../../../application/ports/idempotency-store.js';
import type { DefineClause } from '../clauses.js';
import { valueOf } from '../store-assertions.js';

const now = 1_800_000_000;
const leaseSeconds = 60;
const day = 24 * 60 * 60;

/** A claim reduced to what most clauses compare: a claimed key is in doubt or not. */
type ShortClaim =
  | { readonly _tag: 'Claimed'; readonly inDoubt: boolean }
  | { readonly _tag: 'Answered'; readonly answer: string }
  | Exclude<IdempotencyClaim, { readonly _tag: 'Claimed' | 'Answered' }>;

const fresh: ShortClaim = { _tag: 'Claimed', inDoubt: false };
const inDoubt: ShortClaim = { _tag: 'Claimed', inDoubt: true };
const otherRequest: ShortClaim = { _tag: 'OtherRequest' };
const secretUnknown: ShortClaim = { _tag: 'SecretUnknown' };
const answered = (answer: string): ShortClaim => ({ _tag: 'Answered', answer });
const inUse = (leaseUntil: number): ShortClaim => ({ _tag: 'InUse', leaseUntil });

const inShort = (claim: IdempotencyClaim): ShortClaim => {
  switch (claim._tag) {
    case 'Claimed':
      return { _tag: 'Claimed', inDoubt: claim.doubt !== null };
    case 'Answered':
      return { _tag: 'Answered', answer: claim.answer };
    case 'Expired':
    case 'InUse':
    case 'OtherRequest':
    case 'SecretUnknown':
      return claim;
  }
};

const firstSent: FirstSent = {
  operation: 'createPaymentIntent',
  derivedKey: 'a derived key',
  settings: '{"confirmation_method":"manual"}',
};

/** The parts of a request that a clause is about. `fingerprint` is under the secret `s1`; `fingerprints` overrides it. */
type Given = Partial<Omit<KeyedRequest, 'scopes'>> & {
  readonly scope?: string;
  readonly formerScopes?: ReadonlyArray<string>;
  readonly fingerprint?: string;
};

const under = (secret: string, value: string): RequestFingerprint => ({ secret, value });

const requestOf = ({
  scope = 'shop',
  formerScopes = [],
  fingerprint = 'a fingerprint',
  ...given
}: Given): KeyedRequest => {
  const { now: at = now } = given;
  return {
    scopes: [scope, ...formerScopes],
    key: 'order 42',
    fingerprints: [under('s1', fingerprint)],
    firstSent,
    owner: 'first',
    now: at,
    leaseUntil: at + leaseSeconds,
    forgetAnsweredBefore: at - day,
    ...given,
  };
};

const by = (owner: string, scope = 'shop') => ({ scope, key: 'order 42', owner });

const claimAt = async (from: IdempotencyStore, given: Given): Promise<ShortClaim> =>
  inShort(await valueOf(from.claim(requestOf(given))));

/** Short functions to work with an idempotency store, on one key by default, and the claims to compare with. */
export const keyStoreDriver = (store: () => IdempotencyStore) => {
  return {
    now,
    leaseSeconds,
    day,
    fresh,
    inDoubt,
    otherRequest,
    secretUnknown,
    answered,
    inUse,
    under,
    firstSent,
    claimAt,
    claim: (given: Given = {}): Promise<ShortClaim> => claimAt(store(), given),
    /** The same, with everything that the store returns. */
    claimWhole: (given: Given = {}): Promise<IdempotencyClaim> =>
      valueOf(store().claim(requestOf(given))),
    answer: (
      owner: string,
      text: string,
      {
        at = now,
        scope = 'shop',
        fingerprint = under('s1', 'a fingerprint'),
        ...kept
      }: {
        readonly at?: number;
        readonly scope?: string;
        readonly fingerprint?: RequestFingerprint;
      } & Pick<KeptAnswer, 'keptFor' | 'refused'> = {},
    ): Promise<boolean> =>
      valueOf(store().answer(by(owner, scope), { text, fingerprint, at, ...kept })),
    extend: (owner: string, leaseUntil: number): Promise<boolean> =>
      valueOf(store().extend(by(owner), leaseUntil, now)),
    release: (owner: string, how: IdempotencyRelease): Promise<boolean> =>
      valueOf(store().release(by(owner), how)),
    unsettled: (
      page: Partial<Parameters<IdempotencyStore['unsettled']>[0]> = {},
    ): Promise<ReadonlyArray<UnsettledKey>> => valueOf(store().unsettled({ limit: 100, ...page })),
    takeLookUp: (at = now, pace: Partial<LookUpPace> = {}): Promise<UnsettledKey | null> =>
      valueOf(store().takeLookUp({ turn: 1, first: 30, longest: 100, ...pace }, at)),
    settle: (how: IdempotencySettlement, at = now): Promise<boolean> =>
      valueOf(store().settle({ scope: 'shop', key: 'order 42' }, how, at)),
    purge: (answeredBefore: number, limit: number, at = now): Promise<number> =>
      valueOf(store().purge({ answeredBefore, now: at, limit })),
  };
};
type KeyStoreDriver = ReturnType<typeof keyStoreDriver>;

/** The functions with which an area defines its clauses. */
export type KeyArea = {
  readonly it: DefineClause;
  /** The store of the clause, behind short functions. */
  readonly driver: KeyStoreDriver;
  readonly store: () => IdempotencyStore;
  readonly openAnother: (first: IdempotencyStore) => Promise<IdempotencyStore>;
};
