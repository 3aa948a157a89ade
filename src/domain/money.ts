import * as E from 'fp-ts/lib/Either.js';
import { Field, type Refusal } from './field.js';

declare const cents: unique symbol;

/** A positive whole number of euro cents. */
export type Cents = number & { readonly [cents]: true };

const isCents = (value: unknown): value is Cents =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

const notPositive: Refusal = { _tag: 'NotPositive' };
const notEuros: Refusal = { _tag: 'NotA', expected: 'euros' };
const notCents: Refusal = { _tag: 'NotA', expected: 'cents' };

const decimal = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{1,2}))?$/;

// The digits of a number that JavaScript prints with an exponent: 1e21 and above are whole, 1e-7 and below are not.
const digitsOf = (value: number): string => {
  const text = String(value);
  return text.includes('e+') ? BigInt(value).toString() : text;
};

// An amount that a double cannot hold exactly is far above every processor's maximum, and is refused there as too large.
const toCents = (digits: string): number => Math.min(Number(digits), Number.MAX_SAFE_INTEGER);

const refineEuros = (value: unknown): E.Either<Refusal, Cents> => {
  if (typeof value !== 'string' && typeof value !== 'number') return E.left(notEuros);
  const match = decimal.exec(typeof value === 'number' ? digitsOf(value) : value);
  if (match === null) return E.left(notEuros);
  const [, sign = '', whole = '', fraction = ''] = match;
  const amount = toCents(whole + fraction.padEnd(2, '0'));
  return sign === '' && isCents(amount) ? E.right(amount) : E.left(notPositive);
};

/**
 * Euros, as a JSON number or as decimal text with at most two decimals, to cents by arithmetic on the digits:
 * `19.99` and `"19.99"` are 1999 cents, `1.005` is refused.
 */
export const Euros = new Field<Cents, number | string>({
  name: 'Euros',
  schema: {
    description: 'Whole currency units (euros), at most two decimals: `19.99` is 1999 cents',
    anyOf: [
      { type: 'number', exclusiveMinimum: 0, multipleOf: 0.01 },
      { type: 'string', pattern: '^(?!0(\\.0{1,2})?$)(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$' },
    ],
  },
  is: isCents,
  refine: refineEuros,
  encode: (amount) => formatEuros(amount),
});

/** Cents, for amounts that are not multiplied: refunds. */
export const Cents = new Field<Cents, number>({
  name: 'Cents',
  schema: { type: 'integer', minimum: 1, description: 'Amount in cents' },
  is: isCents,
  refine: (value) => {
    if (isCents(value)) return E.right(value);
    return E.left(typeof value === 'number' && value > 0 ? notCents : notPositive);
  },
  encode: (amount) => amount,
});

/** Cents as euro text with two decimals: 1999 is `"19.99"`. */
export const formatEuros = (amount: number): string => {
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
