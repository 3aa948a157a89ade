import * as E from 'fp-ts/lib/Either.js';
import { Field } from './field.js';

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** `true` or `false`, never text. */
export const flag = (description: string): Field<boolean> =>
  new Field<boolean>({
    name: 'Flag',
    schema: { type: 'boolean', description },
    is: isFlag,
    refine: (value) =>
      isFlag(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'boolean' }),
    encode: (value) => value,
  });
