import * as E from 'fp-ts/lib/Either.js';
import type { Field } from '../../../src/domain/input/field.js';

/** Decodes a valid value to the branded type that use cases require. */
export const decoded = <A, O>(field: Field<A, O>, value: unknown): A => {
  const refined = field.refine(value);
  if (E.isLeft(refined)) {
    throw new Error(`${field.name} refuses ${JSON.stringify(value)}: ${refined.left._tag}`);
  }
  return refined.right;
};
