import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { type Input, isDecodedInput } from '../../domain/input/input.js';
import type { PaymentError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import { openSummary } from '../doubts/doubt-of-key.js';
import type { SummarizedInput } from '../doubts/request-summary.js';
import { isAtWork } from '../doubts/unsettled-keys.js';
import { keyLifetime } from '../idempotency/decide-claim.js';
import { asUnknownOutcome, storedOutcome } from '../idempotency/keyed-outcome.js';
import { type StableNames, stableNames } from '../idempotency/keyed-request.js';
import type { IdempotencyDependencies } from '../idempotency/run-idempotently.js';
import { mapTable } from '../map-table.js';
import type { IdempotencyCipher } from '../ports/idempotency-cipher.js';
import type { UnsettledKey } from '../ports/idempotency-store.js';
import type { OutcomeLookUps } from '../ports/payment-processor.js';
import type { SettledBy, Telemetry } from '../ports/telemetry.js';
import { movesMoney } from '../unknown-fields.js';
import {
  type AnyOperation,
  type Changes,
  changes,
  type Dependencies,
  ownUseCases,
  type UseCaseTable,
} from '../use-cases.js';
import { type LookedUp, lookUpOutcome, type Work } from './look-up-outcome.js';

/** Why a key stays in doubt. */
export type StaysInDoubt =
  /** A request with the key is running. */
  | { readonly _tag: 'AtWork' }
  /** An earlier version of Pasarela stored no summary, or the operation cannot be looked up. */
  | { readonly _tag: 'NoLookUp' }
  /** The summary cannot be read: its secret is unknown, or another version stored it. */
  | { readonly _tag: 'Unreadable' }
  /** The look-up found no evidence. The request may have been done all the same. */
  | { readonly _tag: 'NoEvidence' }
  /** The processor or the store could not be asked. */
  | { readonly _tag: 'Failed'; readonly error: PaymentError }
  /** Another request has taken or completed the key meanwhile. */
  | { readonly _tag: 'Taken' };

/** The result of an attempt to settle a key in doubt. `outcome`: the stored answer, which the next request with the key gets. */
export type DoubtSettlement =
  | { readonly _tag: 'Settled'; readonly outcome: E.Either<PaymentError, unknown> }
  | StaysInDoubt;

/** Looks up the outcome of a key in doubt and stores it if there is evidence. It sends no change. */
export type SettleDoubt = (key: UnsettledKey, by: SettledBy) => T.Task<DoubtSettlement>;

/** Looks up the outcome of a key in doubt, and stores nothing. */
export type LookUpDoubt = (
  key: UnsettledKey,
) => TE.TaskEither<StaysInDoubt, E.Either<PaymentError, unknown>>;

/** An operation whose requests can be looked up. */
type Known = {
  readonly names: StableNames;
  readonly input: Input;
  readonly workOn: (input: SummarizedInput) => Work;
};

const knownWith = (table: UseCaseTable): ((stable: string) => Known | undefined) => {
  const known = Object.values(
    mapTable<{ readonly [N in keyof Changes]: Known }, AnyOperation>(changes, ({ input }, name) => {
      const useCase: AnyOperation['useCase'] = table[name];
      const workOn =
        (decoded: never): Work =>
        (deps) =>
          useCase(deps)(decoded);
      return { names: stableNames[name], input, workOn };
    }),
  );
  return (stable) => known.find(({ names }) => names.operation === stable && names.call !== null);
};

const stays = <R extends StaysInDoubt>(reason: R): TE.TaskEither<StaysInDoubt, never> =>
  TE.left(reason);

const failed = (error: PaymentError): StaysInDoubt => ({ _tag: 'Failed', error });

type Found = { readonly outcome: E.Either<PaymentError, unknown> };

const findOutcome = (
  deps: Dependencies,
  lookUps: OutcomeLookUps,
  { digest, clock }: Pick<IdempotencyDependencies, 'digest' | 'clock'>,
  table: UseCaseTable,
) => {
  const operationNamed = knownWith(table);
  const lookUp = lookUpOutcome(deps, lookUps, digest);

  const judge = (looked: LookedUp, since: number): E.Either<StaysInDoubt, Found> => {
    switch (looked._tag) {
      case 'Ended': {
        const { outcome } = looked;
        const judged = E.mapLeft(asUnknownOutcome({ _tag: 'Certain', since }, clock()))(outcome);
        return E.isLeft(judged) && judged.left._tag === 'IdempotencyKeyInDoubt'
          ? E.left({ _tag: 'NoEvidence' })
          : E.right({ outcome });
      }
      case 'NotDone':
        return E.left({ _tag: 'NoEvidence' });
      case 'NoEvidence':
      case 'NoLookUp':
        return E.left(looked);
      case 'Failed':
        return E.left(failed(looked.error));
    }
  };

  return (key: UnsettledKey, cipher: IdempotencyCipher): TE.TaskEither<StaysInDoubt, Found> => {
    const { firstSent, summary, since } = key;
    const named = firstSent === null ? undefined : operationNamed(firstSent.operation);
    if (firstSent === null || summary === null || named === undefined) {
      return stays({ _tag: 'NoLookUp' });
    }
    const input = pipe(
      openSummary(cipher, key),
      O.filter((fields) => isDecodedInput(named.input, fields)),
    );
    if (O.isNone(input)) return stays({ _tag: 'Unreadable' });
    return pipe(
      lookUp(named.workOn(input.value), firstSent, named.names, since),
      T.map((looked) => judge(looked, since)),
    );
  };
};

/** Looks up keys in doubt for an operator who decides. */
export const lookUpDoubt = (
  deps: Dependencies,
  lookUps: OutcomeLookUps,
  keys: Pick<IdempotencyDependencies, 'cipher' | 'digest' | 'clock'>,
  table: UseCaseTable = ownUseCases,
): LookUpDoubt => {
  const find = findOutcome(deps, lookUps, keys, table);
  return (key) =>
    pipe(
      defectsAsData(() => keys.cipher),
      TE.mapLeft(failed),
      TE.flatMap((cipher) => find(key, cipher)),
      TE.map(({ outcome }) => outcome),
    );
};

/**
 * Settles keys in doubt by what the processor knows, as a repetition of their requests would. A key stays in doubt unless there is
 * evidence of its outcome: that nothing was found does not show that nothing was done.
 */
export const settleDoubt = (
  deps: Dependencies,
  lookUps: OutcomeLookUps,
  { store, cipher: loadCipher, digest, clock, retentionSeconds }: IdempotencyDependencies,
  { keySettled }: Pick<Telemetry, 'keySettled'>,
  table: UseCaseTable = ownUseCases,
): SettleDoubt => {
  const find = findOutcome(deps, lookUps, { digest, clock }, table);

  const keep = (
    { scope, key, secret, firstSent }: UnsettledKey,
    cipher: IdempotencyCipher,
    outcome: Found['outcome'],
  ): TE.TaskEither<StaysInDoubt, boolean> =>
    pipe(
      O.fromEither(storedOutcome.write(outcome)),
      O.flatMap((text) => cipher.seal(text, secret ?? undefined)),
      TE.fromOption((): StaysInDoubt => ({ _tag: 'Unreadable' })),
      TE.flatMap((text) =>
        pipe(
          defectsAsData(() =>
            store.settle(
              { scope, key },
              {
                _tag: 'Answer',
                text,
                refused: E.isLeft(outcome),
                keptFor:
                  E.isRight(outcome) && movesMoney(firstSent?.operation ?? '')
                    ? retentionSeconds
                    : keyLifetime,
              },
              clock(),
            ),
          ),
          TE.mapLeft(failed),
        ),
      ),
    );

  return (key, by) => {
    if (isAtWork(key, clock())) return T.of({ _tag: 'AtWork' });
    return pipe(
      defectsAsData(() => loadCipher),
      TE.mapLeft(failed),
      TE.flatMap((cipher) =>
        pipe(
          find(key, cipher),
          TE.flatMap(({ outcome }) =>
            pipe(
              keep(key, cipher, outcome),
              TE.flatMap(
                (kept): TE.TaskEither<StaysInDoubt, DoubtSettlement> =>
                  kept ? TE.right({ _tag: 'Settled', outcome }) : stays({ _tag: 'Taken' }),
              ),
            ),
          ),
          TE.tapIO(() => () => keySettled({ operation: key.firstSent?.operation ?? '', by })),
        ),
      ),
      TE.match(
        (why): DoubtSettlement => why,
        (settled) => settled,
      ),
    );
  };
};
