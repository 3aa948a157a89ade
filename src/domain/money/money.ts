import * as E from 'fp-ts/lib/Either.js';
import { Field, plainField } from '../input/field.js';
import { decimalText, hasTooManyDigits, JsonNumber } from '../input/json-number.js';
import type { AmountReading, Refusal } from '../refusal.js';
import { readingOf } from './amount-reading.js';
import { formatAmount } from './amount-text.js';

declare const minorUnits: unique symbol;

/** A positive whole number of minor units: cents of euros, yen of yen. */
export type MinorUnits = number & { readonly [minorUnits]: true };

const isMinorUnits = (value: unknown): value is MinorUnits =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

const notPositive = (read: AmountReading): Refusal => ({ _tag: 'NotPositive', read });
const notEuros = (read: AmountReading): Refusal => ({ _tag: 'NotA', expected: 'euros', read });
const notCents = (read: AmountReading): Refusal => ({ _tag: 'NotA', expected: 'cents', read });

const decimal = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/;

// JavaScript prints numbers from 1e21 and below 1e-6 with an exponent; the large ones are integers.
const digitsOf = (value: number): string => {
  const text = String(value);
  return text.includes('e+') ? BigInt(value).toString() : text;
};

// An amount that a double cannot hold exactly is far above every processor's maximum, which refuses it as too large.
const toMinorUnits = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

// `null`: not an amount.
const textOf = (value: unknown): string | null => {
  if (typeof value === 'number') return digitsOf(value);
  if (value instanceof JsonNumber) return decimalText(value);
  return typeof value === 'string' ? value : null;
};

const refineEuros = (value: unknown): E.Either<Refusal, MinorUnits> => {
  const text = textOf(value);
  const match = text === null ? null : decimal.exec(text);
  const read = readingOf('whole', value, 'eur');
  if (match === null) return E.left(notEuros(read));
  if (typeof value === 'number' && hasTooManyDigits(String(value)))
    return E.left({ _tag: 'TooManyDigits' });
  const [, sign = '', whole = '', fraction = ''] = match;
  const amount = toMinorUnits(whole + fraction.padEnd(2, '0'));
  return sign === '' && isMinorUnits(amount) ? E.right(amount) : E.left(notPositive(read));
};

/**
 * Euros as a JSON number or a decimal string with at most two decimals, converted to cents by arithmetic on the digits:
 * `19.99` and `"19.99"` are 1999 cents, `1.005` is refused. A JavaScript number with more than 15 significant digits is
 * refused, because it may differ from the number that was written.
 */
export const Euros = new Field<MinorUnits, number | string>({
  name: 'Euros',
  schema: {
    description:
      'Whole currency units (euros), at most two decimals: `19.99` is 1999 cents. A number with more decimals is refused too; this schema does not express that, because `multipleOf: 0.01` refuses 19.99 in common validators',
    anyOf: [
      { type: 'number', minimum: 0.01 },
      { type: 'string', pattern: '^(?!0(\\.0{1,2})?$)(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$' },
    ],
  },
  is: isMinorUnits,
  refine: refineEuros,
  encode: (amount) => formatAmount(amount, 'eur'),
});

const refineLongMinorUnits = (value: JsonNumber): E.Either<Refusal, MinorUnits> => {
  const text = decimalText(value);
  const read = readingOf('minor', value);
  if (value.source.startsWith('-')) return E.left(notPositive(read));
  const amount = text === null || text.includes('.') ? Number.NaN : toMinorUnits(text);
  return isMinorUnits(amount) ? E.right(amount) : E.left(notCents(read));
};

/** Cents of a refund or a capture, where no amount means all. */
export const MinorUnits = new Field<MinorUnits, number>({
  name: 'MinorUnits',
  schema: { type: 'integer', minimum: 1, description: 'Amount in cents' },
  is: isMinorUnits,
  refine: (value) => {
    if (isMinorUnits(value)) return E.right(value);
    if (value instanceof JsonNumber) return refineLongMinorUnits(value);
    const read = readingOf('minor', value);
    return E.left(typeof value === 'number' && value > 0 ? notCents(read) : notPositive(read));
  },
  encode: (amount) => amount,
  absentMeansAll: true,
});

/** An amount in an object of the processor, in minor units (cents). It may be zero or negative. */
export const objectAmount = (description: string): Field<number> =>
  plainField({
    name: 'MinorUnits',
    schema: { type: 'integer', description },
    is: (value): value is number => Number.isInteger(value),
    refusal: { _tag: 'NotA', expected: 'integer' },
  });
