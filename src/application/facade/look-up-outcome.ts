import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as O from 'fp-ts/lib/Option.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { defectsAsData } from '../defects-as-data.js';
import { keyDisposition } from '../idempotency/keyed-outcome.js';
import {
  type Digest,
  keyOfCall,
  type RequestSettings,
  requestSettings,
  type StableNames,
} from '../idempotency/keyed-request.js';
import type { FirstRequest } from '../idempotency/run-idempotently.js';
import { mapTable } from '../map-table.js';
import {
  type Evidence,
  type OutcomeLookUps,
  type PaymentProcessor,
  type ProcessorChange,
  processorChanges,
} from '../ports/payment-processor.js';
import type { Dependencies } from '../use-cases.js';

/** The processor's changing functions. */
export type ChangingCalls = Pick<PaymentProcessor, ProcessorChange>;

/** A use case with its input. */
export type Work = (deps: Dependencies) => TE.TaskEither<PaymentError, unknown>;

type Sent = { readonly idempotencyKey: string; readonly since: number };

type AnyLookUp = (input: never, sent: Sent) => TE.TaskEither<ProcessorError, Evidence<unknown>>;

/** The error of a look-up that found no evidence. It does not show that nothing was done. */
export const withoutEvidence: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('no evidence was found of a call whose reply was lost'),
};

/**
 * The changing calls without sending anything: each looks for evidence that the call was made before, and calls `onFound` if
 * there is any.
 */
const withLookUps = (
  lookUps: OutcomeLookUps,
  sentBy: (call: ProcessorChange) => Sent,
  onFound: IO.IO<void>,
): ChangingCalls =>
  mapTable<ChangingCalls>(processorChanges, (_facts, name) => {
    const lookUp: AnyLookUp | undefined = lookUps[name];
    return (input: never) =>
      pipe(
        lookUp === undefined ? TE.right(O.none) : lookUp(input, sentBy(name)),
        TE.flatMap(
          O.match(
            () => TE.left(withoutEvidence),
            (found) =>
              pipe(
                TE.fromIO(onFound),
                TE.flatMap(() => TE.fromEither(found)),
              ),
          ),
        ),
      );
  });

/**
 * The settings of a first request. Without any, an earlier version sent the request in a format that only the adapter knows. A
 * request in the current format would be another request.
 */
export const settingsOf = ({ settings }: Pick<FirstRequest, 'settings'>): RequestSettings =>
  settings === null ? {} : requestSettings.read(settings);

/** `isDefinite`: there is evidence that the first request ended with this outcome. Otherwise it tells nothing about the request. */
type LookedUp = {
  readonly isDefinite: boolean;
  readonly outcome: E.Either<PaymentError, unknown>;
};

/**
 * Looks up the outcome of a first request: does its work with look-ups in place of the changing calls, and sends no change. As it
 * makes no payment and no refund, no ceiling refuses it and nothing is counted.
 */
export const lookUpOutcome = (deps: Dependencies, lookUps: OutcomeLookUps, digest: Digest) => {
  const keyOf = keyOfCall(digest);
  const { confirmationMethod } = deps;
  const unlimited = { ...deps, ceilings: { client: deps.ceilings.client } };
  return (
    work: Work,
    first: FirstRequest,
    { call }: StableNames,
    since: number,
  ): T.Task<LookedUp> =>
    pipe(
      T.fromIO(newIORef(false)),
      T.flatMap((found) => {
        const calls = withLookUps(
          lookUps,
          (name) => ({ idempotencyKey: keyOf(first, call, name), since }),
          found.write(true),
        );
        return pipe(
          defectsAsData(() =>
            work({ ...unlimited, confirmationMethod, ...settingsOf(first), ...calls }),
          ),
          T.flatMap((outcome) =>
            pipe(
              T.fromIO(found.read),
              T.map((isFound) => ({
                isDefinite:
                  isFound && (E.isRight(outcome) || keyDisposition(outcome.left) === 'keep'),
                outcome,
              })),
            ),
          ),
        );
      }),
    );
};
