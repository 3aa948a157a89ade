import { pipe } from 'fp-ts/lib/function.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { unknownNames } from '../../domain/field-names.js';
import {
  decodeInput,
  type Input,
  type InputError,
  type InputOf,
  type WrittenInput,
} from '../../domain/input.js';
import type { PaymentError, UnknownFields } from '../../domain/payment-error.js';
import {
  aText,
  aWholeNumber,
  checkedOptions,
  must,
  optional,
  type Rules,
} from '../checked-options.js';
import type { IdempotentResult } from '../idempotency/run-idempotently.js';
import { mapTable } from '../map-table.js';
import type { IdempotencyKeyId } from '../ports/idempotency-store.js';
import type { CallOptions } from '../ports/payment-processor.js';
import { promiseOf } from '../thrown-payment-error.js';
import type { CheckUnknownFields } from '../unknown-fields.js';
import type { UseCase } from '../use-case.js';
import {
  type AnyOperation,
  type Changes,
  changes,
  type OperationName,
  type Operations,
  operations,
  type ResultOf,
} from '../use-cases.js';
import type { KeyedUseCases, UseCases } from './bind.js';

/** The same fields, so that editors show them and not how they came about. */
type Plain<T> = T extends infer P ? { readonly [K in keyof P]: P[K] } : never;

/** An input as a program wrote it. */
type Written = { readonly [field: string]: unknown } | null;

/** Reads the input of an operation as a program wrote it, and decides on fields that the operation does not know. */
const readWritten =
  (checkUnknownFields: CheckUnknownFields) =>
  <I extends Input>(operation: OperationName, codec: I) => {
    const unknownIn = unknownNames([
      ...Object.keys(codec.required),
      ...Object.keys(codec.optional),
    ]);
    const decode = decodeInput(codec);
    return (written?: Written): IOE.IOEither<InputError | UnknownFields, InputOf<I>> => {
      const fields = written ?? {};
      return pipe(
        checkUnknownFields(operation, unknownIn(typeof fields === 'object' ? fields : {})),
        IOE.flatMapEither(() => decode(fields)),
      );
    };
  };

type KeyedInput<N extends keyof Changes> = Plain<WrittenInput<Changes[N]['input']>>;

/** Every changing operation as a function to a `TaskEither` that does it once, however often and wherever it runs. */
export type KeyedTaskEitherPayments = {
  readonly [N in keyof Changes]: (input: KeyedInput<N>) => TE.TaskEither<PaymentError, ResultOf<N>>;
};

/** The changing operations, each done once for its idempotency key: repeated, it gives its first answer again. */
export type KeyedPayments = {
  readonly [N in keyof Changes]: (input: KeyedInput<N>) => Promise<ResultOf<N>>;
} & {
  /** For those who use fp-ts. */
  readonly taskEither: KeyedTaskEitherPayments;
};

type KeyedRun = (input?: Written) => TE.TaskEither<PaymentError, unknown>;

/** Puts the decoding of plain input before every use case with a key, and offers the result as promises too. */
export const keyedPayments = (
  useCases: KeyedUseCases,
  checkUnknownFields: CheckUnknownFields,
): KeyedPayments => {
  const read = readWritten(checkUnknownFields);
  const taskEither = mapTable<KeyedTaskEitherPayments, AnyOperation>(
    changes,
    ({ input }, name): KeyedRun => {
      const useCase: (decoded: never) => T.Task<IdempotentResult<unknown>> = useCases[name];
      return (written) =>
        pipe(
          TE.fromIOEither(read(name, input)(written)),
          TE.orElse((refusal) => TE.leftTask(useCases.refused<PaymentError>(refusal))),
          TE.flatMap((decoded) =>
            pipe(
              useCase(decoded as never),
              T.map(({ outcome }) => outcome),
            ),
          ),
        );
    },
  );
  const promises = mapTable<Omit<KeyedPayments, 'taskEither'>>(changes, (_operation, name) => {
    const run = taskEither[name] as KeyedRun;
    return (input?: Parameters<KeyedRun>[0]) => promiseOf(run(input));
  });
  return { ...promises, taskEither };
};

type Arguments<I extends Input> = keyof I['required'] extends never
  ? readonly [input?: Plain<WrittenInput<I>>, options?: CallOptions]
  : readonly [input: Plain<WrittenInput<I>>, options?: CallOptions];

/**
 * Every operation as a function of plain input to a `TaskEither`. Nothing happens before it runs. Throws a `TypeError` for call
 * options that are wrong or unknown.
 */
export type TaskEitherPayments = {
  // `keyof` as it stands here carries the documentation of each operation over.
  readonly [N in keyof Operations]: (
    ...args: Arguments<Operations[N]['input']>
  ) => TE.TaskEither<PaymentError, ResultOf<N>>;
};

/**
 * Every operation as a function of plain input to a promise, which rejects with a `ThrownPaymentError`; for call options that are
 * wrong or unknown, with a `TypeError`.
 */
export type PromisePayments = {
  readonly [N in keyof Operations]: (
    ...args: Arguments<Operations[N]['input']>
  ) => Promise<ResultOf<N>>;
};

type KeyOptions = {
  /** Whose key it is: any well-formed text without control characters. Default: nobody's in particular. */
  readonly scope?: string;
  /** Earlier scopes of the same caller: a request made under one of them is found too. Default: none. */
  readonly formerScopes?: ReadonlyArray<string>;
};

// Databases take no U+0000, and keep all halves of a surrogate pair as the same character: two callers would be one.
const isScope = (value: unknown): boolean =>
  typeof value === 'string' && /^[^\p{Cc}\p{Cs}]*$/u.test(value);

const keyRules: Rules<KeyOptions> = {
  scope: optional(must('must be a well-formed text without control characters', isScope)),
  formerScopes: optional(
    must(
      'must be an array of well-formed texts without control characters',
      (scopes) => Array.isArray(scopes) && scopes.every(isScope),
    ),
  ),
};

// A misspelt `idempotencyKey` would be a call without one: repeated, it would take the money twice.
const callRules: Rules<CallOptions> = {
  idempotencyKey: optional(aText),
  inDoubtSince: optional(aWholeNumber(0)),
  requestFormat: optional(aText),
};

/** The operations in the three forms in which they are used. */
export type Payments = PromisePayments & {
  /** For those who use fp-ts. */
  readonly taskEither: TaskEitherPayments;
  /**
   * The changing operations, each done once for this key of 1 to 255 printable ASCII characters: repeated within 24
   * hours it gives the first answer again. `scope` keeps the keys of different callers apart; a request that came under one of
   * the `formerScopes` is found too.
   */
  readonly withIdempotencyKey: (key: string, options?: KeyOptions) => KeyedPayments;
  /** For adapters that decode input themselves. */
  readonly useCases: UseCases;
  /** The same for requests that come with an idempotency key. */
  readonly keyedUseCases: (id: IdempotencyKeyId) => KeyedUseCases;
};

type Run = (input?: Written, options?: CallOptions) => TE.TaskEither<PaymentError, unknown>;

/** Puts the decoding of plain input before every use case, and offers the result as promises too. */
export const payments = (
  useCases: UseCases,
  keyedUseCases: Payments['keyedUseCases'],
  checkUnknownFields: CheckUnknownFields,
): Payments => {
  const read = readWritten(checkUnknownFields);
  const taskEither = mapTable<TaskEitherPayments, AnyOperation>(
    operations,
    ({ input }, name): Run => {
      const useCase: UseCase<never, unknown> = useCases[name];
      return (written, options) => {
        const checked =
          options === undefined ? undefined : checkedOptions(name, callRules, options);
        return pipe(
          TE.fromIOEither(read(name, input)(written)),
          TE.flatMap((decoded) => useCase(decoded as never, checked)),
        );
      };
    },
  );
  const promises = mapTable<PromisePayments>(operations, (_operation, name) => {
    const run = taskEither[name] as Run;
    return async (input?: Written, options?: CallOptions) => promiseOf(run(input, options));
  });
  return {
    ...promises,
    taskEither,
    withIdempotencyKey: (key, options = {}) => {
      const { scope = '', formerScopes = [] } = checkedOptions(
        'withIdempotencyKey',
        keyRules,
        options,
      );
      return keyedPayments(keyedUseCases({ scope, key, formerScopes }), checkUnknownFields);
    },
    useCases,
    keyedUseCases,
  };
};
