import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { InputOf } from '../../domain/input/input.js';
import { isObject } from '../../domain/input/json.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { outcomeOf } from '../../domain/payment-error-facts.js';
import { decisionOf } from '../../domain/processor-decision.js';
import { type SearchOutcome, searched } from '../../domain/search-outcome.js';
import { defectsAsData } from '../defects-as-data.js';
import { repeatableFor } from '../idempotency/decide-claim.js';
import {
  givesMandate,
  settingsWithMandate,
  withFirstMandate,
} from '../idempotency/first-mandate.js';
import { isOtherUse } from '../idempotency/keyed-outcome.js';
import {
  type Digest,
  keyOfCall,
  type RequestSettings,
  requestSettings,
  type StableNames,
  stableNames,
} from '../idempotency/keyed-request.js';
import { refusalUnlessInDoubt } from '../idempotency/refusal-unless-in-doubt.js';
import {
  type AdviceDependencies,
  type AdvisedResult,
  withAdvice,
} from '../idempotency/replay-advice.js';
import {
  type FirstRequest,
  type IdempotencyDependencies,
  type IdempotentAttempt,
  type IdempotentWork,
  runIdempotently,
} from '../idempotency/run-idempotently.js';
import { mapTable, mapTableFor } from '../map-table.js';
import type { IdempotencyDoubt, IdempotencyKeyId } from '../ports/idempotency-store.js';
import {
  type CallOptions,
  type ProcessorChange,
  type ProcessorExtras,
  processorChanges,
} from '../ports/payment-processor.js';
import type { Telemetry } from '../ports/telemetry.js';
import type { UseCase } from '../use-case.js';
import {
  type AnyOperation,
  type Changes,
  changes,
  type Dependencies,
  type OperationName,
  type Operations,
  operations,
  ownUseCases,
  type ResultOf,
  type UseCaseTable,
} from '../use-cases.js';
import { type LookedUp, lookUpOutcome, settingsOf, type Work } from './look-up-outcome.js';

/** The use cases with their dependencies, by operation. They expect decoded input and never throw or reject. */
export type UseCases = {
  readonly [N in OperationName]: UseCase<InputOf<Operations[N]['input']>, ResultOf<N>>;
};

const reportUnknown =
  ({ outcomeUnknown }: Pick<Telemetry, 'outcomeUnknown'>, operation: string) =>
  (error: PaymentError): IO.IO<void> =>
  () =>
    outcomeOf(error) === 'unknown' ? outcomeUnknown({ operation, error: error._tag }) : undefined;

/** Binds every use case to its dependencies. */
export const bindUseCases = (deps: Dependencies, table: UseCaseTable = ownUseCases): UseCases =>
  mapTable<UseCases, AnyOperation>(operations, (operation, name) => {
    const useCase: UseCase<never, unknown> = table[name](deps);
    const bound: UseCase<never, unknown> = (input, options) =>
      defectsAsData(() => useCase(input, options), isObject);
    const report = reportUnknown(deps.telemetry, name);
    // `TE.tapError` would take as long as the rest of the facade.
    const change: UseCase<never, unknown> = (input, options) => async () => {
      const result = await bound(input, options)();
      if (E.isLeft(result)) await T.fromIO(report(result.left))();
      return result;
    };
    return operation.takesKey === true ? change : bound;
  });

type AnyChange = (input: never, options: CallOptions) => TE.TaskEither<ProcessorError, unknown>;

const isChange = (name: string): name is ProcessorChange => Object.hasOwn(processorChanges, name);

/** How the changing calls of one attempt are sent. */
type Sending = {
  readonly attempt: IdempotentAttempt;
  readonly settings: RequestSettings;
  /** The request's main call. */
  readonly known: StableNames['call'];
  readonly onCall?: IO.IO<void> | undefined;
};

/**
 * The dependencies of a use case in an attempt, whose changing calls have their own options, such as the idempotency key, and are sent
 * only while the key is held. A use case makes each call at most once: a second call would get the reply of the first.
 */
const keyedDependencies = (
  deps: Dependencies,
  digest: Digest,
): ((sending: Sending) => Dependencies) => {
  const keyOf = keyOfCall(digest);

  const keyed =
    (change: AnyChange, name: string, { attempt, settings, known, onCall }: Sending) =>
    (input: never): TE.TaskEither<ProcessorError, unknown> =>
    async () => {
      const { doubt, lease } = attempt;
      const checked = await lease.check();
      if (E.isLeft(checked)) return checked;
      if (onCall !== undefined) await T.fromIO(onCall)();
      const { requestFormat } = settings;
      const changing = change(input, {
        idempotencyKey: keyOf(attempt, known, name),
        ...(requestFormat === undefined ? {} : { requestFormat }),
        ...(doubt === null ? {} : { inDoubtSince: doubt.since }),
        beforeAttempt: lease.beforeAttempt,
      });
      // The adapter may not have run `beforeAttempt`.
      return lease.noteSent(await changing());
    };

  return mapTableFor<Dependencies, Sending>(deps, (part, name, sending) => {
    const { attempt, settings } = sending;
    const { derivedKey, doubt, lease } = attempt;
    if (name === 'attempt') {
      return {
        id: () => derivedKey,
        inDoubt: doubt !== null,
        holdsKey: pipe(lease.check, T.map(E.isRight)),
      };
    }
    if (name === 'confirmationMethod') return settings.confirmationMethod ?? part;
    return isChange(name) ? keyed(deps[name], name, sending) : part;
  });
};

/** The error of a request that was given up before its work began. */
export const givenUp: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'not_done',
  cause: new Error('the request was given up before the processor was called'),
};

const inDoubtSince = (since: number): PaymentError => ({ _tag: 'IdempotencyKeyInDoubt', since });

// The request would be refused again, so nothing of it can have been done.
const isRefusal = (error: PaymentError): boolean =>
  outcomeOf(error) === undefined &&
  // The object under the derived key has changed since, but it was made.
  !isOtherUse(error) &&
  (error._tag !== 'ProcessorRefused' || decisionOf(error) === 'final');

// The processor does not have an object of the request, so it would refuse the request too. A cursor that was deleted between two
// pages says nothing about the request.
const isMissing = (error: PaymentError): boolean =>
  error._tag === 'NotFound' ||
  (error._tag === 'ProcessorRefused' &&
    error.code === 'resource_missing' &&
    error.param !== 'starting_after');

// Only if nothing can have been done, the request may run as new.
const successIn = (looked: LookedUp, movesMoney: boolean): SearchOutcome<unknown> => {
  switch (looked._tag) {
    case 'Ended': {
      const { outcome } = looked;
      if (E.isRight(outcome)) return searched.found(outcome.right);
      return isRefusal(outcome.left) ? searched.absent : searched.uncertain;
    }
    case 'NotDone':
      return searched.absent;
    case 'NoEvidence':
      return searched.uncertain;
    case 'NoLookUp':
      return movesMoney ? searched.uncertain : searched.absent;
    case 'Failed':
      return isMissing(looked.error) ? searched.absent : searched.uncertain;
  }
};

/**
 * The changing use cases under an idempotency key, each done once. They expect decoded input and never throw or reject.
 * With a `refusal` the request fails with it, unless it was done before under its key.
 */
export type KeyedUseCases = {
  readonly [N in keyof Changes]: (
    input: InputOf<Changes[N]['input']>,
    refusal?: PaymentError,
  ) => T.Task<AdvisedResult<ResultOf<N>>>;
} & {
  /**
   * The error for a request whose input was refused: the refusal, unless an earlier request with the key is in progress or in
   * doubt. The refusal would wrongly say that nothing was done.
   */
  readonly refused: <Err>(refusal: Err) => T.Task<Err | PaymentError>;
};

/**
 * Binds every changing use case to its dependencies, with an idempotency key for each call of the processor. `begin` is asked
 * once a request has its key: `false` gives it up.
 */
export const bindKeyedUseCases = (
  deps: Dependencies,
  { requestFormat, lookUps = {} }: ProcessorExtras,
  idempotency: IdempotencyDependencies & AdviceDependencies,
  table: UseCaseTable = ownUseCases,
): ((id: IdempotencyKeyId, begin?: IO.IO<boolean>) => KeyedUseCases) => {
  const run = runIdempotently(idempotency);
  const dependenciesOf = keyedDependencies(deps, idempotency.digest);
  const settingsOfRequest = settingsWithMandate(idempotency);
  const repeated = withFirstMandate(idempotency);
  const usual: RequestSettings = {
    confirmationMethod: deps.confirmationMethod,
    ...(requestFormat === undefined ? {} : { requestFormat }),
  };
  const usualText = requestSettings.write(usual);

  const sendUnderKeys = (
    work: Work,
    attempt: IdempotentAttempt,
    { call: known }: StableNames,
    onCall?: IO.IO<void>,
  ): TE.TaskEither<PaymentError, unknown> => {
    const settings = attempt.settings === usualText ? usual : settingsOf(attempt);
    return work(dependenciesOf({ attempt, settings, known, onCall }));
  };

  const lookUp = lookUpOutcome(deps, lookUps, idempotency.digest);

  // The processor has forgotten the key, so sending the request again could do the work twice. Only look-ups are sent.
  const settleDoubt = (
    work: Work,
    first: FirstRequest,
    names: StableNames,
    { since }: IdempotencyDoubt,
  ): TE.TaskEither<PaymentError, unknown> =>
    pipe(
      lookUp(work, first, names, since),
      T.map((looked) => (looked._tag === 'Ended' ? looked.outcome : E.left(inDoubtSince(since)))),
    );

  // A refusal before the call, by a ceiling of today or a read, says nothing about the first request: only evidence tells.
  const sendOrSettle = (
    work: Work,
    attempt: IdempotentAttempt,
    names: StableNames,
    doubt: IdempotencyDoubt,
  ): TE.TaskEither<PaymentError, unknown> =>
    pipe(
      TE.fromIO(newIORef(false)),
      TE.flatMap((called) =>
        pipe(
          sendUnderKeys(work, attempt, names, called.write(true)),
          TE.orElse((error) =>
            pipe(
              TE.fromIO(called.read),
              TE.flatMap((wasCalled) =>
                !wasCalled && isRefusal(error)
                  ? settleDoubt(work, attempt, names, doubt)
                  : TE.left(error),
              ),
            ),
          ),
        ),
      ),
    );

  const findSuccess = (
    work: Work,
    { since, ...first }: Parameters<IdempotentWork<unknown>['find']>[0],
    names: StableNames,
    movesMoney: boolean,
  ): T.Task<SearchOutcome<unknown>> =>
    names.call === null
      ? T.of(searched.absent)
      : pipe(
          lookUp(work, first, names, since),
          T.map((looked) => successIn(looked, movesMoney)),
        );

  type Keyed = (input: never, refusal?: PaymentError) => T.Task<AdvisedResult<unknown>>;

  type Asker = { readonly id: IdempotencyKeyId; readonly begin: IO.IO<boolean> };

  const bound = mapTable<{ readonly [N in keyof Changes]: (asker: Asker) => Keyed }, AnyOperation>(
    changes,
    (operation, name) => {
      const names = stableNames[name];
      const movesMoney = operation.movesMoney === true;
      const report = reportUnknown(deps.telemetry, name);
      const useCase: AnyOperation['useCase'] = table[name];
      const workOn =
        (input: never): Work =>
        (given) =>
          useCase(given)(input);

      return ({ id, begin }: Asker): Keyed =>
        (input, refusal) =>
        async () => {
          const settings = givesMandate(input)
            ? await settingsOfRequest(usual, input)()
            : usualText;
          const result = await run(
            { ...id, names, input, settings, movesMoney },
            {
              run: (attempt) =>
                defectsAsData(() => {
                  if (refusal !== undefined) return TE.left(refusal);
                  if (!begin()) return TE.left(givenUp);
                  const { doubt } = attempt;
                  if (doubt === null || names.call === null) {
                    return sendUnderKeys(workOn(input), attempt, names);
                  }
                  return pipe(
                    TE.fromTask(repeated(input, settingsOf(attempt))),
                    TE.flatMap((first) =>
                      doubt.age < repeatableFor
                        ? sendOrSettle(workOn(first), attempt, names, doubt)
                        : settleDoubt(workOn(first), attempt, names, doubt),
                    ),
                  );
                }, isObject),
              find: (first) => findSuccess(workOn(input), first, names, movesMoney),
            },
          )();
          if (E.isLeft(result.outcome)) await T.fromIO(report(result.outcome.left))();
          return withAdvice(idempotency, { ...names, input, key: id.key })(result)();
        };
    },
  );

  const refused = ({ id }: Asker) => refusalUnlessInDoubt(idempotency)(id);
  const useCasesOf = mapTableFor<KeyedUseCases, Asker, (asker: Asker) => unknown>(
    { ...bound, refused },
    (bind, _name, asker) => bind(asker),
  );
  return (id, begin = () => true) => useCasesOf({ id, begin });
};
