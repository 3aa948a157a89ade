import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import type { IdempotencyStore, KeyCounts, OwnerChange } from '../ports/idempotency-store.js';
import type { ProcessorAccount, ProcessorExtras } from '../ports/payment-processor.js';

const unknownAccount = 'unknown';

/** An account and its mode as a text that a store keeps and operators write, such as `acct_1/live`. */
export const ownerOf = ({ id, livemode }: ProcessorAccount): string =>
  `${id ?? unknownAccount}/${livemode ? 'live' : 'test'}`;

/** Whether a text names an account and its mode. */
export const isOwner = (text: string): boolean => /^[!-~]+\/(?:live|test)$/.test(text);

const modeOf = (owner: string): string => owner.slice(owner.lastIndexOf('/') + 1);

const isUnknown = (owner: string): boolean => owner.startsWith(`${unknownAccount}/`);

/** Compares the owner of a store's keys with the account of the processor. Owners are texts of `ownerOf`. */
export type Ownership =
  /** The store belongs to the account. `isCompared: false`: only the modes could be compared. */
  | { readonly _tag: 'Same'; readonly owner: string; readonly isCompared: boolean }
  /** Repetitions would be answered with payments that the processor's account never had. */
  | {
      readonly _tag: 'Other';
      readonly owner: string;
      readonly configured: string;
      /** `null`: they could not be counted. */
      readonly counts: KeyCounts | null;
    }
  /** The processor or the store could not be asked. `isFree`: the store belongs to nobody yet. */
  | { readonly _tag: 'Unknown'; readonly isFree: boolean; readonly cause: unknown };

type Verdict =
  | { readonly _tag: 'Same'; readonly isCompared: boolean }
  | { readonly _tag: 'Change'; readonly change: OwnerChange }
  | { readonly _tag: 'Other' };

/** Decides whether a store with this owner may be used for an account. `accepted`: the owner whose store may be taken over. */
export const judgeOwner = (
  owner: string | null,
  account: ProcessorAccount,
  accepted?: string,
): Verdict => {
  const own = ownerOf(account);
  if (owner === null) return { _tag: 'Change', change: { from: null, to: own } };
  if (owner === own) return { _tag: 'Same', isCompared: account.id !== null };
  const isSameMode = modeOf(owner) === modeOf(own);
  if (isSameMode && account.id === null) return { _tag: 'Same', isCompared: false };
  return (isSameMode && isUnknown(owner)) || owner === accepted
    ? { _tag: 'Change', change: { from: owner, to: own } }
    : { _tag: 'Other' };
};

/** The store to compare, and the account to compare it with. */
export type OwnerDependencies = {
  readonly store: Pick<IdempotencyStore, 'owner' | 'count'>;
  readonly retrieveAccount: NonNullable<ProcessorExtras['retrieveAccount']>;
  /** The mode of the processor's key, where it is known without a call. */
  readonly livemode?: boolean | undefined;
  /** The owner whose store may be taken over. */
  readonly accepted?: string | undefined;
};

const unknown = (isFree: boolean, error: PaymentError): Ownership => ({
  _tag: 'Unknown',
  isFree,
  cause: 'cause' in error ? error.cause : new Error(error._tag),
});

type OtherAccount = Extract<Ownership, { readonly _tag: 'Other' }>;

const asOther = (
  { store }: OwnerDependencies,
  owner: string,
  configured: string,
): T.Task<OtherAccount> =>
  pipe(
    defectsAsData(() => store.count),
    TE.match(
      () => null,
      (counts): KeyCounts | null => counts,
    ),
    T.map((counts) => ({ _tag: 'Other', owner, configured, counts })),
  );

/** Whether the modes alone show that a store belongs to another account. */
const isOtherMode = (owner: string | null, { livemode, accepted }: OwnerDependencies): boolean =>
  owner !== null &&
  owner !== accepted &&
  livemode !== undefined &&
  modeOf(owner) !== modeOf(ownerOf({ id: null, livemode }));

/**
 * Compares the owner of a store with the account of the processor. `binds`: a store that belongs to nobody, or whose owner was
 * accepted, becomes the account's. Of instances that do so at once, one does. An accepted owner with keys without a response is
 * another account all the same.
 */
export const compareOwner =
  (deps: OwnerDependencies, binds: boolean): T.Task<Ownership> =>
  async () => {
    const { store, retrieveAccount, livemode = false, accepted } = deps;
    const stored = await defectsAsData(() => store.owner())();
    if (E.isLeft(stored)) return unknown(false, stored.left);
    const owner = stored.right;
    if (owner !== null && isOtherMode(owner, deps)) {
      return asOther(deps, owner, ownerOf({ id: null, livemode }))();
    }
    const read = await defectsAsData(() => retrieveAccount)();
    if (E.isLeft(read)) return unknown(owner === null, read.left);
    const account = read.right;
    const configured = ownerOf(account);
    const verdict = judgeOwner(owner, account, accepted);
    switch (verdict._tag) {
      case 'Same':
        return { _tag: 'Same', owner: owner ?? configured, isCompared: verdict.isCompared };
      case 'Other':
        return asOther(deps, owner ?? configured, configured)();
      case 'Change': {
        const isCompared = account.id !== null;
        if (owner !== null && judgeOwner(owner, account)._tag === 'Other') {
          const other = await asOther(deps, owner, configured)();
          // A repetition would run as new at this account, although the other may have charged.
          if (other.counts === null || other.counts.unsettled > 0) return other;
        }
        if (!binds) return { _tag: 'Same', owner: configured, isCompared };
        const bound = await defectsAsData(() => store.owner(verdict.change))();
        if (E.isLeft(bound)) return unknown(false, bound.left);
        const now = bound.right ?? configured;
        // Another instance was first.
        return judgeOwner(now, account)._tag === 'Other'
          ? asOther(deps, now, configured)()
          : { _tag: 'Same', owner: now, isCompared };
      }
    }
  };

const describeCounts = (counts: KeyCounts | null): string =>
  counts === null
    ? 'its keys could not be counted'
    : `stored responses: ${counts.answered}; keys without a response: ${counts.unsettled}`;

/** Tells an operator that a store belongs to another account, and the ways out. `accept`: what is written before the owner. */
export const describeOther = (
  store: string,
  { owner, configured, counts }: OtherAccount,
  accept: string,
): string => {
  const first =
    counts === null || counts.unsettled === 0
      ? ''
      : `. The keys without a response must be settled before, with a key of ${owner} (pasarela idempotency settle, pasarela idempotency resolve): their requests would run as new at ${configured}`;
  return `${store} belongs to the account ${owner}, but the key of the processor is of ${configured}: a repeated request would be answered with a payment that ${configured} never had. Use another store for ${configured}, or a key of ${owner}. To go on with this store on purpose, set ${accept}${owner}: repetitions are then answered with what ${owner} did (${describeCounts(counts)})${first}`;
};
