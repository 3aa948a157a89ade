import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { InputOf } from '../domain/input.js';
import type { PaymentError } from '../domain/payment-error.js';
import { defectsAsData } from './defects-as-data.js';
import { fromEvidence, withOptions } from './idempotency/changing-calls.js';
import { keyOfCall, type StableNames } from './idempotency/derived-key.js';
import { keyDisposition } from './idempotency/key-disposition.js';
import { repeatableFor } from './idempotency/key-lifetime.js';
import { refusalInDoubt } from './idempotency/refusal-in-doubt.js';
import { type RequestSettings, requestSettings } from './idempotency/request-settings.js';
import {
  type IdempotencyDependencies,
  type IdempotentAttempt,
  type IdempotentResult,
  runIdempotently,
} from './idempotency/run-idempotently.js';
import { stableNames } from './idempotency/stable-names.js';
import { mapChanges } from './map-changes.js';
import type { IdempotencyDoubt, IdempotencyKeyId } from './ports/idempotency-store.js';
import type { ProcessorExtras } from './ports/payment-processor.js';
import type { Changes, Dependencies, ResultOf } from './use-cases.js';

/**
 * The changing use cases, each done once for an idempotency key. They take decoded input, and never throw or reject.
 * `refusal`: what the request is refused with, unless it was done before under its key.
 */
export type KeyedUseCases = {
  readonly [N in keyof Changes]: (
    input: InputOf<Changes[N]['input']>,
    refusal?: PaymentError,
  ) => T.Task<IdempotentResult<ResultOf<N>>>;
} & {
  /**
   * What is answered to a request whose input was refused: the refusal, unless an earlier request with the key is in doubt or
   * at work. A refusal would say then that nothing was done.
   */
  readonly refused: <Err>(refusal: Err) => T.Task<Err | PaymentError>;
};

// The processor's clock is not ours, and events are matched by key: an hour more costs a page or two.
const lookUpMargin = 60 * 60;

type Work = (deps: Dependencies) => TE.TaskEither<PaymentError, unknown>;

// Without settings it was an earlier version, whose format only the adapter knows: today's would be another request.
const sentWith = ({ settings }: IdempotentAttempt): RequestSettings =>
  settings === null ? {} : requestSettings.read(settings);

/** Gives every changing use case its dependencies, with keys for all that it asks of the processor. */
export const bindKeyedUseCases = (
  deps: Dependencies,
  { requestFormat, lookUps = {} }: ProcessorExtras,
  idempotency: IdempotencyDependencies,
): ((id: IdempotencyKeyId) => KeyedUseCases) => {
  const run = runIdempotently(idempotency);
  const keyOf = keyOfCall(idempotency.digest);
  const { confirmationMethod } = deps;
  const settings = requestSettings.write({
    confirmationMethod,
    ...(requestFormat === undefined ? {} : { requestFormat }),
  });

  const send = (
    work: Work,
    attempt: IdempotentAttempt,
    { call }: StableNames,
  ): TE.TaskEither<PaymentError, unknown> => {
    const { doubt } = attempt;
    const first = sentWith(attempt);
    const calls = withOptions(deps, (name) => ({
      idempotencyKey: keyOf(attempt, call, name),
      ...(first.requestFormat === undefined ? {} : { requestFormat: first.requestFormat }),
      ...(doubt === null ? {} : { inDoubtSince: doubt.since }),
    }));
    return work({ ...deps, confirmationMethod, ...first, ...calls });
  };

  // The processor has forgotten the key: sent again, the work would be done again. So nothing is sent.
  const findOut = (
    work: Work,
    attempt: IdempotentAttempt,
    { call }: StableNames,
    { since }: IdempotencyDoubt,
  ): TE.TaskEither<PaymentError, unknown> =>
    pipe(
      T.fromIO(newIORef(false)),
      T.flatMap((found) => {
        const calls = fromEvidence(
          deps,
          lookUps,
          (name) => ({ idempotencyKey: keyOf(attempt, call, name), since: since - lookUpMargin }),
          found.write(true),
        );
        return pipe(
          defectsAsData(() =>
            work({ ...deps, confirmationMethod, ...sentWith(attempt), ...calls }),
          ),
          T.flatMap((outcome) =>
            pipe(
              T.fromIO(found.read),
              T.map((isFound) => {
                const inDoubt: PaymentError = { _tag: 'IdempotencyKeyInDoubt', since };
                const settles = E.isRight(outcome) || keyDisposition(outcome.left) === 'keep';
                return isFound && settles ? outcome : E.left(inDoubt);
              }),
            ),
          ),
        );
      }),
    );

  return (id) => ({
    ...mapChanges<Omit<KeyedUseCases, 'refused'>>((operation, name) => {
      const names = stableNames[name];
      const workOn =
        (input: object): Work =>
        (given) =>
          operation.useCase(given)(input);
      const keyed: (input: object, refusal?: PaymentError) => T.Task<IdempotentResult<unknown>> = (
        input,
        refusal,
      ) =>
        run({ ...id, names, input, settings }, (attempt) =>
          defectsAsData(() => {
            if (refusal !== undefined) return TE.left(refusal);
            const work = workOn(input);
            const { doubt } = attempt;
            return doubt === null || doubt.age < repeatableFor || names.call === null
              ? send(work, attempt, names)
              : findOut(work, attempt, names, doubt);
          }),
        );
      return keyed;
    }),
    refused: refusalInDoubt(idempotency)(id),
  });
};
