import { pipe } from 'fp-ts/lib/function.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { WrittenInput } from '../domain/input.js';
import type { PaymentError } from '../domain/payment-error.js';
import type { KeyedUseCases } from './bind-keyed-use-cases.js';
import type { IdempotentResult } from './idempotency/run-idempotently.js';
import { mapChanges } from './map-changes.js';
import type { Plain } from './plain.js';
import { readWritten, type Written } from './read-written.js';
import { promiseOf } from './thrown-payment-error.js';
import type { CheckUnknownFields } from './unknown-fields.js';
import type { Changes, ResultOf } from './use-cases.js';

type InputOf<N extends keyof Changes> = Plain<WrittenInput<Changes[N]['input']>>;

/** Every changing operation as a function to a `TaskEither` that does it once, however often and wherever it runs. */
export type KeyedTaskEitherPayments = {
  readonly [N in keyof Changes]: (input: InputOf<N>) => TE.TaskEither<PaymentError, ResultOf<N>>;
};

/** The changing operations, each done once for its idempotency key: repeated, it gives its first answer again. */
export type KeyedPayments = {
  readonly [N in keyof Changes]: (input: InputOf<N>) => Promise<ResultOf<N>>;
} & {
  /** For those who use fp-ts. */
  readonly taskEither: KeyedTaskEitherPayments;
};

type Run = (input?: Written) => TE.TaskEither<PaymentError, unknown>;

/** Puts the decoding of plain input before every use case with a key, and offers the result as promises too. */
export const keyedPayments = (
  useCases: KeyedUseCases,
  checkUnknownFields: CheckUnknownFields,
): KeyedPayments => {
  const read = readWritten(checkUnknownFields);
  const taskEither = mapChanges<KeyedTaskEitherPayments>(({ input }, name): Run => {
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
  });
  const promises = mapChanges<Omit<KeyedPayments, 'taskEither'>>((_operation, name) => {
    const run = taskEither[name] as Run;
    return (input?: Parameters<Run>[0]) => promiseOf(run(input));
  });
  return { ...promises, taskEither };
};
