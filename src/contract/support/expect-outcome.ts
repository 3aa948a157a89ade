import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { mapTable } from '../../application/map-table.js';
import {
  type CallOptions,
  type PaymentProcessor,
  processorFunctions,
} from '../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../domain/payment-error.js';

/** An error in one line, without its cause. */
export const summaryOf = (error: ProcessorError): string => {
  const { _tag, ...facts } = error;
  const told = Object.entries(facts).filter(([name]) => name !== 'cause');
  return `${_tag} ${JSON.stringify(Object.fromEntries(told))}`;
};

/** Runs a call that must succeed. Returns the result. */
export const succeed = async <A>(
  what: string,
  task: TE.TaskEither<ProcessorError, A>,
): Promise<A> => {
  const outcome = await task();
  if (E.isRight(outcome)) return outcome.right;
  return assert.fail(`${what}: must succeed, but ended in ${summaryOf(outcome.left)}`);
};

type AnyCall = (input: never, options?: CallOptions) => TE.TaskEither<ProcessorError, unknown>;

type MustSucceed = {
  readonly [N in keyof PaymentProcessor]: (
    ...args: Parameters<PaymentProcessor[N]>
  ) => ReturnType<PaymentProcessor[N]> extends TE.TaskEither<ProcessorError, infer A>
    ? Promise<A>
    : never;
};

/** The functions of a processor as promises: each runs at once, must succeed, and returns its result. */
export const mustSucceed = (processor: PaymentProcessor): MustSucceed =>
  mapTable<MustSucceed>(processorFunctions, (_facts, name) => {
    const call: AnyCall = processor[name];
    return (...args: Parameters<AnyCall>) => succeed(name, call(...args));
  });

type Tag = ProcessorError['_tag'];
type Tagged<T extends Tag> = Extract<ProcessorError, { readonly _tag: T }>;

const isTagged = <T extends Tag>(tag: T, error: ProcessorError): error is Tagged<T> =>
  error._tag === tag;

/** Runs a call that must fail with an error of this tag and at least these facts. Returns the error. */
export const failWith = async <T extends Tag>(
  what: string,
  task: TE.TaskEither<ProcessorError, unknown>,
  tag: T,
  facts: Partial<Tagged<T>> = {},
): Promise<Tagged<T>> => {
  const wanted = `${tag} ${JSON.stringify(facts)}`;
  const outcome = await task();
  if (E.isRight(outcome)) return assert.fail(`${what}: must fail with ${wanted}, but succeeded`);
  const error = outcome.left;
  const summary = `${what}: must fail with ${wanted}, but ended in ${summaryOf(error)}`;
  if (!isTagged(tag, error)) return assert.fail(summary);
  for (const [name, value] of Object.entries(facts)) {
    assert.deepEqual(Reflect.get(error, name), value, summary);
  }
  return error;
};
