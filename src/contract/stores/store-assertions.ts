import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';

/** The result of a store's function, which must not fail. */
export const valueOf = async <A>(task: TE.TaskEither<unknown, A>): Promise<A> => {
  const outcome = await task();
  if (E.isLeft(outcome)) throw new Error('the store failed', { cause: outcome.left });
  return outcome.right;
};

/** Asserts that an object has these fields, whatever else it has. */
export const assertFields = (actual: object | undefined, fields: object): void => {
  assert.ok(actual, 'there is no value to compare');
  const chosen = Object.keys(fields).map((name) => [name, Reflect.get(actual, name)] as const);
  assert.deepEqual(Object.fromEntries(chosen), fields);
};
