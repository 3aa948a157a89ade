import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { Field } from '../input/field.js';
import type { FieldRefusal, Refusal } from '../refusal.js';
import { Amount } from './amount.js';
import { readingOf } from './amount-reading.js';
import { formatAmount } from './amount-text.js';
import { unitsOfCurrency } from './currency.js';
import { Euros, type MinorUnits } from './money.js';
import { meantByNumber } from './number-as-amount.js';

declare const wholeUnits: unique symbol;

/** A positive amount in whole units of a currency that is not known yet, with two decimals: `19.99`. */
export type WholeUnits = string & { readonly [wholeUnits]: true };

const isWholeUnits = (value: unknown): value is WholeUnits =>
  typeof value === 'string' && /^[0-9]+\.[0-9]{2}$/.test(value);

const textSchema = {
  type: 'string',
  pattern: '^(?!0(\\.0{1,2})?$)(0|[1-9][0-9]*)(\\.[0-9]{1,2})?$',
};

/** Why a value is not text in whole units. `currency`: `null` when it is not known yet. */
const explained =
  (value: unknown, currency: string | null) =>
  (refusal: Refusal): FieldRefusal => {
    const read = readingOf('whole', value, currency);
    if (typeof value === 'number') {
      const likely = currency ?? 'eur';
      const meant = meantByNumber(value, likely);
      if (meant.length > 0) return { _tag: 'NumberAsAmount', currency: likely, meant };
    }
    if (refusal._tag === 'NotPositive') return { ...refusal, read };
    return refusal._tag === 'NotA' && refusal.expected === 'whole-amount'
      ? { ...refusal, read }
      : { _tag: 'NotA', expected: 'whole-units', read };
  };

const notText: Refusal = { _tag: 'NotA', expected: 'whole-units' };

// A number is never taken: nobody can see whether 20 is twenty euros or twenty cents.
const textOnly = <A>(
  value: unknown,
  refine: (value: unknown) => E.Either<Refusal, A>,
): E.Either<Refusal, A> => {
  const refined = refine(value);
  return E.isRight(refined) && typeof value !== 'string' ? E.left(notText) : refined;
};

/**
 * An amount as text in whole units of the input's field `currency`, else in euros, converted to minor units by exact arithmetic:
 * `'19.99'` is 1999. At most two decimals, as for `Amount`.
 */
export const AmountText = new Field<MinorUnits, string>({
  name: 'AmountText',
  schema: {
    ...textSchema,
    description:
      "Text in whole units of the currency (euros, unless `currency` says otherwise), at most two decimals: `'19.99'` is 1999 cents",
  },
  is: Euros.is,
  refine: (value, siblings = {}) =>
    pipe(
      textOnly(value, (text) => Amount.refine(text, siblings)),
      E.mapLeft(explained(value, unitsOfCurrency(siblings['currency'])?.code ?? 'eur')),
    ),
  encode: (amount) => formatAmount(amount, 'eur'),
});

/** An amount as text in whole units of a currency that the input does not have: that of a charge or of a payment. */
export const AmountOfOther = new Field<WholeUnits, string>({
  name: 'AmountOfOther',
  schema: {
    ...textSchema,
    description:
      "Text in whole units of the currency of the payment, at most two decimals: `'19.99'` is 19.99 euros or dollars",
  },
  is: isWholeUnits,
  refine: (value) =>
    pipe(
      textOnly(value, Euros.refine),
      E.map((amount) => formatAmount(amount, 'eur')),
      E.flatMap((text) => (isWholeUnits(text) ? E.right(text) : E.left(notText))),
      E.mapLeft(explained(value, null)),
    ),
  encode: (amount) => amount,
  absentMeansAll: true,
});

/** The same where a number is also taken, as in the requests of the interface. */
export const AmountOfOtherOnTheWire = new Field<WholeUnits, number | string>({
  name: 'AmountOfOtherOnTheWire',
  schema: {
    ...Euros.schema,
    description:
      'Whole units of the currency of the payment, at most two decimals: `19.99` is 19.99 euros or dollars',
  },
  is: isWholeUnits,
  refine: (value) =>
    pipe(
      Euros.refine(value),
      E.mapLeft((refusal): Refusal => {
        const read = readingOf('whole', value, null);
        if (refusal._tag === 'NotPositive') return { ...refusal, read };
        return refusal._tag === 'NotA' ? { _tag: 'NotA', expected: 'amount', read } : refusal;
      }),
      E.map((amount) => formatAmount(amount, 'eur')),
      E.flatMap((text) => (isWholeUnits(text) ? E.right(text) : E.left(notText))),
    ),
  encode: (amount) => amount,
  absentMeansAll: true,
});

/** Converts whole units to minor units of a currency, by exact arithmetic: `19.99` of `eur` is 1999. */
export const minorUnitsOf = (
  amount: WholeUnits,
  currency: string,
): E.Either<FieldRefusal, MinorUnits> =>
  unitsOfCurrency(currency) === undefined
    ? E.left({ _tag: 'NotA', expected: 'known-decimals' })
    : pipe(
        Amount.refine(amount, { currency }),
        E.mapLeft(explained(amount, currency.toLowerCase())),
      );
