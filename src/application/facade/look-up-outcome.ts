import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import { newIORef } from 'fp-ts/lib/IORef.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { isObject } from '../../domain/input/json.js';
import type { PaymentError, ProcessorError } from '../../domain/payment-error.js';
import { keyDisposition } from '../../domain/payment-error-facts.js';
import { defectsAsData } from '../defects-as-data.js';
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
type ChangingCalls = Pick<PaymentProcessor, ProcessorChange>;

/** A use case with its input. */
export type Work = (deps: Dependencies) => TE.TaskEither<PaymentError, unknown>;

type Sent = { readonly idempotencyKey: string; readonly since: number };

type AnyLookUp = (input: never, sent: Sent) => TE.TaskEither<ProcessorError, Evidence<unknown>>;

const nothingFound = (why: string): ProcessorError => ({
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error(why),
});

/** The error of a look-up that found no evidence. */
const withoutEvidence = nothingFound('no evidence was found of a call whose reply was lost');

/** The error of a change that the processor cannot look up. */
const withoutLookUp = nothingFound('a call whose reply was lost cannot be looked up');

/**
 * The changing calls without sending anything: each looks for evidence that the call was made before, and calls `onEvidence` with
 * the result.
 */
const withLookUps = (
  lookUps: OutcomeLookUps,
  sentBy: (call: ProcessorChange) => Sent,
  onEvidence: (tag: Evidence<unknown>['_tag']) => IO.IO<void>,
): ChangingCalls =>
  mapTable<ChangingCalls>(processorChanges, (_facts, name) => {
    const lookUp: AnyLookUp | undefined = lookUps[name];
    return (input: never) =>
      lookUp === undefined
        ? TE.left(withoutLookUp)
        : pipe(
            lookUp(input, sentBy(name)),
            TE.tapIO(({ _tag }) => onEvidence(_tag)),
            TE.flatMap((evidence) =>
              evidence._tag === 'Found' ? TE.fromEither(evidence.value) : TE.left(withoutEvidence),
            ),
          );
  });

/**
 * The settings of a first request. Without any, an earlier version sent the request in a format that only the adapter knows. A
 * request in the current format would be another request.
 */
export const settingsOf = ({ settings }: Pick<FirstRequest, 'settings'>): RequestSettings =>
  settings === null ? {} : requestSettings.read(settings);

/** The result of a look-up about a first request. */
export type LookedUp =
  /** It ended with this outcome. */
  | { readonly _tag: 'Ended'; readonly outcome: E.Either<PaymentError, unknown> }
  /** It did nothing, or is still under way. */
  | { readonly _tag: 'NotDone' }
  /** Nothing: there was no evidence, and not everything could be read. */
  | { readonly _tag: 'NoEvidence' }
  | { readonly _tag: 'NoLookUp' }
  /** Nothing: the look-up failed. */
  | { readonly _tag: 'Failed'; readonly error: PaymentError };

const judge = (
  evidence: ReadonlySet<Evidence<unknown>['_tag']>,
  outcome: E.Either<PaymentError, unknown>,
): LookedUp => {
  const isFound = evidence.has('Found');
  if (E.isRight(outcome)) return isFound ? { _tag: 'Ended', outcome } : { _tag: 'NoEvidence' };
  const { left: error } = outcome;
  if (error === withoutLookUp) return { _tag: 'NoLookUp' };
  if (error === withoutEvidence) {
    // Of several calls, the first may have been made, and the last not.
    return { _tag: !isFound && evidence.has('Absent') ? 'NotDone' : 'NoEvidence' };
  }
  return isFound && keyDisposition(error) === 'keep'
    ? { _tag: 'Ended', outcome }
    : { _tag: 'Failed', error };
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
      T.fromIO(newIORef<ReadonlySet<Evidence<unknown>['_tag']>>(new Set())),
      T.flatMap((evidence) => {
        const calls = withLookUps(
          lookUps,
          (name) => ({ idempotencyKey: keyOf(first, call, name), since }),
          (tag) => evidence.modify((tags) => new Set([...tags, tag])),
        );
        return pipe(
          defectsAsData(
            () => work({ ...unlimited, confirmationMethod, ...settingsOf(first), ...calls }),
            isObject,
          ),
          T.flatMap((outcome) =>
            pipe(
              T.fromIO(evidence.read),
              T.map((tags) => judge(tags, outcome)),
            ),
          ),
        );
      }),
    );
};
