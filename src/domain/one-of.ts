import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

/** One of a closed set of words. */
export const oneOf = <const V extends ReadonlyArray<string>>(
  values: V,
  description: string,
): Field<V[number]> => {
  const is = (value: unknown): value is V[number] => values.some((one) => one === value);
  return new Field<V[number]>({
    name: 'OneOf',
    schema: { type: 'string', enum: values, description },
    is,
    refine: (value) => (is(value) ? E.right(value) : E.left({ _tag: 'NotOneOf', values })),
    encode: (value) => value,
  });
};
