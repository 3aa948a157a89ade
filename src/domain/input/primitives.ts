import * as E from 'fp-ts/lib/Either.js';
import * as t from 'io-ts';
import { Field, type JsonSchema, plainField } from './field.js';

/** The codec's values, or `null`. */
export const nullable = <C extends t.Mixed>(codec: C): t.UnionC<[C, t.NullC]> =>
  t.union([codec, t.null]);

/** A string that is passed on as it is. */
export const text = (description: string, schema: JsonSchema = {}): Field<string> =>
  plainField({
    name: 'Text',
    schema: { type: 'string', description, ...schema },
    is: (value): value is string => typeof value === 'string',
    refusal: { _tag: 'NotA', expected: 'text' },
  });

/** One of the words that the processor has today, or another one: it adds some without a new version. Editors suggest the known. */
export type OpenWord<W extends string> = W | (string & {});

/** A string that is passed on as it is, whose values of today are known. */
export const openWord = <const W extends string>(
  known: ReadonlyArray<W>,
  description: string,
): Field<OpenWord<W>> => text(description, { examples: known });

const printableText = /^[ -~]{1,255}$/;

/** A string that every store and header accepts: 1 to 255 printable ASCII characters. */
export const printable = (description: string, schema: JsonSchema = {}): Field<string> =>
  plainField({
    name: 'Printable',
    schema: { type: 'string', pattern: printableText.source, description, ...schema },
    is: (value): value is string => typeof value === 'string' && printableText.test(value),
    refusal: { _tag: 'NotA', expected: 'printable' },
  });

/** `true` or `false`, not a string. */
export const flag = (description: string): Field<boolean> =>
  plainField({
    name: 'Flag',
    schema: { type: 'boolean', description },
    is: (value): value is boolean => typeof value === 'boolean',
    refusal: { _tag: 'NotA', expected: 'boolean' },
  });

/** One of a fixed set of strings. */
export const oneOf = <const V extends ReadonlyArray<string>>(
  values: V,
  description: string,
): Field<V[number]> =>
  plainField({
    name: 'OneOf',
    schema: { type: 'string', enum: values, description },
    is: (value): value is V[number] => values.some((one) => one === value),
    refusal: { _tag: 'NotOneOf', values },
  });

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
