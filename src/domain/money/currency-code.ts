import * as E from 'fp-ts/lib/Either.js';
import { Field } from '../input/field.js';

/** A three-letter currency code in upper or lower case, decoded to lower case. */
export const CurrencyCode = new Field<string>({
  name: 'CurrencyCode',
  schema: {
    type: 'string',
    pattern: '^[A-Za-z]{3}$',
    description:
      'Three-letter code of a currency that the service is configured for; default `eur`',
    examples: ['eur'],
  },
  is: (value): value is string => typeof value === 'string' && /^[a-z]{3}$/.test(value),
  refine: (value) =>
    typeof value === 'string' && /^[A-Za-z]{3}$/.test(value)
      ? E.right(value.toLowerCase())
      : E.left({ _tag: 'NotA', expected: 'currency' }),
  encode: (code) => code,
});
