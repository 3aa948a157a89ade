import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Field, type JsonSchema } from './field.js';
import type { Refusal } from './refusal.js';

/** The codec's values, or `null`. */
export const nullable = <C extends t.Mixed>(codec: C): t.UnionC<[C, t.NullC]> =>
  t.union([codec, t.null]);

const isText = (value: unknown): value is string => typeof value === 'string';

const notText: Refusal = { _tag: 'NotA', expected: 'text' };

/** A string that is passed on as it is. */
export const text = (description: string, schema: JsonSchema = {}): Field<string> =>
  new Field<string>({
    name: 'Text',
    schema: { type: 'string', description, ...schema },
    is: isText,
    refine: (value) => (isText(value) ? E.right(value) : E.left(notText)),
    encode: (value) => value,
  });

/** One of the words that the processor has today, or another one: it adds some without a new version. Editors suggest the known. */
export type OpenWord<W extends string> = W | (string & {});

/** A string that is passed on as it is, whose values of today are known. */
export const openWord = <const W extends string>(
  known: ReadonlyArray<W>,
  description: string,
): Field<OpenWord<W>> => text(description, { examples: known });

const printableText = /^[ -~]{1,255}$/;

const isPrintable = (value: unknown): value is string =>
  typeof value === 'string' && printableText.test(value);

const notPrintable: Refusal = { _tag: 'NotA', expected: 'printable' };

/** A string that every store and header accepts: 1 to 255 printable ASCII characters. */
export const printable = (description: string, schema: JsonSchema = {}): Field<string> =>
  new Field<string>({
    name: 'Printable',
    schema: { type: 'string', pattern: printableText.source, description, ...schema },
    is: isPrintable,
    refine: (value) => (isPrintable(value) ? E.right(value) : E.left(notPrintable)),
    encode: (value) => value,
  });

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** `true` or `false`, not a string. */
export const flag = (description: string): Field<boolean> =>
  new Field<boolean>({
    name: 'Flag',
    schema: { type: 'boolean', description },
    is: isFlag,
    refine: (value) =>
      isFlag(value) ? E.right(value) : E.left({ _tag: 'NotA', expected: 'boolean' }),
    encode: (value) => value,
  });

/** One of a fixed set of strings. */
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

const isNaturalNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const digits = /^[0-9]{1,15}$/;

/** A non-negative integer as a number or as digits: `12` or `"12"`. */
export const wholeNumber = (description: string): Field<number, number | string> =>
  new Field<number, number | string>({
    name: 'WholeNumber',
    schema: {
      description,
      anyOf: [
        { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        { type: 'string', pattern: digits.source },
      ],
    },
    is: isNaturalNumber,
    refine: (value) => {
      const number = typeof value === 'string' && digits.test(value) ? Number(value) : value;
      return isNaturalNumber(number)
        ? E.right(number)
        : E.left({ _tag: 'NotA', expected: 'integer' });
    },
    encode: (value) => value,
  });
