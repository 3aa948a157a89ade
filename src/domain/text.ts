import * as E from 'fp-ts/lib/Either.js';
import { Field, type JsonSchema, type Refusal } from './field.js';

const isText = (value: unknown): value is string => typeof value === 'string';

const notText: Refusal = { _tag: 'NotA', expected: 'text' };

/** Text that is passed on as it is. */
export const text = (description: string, schema: JsonSchema = {}): Field<string> =>
  new Field<string>({
    name: 'Text',
    schema: { type: 'string', description, ...schema },
    is: isText,
    refine: (value) => (isText(value) ? E.right(value) : E.left(notText)),
    encode: (value) => value,
  });
