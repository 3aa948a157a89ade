import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { bindMethods } from '../../application/bind-methods.js';
import { defectsAsData } from '../../application/defects-as-data.js';
import {
  compareOwner,
  describeOther,
  type OwnerDependencies,
  type Ownership,
} from '../../application/idempotency/store-owner.js';
import type { Clock } from '../../application/ports/clock.js';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.js';
import type { Logger } from '../../application/ports/logger.js';
import { singleFlight } from '../../application/single-flight.js';
import type { StoreUnavailable } from '../../domain/payment-error.js';
import { settlesWithin } from '../settles-within.js';

/** A store that belongs to the account of a processor. */
export type OwnedStore = {
  /**
   * Claims and settles no key while it may belong to another account: both fail with `StoreUnavailable`. A look-up at another account
   * would find nothing, which is no evidence.
   */
  readonly store: IdempotencyStore;
  /** Binds the store to the account, or says why not. Does nothing once that is settled. */
  readonly check: T.Task<Ownership>;
  /** Tells an operator that the store belongs to another account. */
  readonly describe: (other: Extract<Ownership, { readonly _tag: 'Other' }>) => string;
};

type Options = Omit<OwnerDependencies, 'store'> & {
  readonly store: IdempotencyStore;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long a check waits for the processor, in milliseconds. Default: 2000. */
  readonly patienceMs?: number;
  /** How messages name the store, and what an operator writes before the owner to accept it. */
  readonly words: { readonly store: string; readonly accept: string };
};

// A slower processor must not keep the service from receiving webhooks.
const usualPatienceMs = 2000;

const late = new Error('no response yet');

// In seconds. Each request asking the processor again would hold up all of them while it does not answer.
const pause = 5;

const notAsked =
  'the processor has not told yet whether the store belongs to its account: requests with idempotency keys wait for that';

/** Binds a store to the account of a processor: at the first check or claim, and until then again every few seconds. */
export const createOwnedStore = ({
  store,
  clock,
  logger,
  words,
  patienceMs = usualPatienceMs,
  ...given
}: Options): OwnedStore => {
  const { retrieveAccount, livemode, accepted } = given;
  const compare = (binds: boolean) =>
    compareOwner({ store, retrieveAccount, livemode, accepted }, binds);
  const describe: OwnedStore['describe'] = (other) =>
    describeOther(words.store, other, words.accept);
  let known: { readonly ownership: Ownership; readonly at: number } | undefined;
  let readAt = 0;
  // A store of an earlier version keeps none.
  let keepsOwner = false;
  let moved: StoreUnavailable | undefined;

  const report = (ownership: Ownership): void => {
    if (ownership._tag === 'Unknown' && known === undefined) {
      logger.warn(notAsked, { cause: ownership.cause });
    }
    if (ownership._tag === 'Other') logger.error(describe(ownership));
    if (ownership._tag !== 'Same') return;
    logger.info(`${words.store} belongs to the account ${ownership.owner}`);
    if (!ownership.isCompared) {
      logger.warn(
        'the key of the processor may not read its account, so a store of another account is not noticed: give it that right',
      );
    }
  };

  const note = (ownership: Ownership): Ownership => {
    report(ownership);
    known = { ownership, at: clock() };
    readAt = known.at;
    return ownership;
  };

  const noteMoved = (before: string, owner: string | null): void => {
    const message = `${words.store} is another one than before: it belonged to ${before}, and now to ${owner ?? 'nobody'}. Bring the former one back, or restart to go on with this one`;
    if (moved === undefined) logger.error(message);
    moved = { _tag: 'StoreUnavailable', cause: new Error(message) };
  };

  // The address may lead to another store by now, such as an empty one: a repeated request would run as new.
  const lookAgain = singleFlight(async (): Promise<void> => {
    if (known?.ownership._tag !== 'Same') return;
    const { owner: before } = known.ownership;
    readAt = clock();
    const owner = await defectsAsData(() => store.owner())();
    if (E.isLeft(owner)) return;
    if (owner.right === before) {
      keepsOwner = true;
      moved = undefined;
      return;
    }
    if (!keepsOwner && owner.right === null) return;
    // An instance whose key may read the account has named it.
    const ownership = owner.right === null ? undefined : await compare(false)();
    if (ownership?._tag !== 'Same') {
      noteMoved(before, owner.right);
      return;
    }
    known = { ownership, at: readAt };
    moved = undefined;
  });

  const look = singleFlight(async () => {
    const ownership = note(await compare(true)());
    void lookAgain();
    return ownership;
  });

  // A call of the processor may take long. What is found later still counts.
  const lookInTime = async (): Promise<Ownership> => {
    const looking = look();
    if (await settlesWithin(looking, patienceMs)) return looking;
    const owner = await store.owner()();
    return note({ _tag: 'Unknown', isFree: E.isRight(owner) && owner.right === null, cause: late });
  };

  const check: T.Task<Ownership> = async () =>
    known === undefined || known.ownership._tag === 'Unknown' ? lookInTime() : known.ownership;

  const current: T.Task<Ownership> = async () => {
    if (known === undefined) return lookInTime();
    const { ownership, at } = known;
    if (ownership._tag === 'Unknown' && Math.abs(clock() - at) >= pause) void look();
    return ownership;
  };

  const refusalOf = (ownership: Ownership): StoreUnavailable | undefined => {
    switch (ownership._tag) {
      case 'Same':
        return undefined;
      case 'Other':
        return { _tag: 'StoreUnavailable', cause: new Error(describe(ownership)) };
      case 'Unknown':
        return ownership.isFree
          ? undefined
          : { _tag: 'StoreUnavailable', cause: new Error(notAsked, { cause: ownership.cause }) };
    }
  };

  const checked = async <A>(
    task: TE.TaskEither<StoreUnavailable, A>,
  ): Promise<E.Either<StoreUnavailable, A>> => {
    const refusal = refusalOf(await current());
    return refusal === undefined ? task() : E.left(refusal);
  };

  const unlessMoved = async <A>(
    task: TE.TaskEither<StoreUnavailable, A>,
  ): Promise<E.Either<StoreUnavailable, A>> => {
    await lookAgain();
    return moved === undefined ? task() : E.left(moved);
  };

  const ifOwned =
    <A>(task: TE.TaskEither<StoreUnavailable, A>): TE.TaskEither<StoreUnavailable, A> =>
    () => {
      if (known?.ownership._tag !== 'Same') return checked(task);
      if (Math.abs(clock() - readAt) >= pause) return unlessMoved(task);
      return moved === undefined ? task() : T.of(E.left(moved))();
    };

  return {
    store: {
      ...bindMethods(store),
      claim: (request) => ifOwned(() => store.claim(request)()),
      settle: (...settled) => ifOwned(() => store.settle(...settled)()),
    },
    check,
    describe,
  };
};
