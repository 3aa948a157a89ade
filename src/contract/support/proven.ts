import { strict as assert } from 'node:assert';
import type * as t from 'io-ts';

/** The value as its codec's type: how ids and amounts get their brand here. */
export const proven = <A, O>(codec: t.Type<A, O, unknown>, value: unknown): A => {
  assert.ok(codec.is(value), `${JSON.stringify(value)} must be a ${codec.name}`);
  return value;
};
