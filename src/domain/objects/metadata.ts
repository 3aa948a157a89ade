import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as t from 'io-ts';
import { Field } from '../input/field.js';
import { showName } from '../input/field-names.js';
import { isPlainObject } from '../input/json.js';
import { nullable } from '../input/primitives.js';
import type { Refusal } from '../refusal.js';

/** Data of the shop on an object of the processor: strings by key, such as `{ order: '42' }`. */
export type Metadata = { readonly [key: string]: string };

/** The metadata key that Pasarela sets on objects that it creates (decision P14). */
export const reservedKey = 'pasarela_key';

const longestKey = 40;
const longestValue = 500;
const mostKeys = 50;

/** The metadata of an object at the processor. */
export const ObjectMetadata = nullable(t.record(t.string, t.string));

const notMetadata: Refusal = { _tag: 'NotA', expected: 'metadata' };
const wrongKey: Refusal = { _tag: 'NotA', expected: 'metadata-keys' };

// Counted as JSON Schema does: an emoji is one character.
const lengthOf = (text: string): number => Array.from(text).length;

const isKey = (key: string): boolean =>
  key !== '' && lengthOf(key) <= longestKey && !/[[\]]/.test(key);

type Rules = {
  readonly most: number;
  readonly shortestValue: 0 | 1;
};

type Note = readonly [key: string, text: string];

const refineNote =
  ({ shortestValue }: Rules) =>
  ([key, value]: readonly [string, unknown]): E.Either<Refusal, Note> => {
    if (!isKey(key)) return E.left(wrongKey);
    if (key === reservedKey) {
      return E.left({ _tag: 'Within', path: reservedKey, refusal: { _tag: 'Reserved' } });
    }
    return typeof value === 'string' &&
      value.length >= shortestValue &&
      lengthOf(value) <= longestValue
      ? E.right([key, value])
      : E.left({
          _tag: 'Within',
          path: showName(key),
          refusal: { _tag: 'NotA', expected: shortestValue === 0 ? 'note-change' : 'note' },
        });
  };

const refineWith =
  (rules: Rules) =>
  (value: unknown): E.Either<Refusal, Metadata> => {
    if (!isPlainObject(value)) return E.left(notMetadata);
    const notes = Object.entries(value);
    return notes.length > rules.most
      ? E.left({ _tag: 'TooMany', most: rules.most })
      : pipe(notes, E.traverseArray(refineNote(rules)), E.map(Object.fromEntries<string>));
  };

const metadataField = (description: string, rules: Rules): Field<Metadata> => {
  const refine = refineWith(rules);
  return new Field<Metadata>({
    name: 'Metadata',
    schema: {
      type: 'object',
      description,
      maxProperties: rules.most,
      propertyNames: {
        pattern: `^[^\\[\\]]{1,${longestKey}}$`,
        not: { const: reservedKey },
      },
      additionalProperties: {
        type: 'string',
        minLength: rules.shortestValue,
        maxLength: longestValue,
      },
      examples: [{ order: '42' }],
    },
    is: (value): value is Metadata => E.isRight(refine(value)),
    refine,
    encode: (metadata) => metadata,
  });
};

/**
 * The metadata of a new object: up to 49 keys of 40 characters without square brackets, with values of 1 to 500 characters.
 * The processor allows 50 keys, and Pasarela uses one.
 */
export const NewMetadata = metadataField(
  'Your own data, strings by key: up to 49 keys of 40 characters, values of up to 500 characters. `pasarela_key` is reserved',
  { most: mostKeys - 1, shortestValue: 1 },
);

/** A change of metadata: other keys stay as they are, and an empty string removes its key. */
export const MetadataChange = metadataField(
  'Your own data, strings by key. Other keys stay as they are, and an empty string removes its key',
  { most: mostKeys, shortestValue: 0 },
);
