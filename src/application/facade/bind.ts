import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { InputOf } from '../../domain/input.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import { repeatableFor } from '../idempotency/key-lifetime.js';
import { keyDisposition } from '../idempotency/keyed-outcome.js';
import {
  keyOfCall,
  type RequestSettings,
  requestSettings,
  type StableNames,
  stableNames,
} from '../idempotency/keyed-request.js';
import {
  type IdempotencyDependencies,
  type IdempotentAttempt,
  type IdempotentResult,
  refusalInDoubt,
  runIdempotently,
} from '../idempotency/run-idempotently.js';
import { mapChanges } from '../map-changes.js';
import { mapOperations } from '../map-operations.js';
import type { IdempotencyDoubt, IdempotencyKeyId } from '../ports/idempotency-store.js';
import type {
  CallOptions,
  Evidence,
  OutcomeLookUps,
  PaymentProcessor,
  ProcessorChange,
  ProcessorExtras,
} from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';
import type { Changes, Dependencies, OperationName, Operations, ResultOf } from '../use-cases.js';

/** The use cases with their dependencies, by operation. They take decoded input, and never throw or reject. */
export type UseCases = {
  readonly [N in OperationName]: UseCase<InputOf<Operations[N]['input']>, ResultOf<N>>;
};

/** Gives every use case its dependencies. */
export const bindUseCases = (deps: Dependencies): UseCases =>
  mapOperations<UseCases>((operation) => {
    const useCase: UseCase<never, unknown> = operation.useCase(deps);
    const bound: UseCase<never, unknown> = (input, options) =>
      defectsAsData(() => useCase(input, options));
    return bound;
  });

/** The processor's changing functions. */
type ChangingCalls = Pick<PaymentProcessor, ProcessorChange>;

type Sent = { readonly idempotencyKey: string; readonly since: number };

/** Makes the replacement of a call, from the call itself and from its look-up. */
type Make = <I, A>(
  name: ProcessorChange,
  change: (input: I, options: CallOptions) => TE.TaskEither<ProcessorError, A>,
  lookUp: ((input: I, sent: Sent) => TE.TaskEither<ProcessorError, Evidence<A>>) | undefined,
) => (input: I) => TE.TaskEither<ProcessorError, A>;

const mapCalls = (
  processor: ChangingCalls,
  lookUps: OutcomeLookUps,
  make: Make,
): ChangingCalls => ({
  createCustomer: make('createCustomer', processor.createCustomer, lookUps.createCustomer),
  updateCustomer: make('updateCustomer', processor.updateCustomer, lookUps.updateCustomer),
  deleteCustomer: make('deleteCustomer', processor.deleteCustomer, lookUps.deleteCustomer),
  createCardToken: make('createCardToken', processor.createCardToken, lookUps.createCardToken),
  createCard: make('createCard', processor.createCard, lookUps.createCard),
  deleteCard: make('deleteCard', processor.deleteCard, lookUps.deleteCard),
  createPaymentIntent: make(
    'createPaymentIntent',
    processor.createPaymentIntent,
    lookUps.createPaymentIntent,
  ),
  confirmPaymentIntent: make(
    'confirmPaymentIntent',
    processor.confirmPaymentIntent,
    lookUps.confirmPaymentIntent,
  ),
  capturePaymentIntent: make(
    'capturePaymentIntent',
    processor.capturePaymentIntent,
    lookUps.capturePaymentIntent,
  ),
  cancelPaymentIntent: make(
    'cancelPaymentIntent',
    processor.cancelPaymentIntent,
    lookUps.cancelPaymentIntent,
  ),
  createRefund: make('createRefund', processor.createRefund, lookUps.createRefund),
});

/**
 * The calls, each with options of its own: an idempotency key among them. A use case makes none of them twice: its second
 * call would get the answer of the first.
 */
const withOptions = (
  processor: ChangingCalls,
  optionsOf: (call: ProcessorChange) => CallOptions,
): ChangingCalls =>
  mapCalls(processor, {}, (name, change) => (input) => change(input, optionsOf(name)));

const notFound: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('nothing shows what became of a call whose answer was lost'),
};

/**
 * The calls, none of which sends anything: each finds out what became of the one that was made before. `onFound` runs
 * when that is known.
 */
const fromEvidence = (
  processor: ChangingCalls,
  lookUps: OutcomeLookUps,
  sentBy: (call: ProcessorChange) => Sent,
  onFound: IO.IO<void>,
): ChangingCalls =>
  mapCalls(
    processor,
    lookUps,
    (name, _change, lookUp) => (input) =>
      lookUp === undefined
        ? TE.left(notFound)
        : pipe(
            lookUp(input, sentBy(name)),
            TE.flatMap(
              O.match(
                () => TE.left(notFound),
                (found) =>
                  pipe(
                    TE.fromIO(onFound),
                    TE.flatMap(() => TE.fromEither(found)),
                  ),
              ),
            ),
          ),
  );

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
