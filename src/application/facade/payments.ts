import { pipe } from 'fp-ts/lib/function.js';
import type * as IO from 'fp-ts/lib/IO.js';
import * as IOE from 'fp-ts/lib/IOEither.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { unknownNames } from '../../domain/input/field-names.js';
import {
  type CommonFields,
  decodeInput,
  type FieldChoice,
  type Input,
  type InputError,
  type InputOf,
} from '../../domain/input/input.js';
import type {
  CardNumberInText,
  PaymentError,
  UnknownFields,
  UnsupportedOperation,
} from '../../domain/payment-error.js';
import type { ProcessorFeatures } from '../../domain/processor-feature.js';
import type { CheckCardNumbersInText } from '../card-numbers-in-text.js';
import type { ClientCeilings } from '../ceilings.js';
import {
  checkedOptions,
  optional,
  options as optionsOf,
  textsThat,
  textThat,
} from '../checked-input.js';
import type { IdempotentResult } from '../idempotency/fixed-outcome.js';
import { mapTable } from '../map-table.js';
import type { IdempotencyKeyId } from '../ports/idempotency-store.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import { promiseOf } from '../thrown-payment-error.js';
import type { CheckUnknownFields } from '../unknown-fields.js';
import {
  decodeSupported,
  type UntakenField,
  unsupportedOperation,
} from '../unsupported-operations.js';
import type { UseCase } from '../use-case.js';
import {
  type AnyOperation,
  type Changes,
  changes,
  type OperationInputs,
  type OperationName,
  type Operations,
  operations,
  type ResultOf,
} from '../use-cases.js';
import type { KeyedUseCases, UseCases } from './bind.js';
import { callOptionsOf, type OperationOptions } from './call-options.js';

/** The input of an operation before decoding. */
type Written = { readonly [field: string]: unknown } | null;

/** An operation as every facade runs it. */
type Run = (input?: Written, options?: OperationOptions) => TE.TaskEither<PaymentError, unknown>;

type Checks = {
  readonly features?: ProcessorFeatures | undefined;
  readonly checkUnknownFields: CheckUnknownFields;
  readonly checkCardNumbers?: CheckCardNumbersInText | undefined;
};

const noCheck: CheckCardNumbersInText = () => IOE.right(undefined);

/**
 * Decodes the input of an operation, and checks it for unknown fields, for card numbers in its texts and for what the processor lacks.
 */
const readInput =
  ({ features = {}, checkUnknownFields, checkCardNumbers = noCheck }: Checks) =>
  <I extends Input>(operation: OperationName, codec: I) => {
    const unknownIn = unknownNames([
      ...Object.keys(codec.required),
      ...Object.keys(codec.optional),
    ]);
    const unsupported = unsupportedOperation(features, operation);
    const decode = decodeSupported(features, operation, (without) =>
      decodeInput(codec, undefined, undefined, without),
    );
    return (
      written?: Written,
    ): IOE.IOEither<
      InputError | UnknownFields | CardNumberInText | UnsupportedOperation,
      InputOf<I>
    > => {
      if (unsupported !== undefined) return IOE.left(unsupported);
      const fields = written ?? {};
      return pipe(
        checkUnknownFields(operation, unknownIn(typeof fields === 'object' ? fields : {})),
        IOE.flatMapEither(() => decode(fields)),
        IOE.tap((decoded) => checkCardNumbers(operation, decoded)),
      );
    };
  };

// Both members of a pair share the common fields themselves, and the union has no name: editors show each field with its documentation.
type InputArgument<I extends Input, F extends ProcessorFeatures> = readonly [
  input: FieldChoice<I, UntakenField<F>> extends infer C
    ? C extends unknown
      ? CommonFields<I, UntakenField<F>> & C
      : never
    : never,
];

/** Every changing operation as a function that returns a `TaskEither`. Running that more than once does the work once. */
export type KeyedTaskEitherPayments<F extends ProcessorFeatures = ProcessorFeatures> = {
  readonly [N in keyof Changes]: (
    ...args: InputArgument<OperationInputs[N], F>
  ) => TE.TaskEither<PaymentError, ResultOf<N>>;
};

/** The changing operations under an idempotency key: each is done once, and a repetition gets the first result again. */
export type KeyedPayments<F extends ProcessorFeatures = ProcessorFeatures> = {
  readonly [N in keyof Changes]: (
    ...args: InputArgument<OperationInputs[N], F>
  ) => Promise<ResultOf<N>>;
} & {
  /** The same operations for users of fp-ts. */
  readonly taskEither: KeyedTaskEitherPayments<F>;
};

/** Adds decoding of plain input and a promise form to the use cases with a key. */
export const createKeyedFacade = <F extends ProcessorFeatures>(
  useCases: KeyedUseCases,
  checkUnknownFields: CheckUnknownFields,
  checkCardNumbers?: CheckCardNumbersInText,
  features?: ProcessorFeatures,
): KeyedPayments<F> => {
  const read = readInput({ features, checkUnknownFields, checkCardNumbers });
  const taskEither = mapTable<KeyedTaskEitherPayments<F>, AnyOperation>(
    changes,
    ({ input }, name): Run => {
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
  const promises = mapTable<Omit<KeyedPayments<F>, 'taskEither'>>(changes, (_operation, name) => {
    const run = taskEither[name] as Run;
    return (input?: Written) => promiseOf(run(input));
  });
  return { ...promises, taskEither };
};

type Arguments<I extends Input, F extends ProcessorFeatures> = keyof I['required'] extends never
  ? readonly [input?: InputArgument<I, F>[0], options?: OperationOptions]
  : readonly [input: InputArgument<I, F>[0], options?: OperationOptions];

/**
 * Every operation as a function of plain input that returns a `TaskEither`. Nothing happens until the `TaskEither` runs. Throws a
 * `TypeError` for invalid or unknown call options.
 */
export type TaskEitherPayments<F extends ProcessorFeatures = ProcessorFeatures> = {
  // With this `keyof`, editors show the documentation of each operation.
  readonly [N in keyof Operations]: (
    ...args: Arguments<OperationInputs[N], F>
  ) => TE.TaskEither<PaymentError, ResultOf<N>>;
};

/**
 * Every operation as a function of plain input that returns a promise. It rejects with a `ThrownPaymentError`, or with a
 * `TypeError` for invalid or unknown call options.
 */
export type PromisePayments<F extends ProcessorFeatures = ProcessorFeatures> = {
  readonly [N in keyof Operations]: (
    ...args: Arguments<OperationInputs[N], F>
  ) => Promise<ResultOf<N>>;
};

// Databases refuse U+0000, and store every lone surrogate as the same character: two callers would become one.
const isScope = (text: string): boolean => /^[^\p{Cc}\p{Cs}]*$/u.test(text);

// Editors suggest the first two.
type Scope = 'open' | `client:${string}` | (string & Record<never, never>);

type KeyOptions = {
  /**
   * The caller whose key it is: other callers may use the same key for something else. `'open'` (default) is shared with HTTP
   * requests without an API key, `'client:shop'` with those of the client `shop`, if they use the same store. Any other text is a
   * caller of your own.
   */
  readonly scope?: Scope;
  /** Earlier scopes of the same caller. A request made under one of them is found too. Default: none. */
  readonly formerScopes?: ReadonlyArray<string>;
};

const KeyOptions = optionsOf<KeyOptions>({
  scope: optional(textThat('must be a well-formed string without control characters', isScope)),
  formerScopes: optional(
    textsThat('must be an array of well-formed strings without control characters', isScope),
  ),
});

/** All operations: as promises, as `TaskEither`s, and under an idempotency key. */
export type Payments<F extends ProcessorFeatures = ProcessorFeatures> = PromisePayments<F> & {
  /** The same operations for users of fp-ts. */
  readonly taskEither: TaskEitherPayments<F>;
  /**
   * The changing operations under an idempotency key of 1 to 255 printable ASCII characters. Each is done once: a repetition
   * gets the first result again, for 30 days if it moved money, otherwise for 24 hours. It is the `Idempotency-Key` of the HTTP
   * interface and the `idempotencyKey` of its client: with the same `stores` and `scope`, a key does its work once, by whichever way
   * it comes. Throws a `TypeError` for invalid options.
   */
  readonly withIdempotencyKey: (key: string, options?: KeyOptions) => KeyedPayments<F>;
};

/** The use cases, without and with idempotency keys, for adapters that decode the input themselves. */
export type ServedUseCases = {
  readonly useCases: UseCases;
  readonly keyedUseCases: (id: IdempotencyKeyId, begin?: IO.IO<boolean>) => KeyedUseCases;
};

/** The parts of payments that the HTTP interface serves. */
export type PaymentsParts = ServedUseCases & {
  /**
   * The same use cases for one client, which also stays below its own ceilings. `undefined`: the client needs none of its own,
   * because no ceiling is counted for each client.
   */
  readonly limitedTo: (ceilings: ClientCeilings) => ServedUseCases | undefined;
  readonly processor: PaymentProcessor;
  /** As the processor has them. */
  readonly features: ProcessorFeatures | undefined;
  /** Whether the event store can be reached. Fails within two seconds if it cannot. */
  readonly ready: TE.TaskEither<unknown, void>;
  /** Deletes the events of the store, if `createPayments` has made it. */
  readonly forgetEvents: IO.IO<void>;
};

/** The name under which payments carry their parts. Other copies of the package know it too. */
export const paymentsParts: unique symbol = Symbol.for('pasarela.paymentsParts');

/** The result of `createPayments()`, as the HTTP interface takes it. */
export type ServedPayments = {
  /** For the HTTP interface only. */
  readonly [paymentsParts]: PaymentsParts;
};

/** Adds decoding of plain input and a promise form to every use case. */
export const createFacade = <F extends ProcessorFeatures>(
  useCases: UseCases,
  keyedUseCases: ServedUseCases['keyedUseCases'],
  checkUnknownFields: CheckUnknownFields,
  checkCardNumbers?: CheckCardNumbersInText,
  features?: ProcessorFeatures,
): Payments<F> => {
  const read = readInput({ features, checkUnknownFields, checkCardNumbers });
  const taskEither = mapTable<TaskEitherPayments<F>, AnyOperation>(
    operations,
    ({ input }, name): Run => {
      const useCase: UseCase<never, unknown> = useCases[name];
      return (written, options) => {
        const checked = options === undefined ? undefined : callOptionsOf(name, options);
        return pipe(
          TE.fromIOEither(read(name, input)(written)),
          TE.flatMap((decoded) => useCase(decoded as never, checked)),
        );
      };
    },
  );
  const promises = mapTable<PromisePayments<F>>(operations, (_operation, name) => {
    const run = taskEither[name] as Run;
    return async (input?: Written, options?: OperationOptions) => promiseOf(run(input, options));
  });
  return {
    ...promises,
    taskEither,
    withIdempotencyKey: (given: unknown, options = {}) => {
      // HTTP takes the spaces away too: the key is the same by whichever way it comes.
      const key = typeof given === 'string' ? given.trim() : '';
      const { scope = 'open', formerScopes = [] } = checkedOptions(
        'withIdempotencyKey',
        KeyOptions,
        options,
      );
      return createKeyedFacade(
        keyedUseCases({ scope, key, formerScopes }),
        checkUnknownFields,
        checkCardNumbers === undefined
          ? undefined
          : (operation, input, client) =>
              checkCardNumbers(operation, { ...input, 'Idempotency-Key': key }, client),
        features,
      );
    },
  };
};
