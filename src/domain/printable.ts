import * as E from 'fp-ts/lib/Either.js';
import { Field, type JsonSchema, type Refusal } from './field.js';

const printableText = /^[ -~]{1,255}$/;

const isPrintable = (value: unknown): value is string =>
  typeof value === 'string' && printableText.test(value);

const notPrintable: Refusal = { _tag: 'NotA', expected: 'printable' };

/** A name that every store and every header takes: 1 to 255 printable ASCII characters. */
export const printable = (description: string, schema: JsonSchema = {}): Field<string> =>
  new Field<string>({
    name: 'Printable',
    schema: { type: 'string', pattern: printableText.source, description, ...schema },
    is: isPrintable,
    refine: (value) => (isPrintable(value) ? E.right(value) : E.left(notPrintable)),
    encode: (value) => value,
  });
