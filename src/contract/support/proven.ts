import { strict as assert } from 'node:assert';
import type * as t from 'io-ts';

/** Asserts that a value fits a codec and returns it with the codec's type: ids and amounts get their brand here. */
export const proven = <A, O>(codec: t.Type<A, O, unknown>, value: unknown): A => {
  assert.ok(codec.is(value), `${JSON.stringify(value)} must be a ${codec.name}`);
  return value;
};
