import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type CurrencyUnits, unitsOfCurrency } from './currency.js';
import { Field } from './field.js';
import { Cents, Euros } from './money.js';
import type { Refusal } from './refusal.js';

const whole: Refusal = { _tag: 'NotA', expected: 'whole-amount' };
const decimal: Refusal = { _tag: 'NotA', expected: 'amount' };

const isWhole = ({ decimals, step }: CurrencyUnits): boolean => decimals === 0 || step === 100;

/** Hundredths of a currency's unit, as the processor counts: yen have none, and dinars are written in thousandths. */
const toMinorUnits = (hundredths: number, units: CurrencyUnits): number => {
  // An amount that a double cannot hold exactly: the processor refuses it as too large.
  if (hundredths >= Number.MAX_SAFE_INTEGER / 10) return Number.MAX_SAFE_INTEGER;
  if (units.decimals === 0) return hundredths / 100;
  return units.decimals === 3 ? hundredths * 10 : hundredths;
};

const tooExact = (hundredths: number, units: CurrencyUnits): boolean =>
  isWhole(units) && hundredths % 100 !== 0 && hundredths < Number.MAX_SAFE_INTEGER;

const refineIn =
  (units: CurrencyUnits) =>
  (value: unknown): E.Either<Refusal, Cents> =>
    pipe(
      Euros.refine(value),
      E.mapLeft((refusal) => {
        if (refusal._tag !== 'NotA') return refusal;
        return isWhole(units) ? whole : decimal;
      }),
      E.flatMap((hundredths) =>
        tooExact(hundredths, units) ? E.left(whole) : Cents.refine(toMinorUnits(hundredths, units)),
      ),
    );

/**
 * An amount in units of the currency that stands beside it as `currency`, else in euros, to minor units by exact arithmetic:
 * 19.99 of `usd` is 1999, 1000 of `jpy` is 1000, 5.12 of `kwd` is 5120. At most two decimals: the processor wants 0 for the
 * third of the currencies that have three.
 */
export const Amount = new Field<Cents, number | string>({
  name: 'Amount',
  schema: {
    ...Euros.schema,
    description:
      'Whole units of the currency (euros, unless `currency` says otherwise), at most two decimals: `19.99` is 1999 cents. Currencies without decimals take none',
  },
  is: Euros.is,
  refine: (value, siblings = {}) => {
    const units = unitsOfCurrency(siblings['currency']);
    return units === undefined || units.code === 'eur'
      ? Euros.refine(value)
      : refineIn(units)(value);
  },
  encode: (amount) => Euros.encode(amount),
});

/** An amount in minor units, which nothing multiplies: 1999 is 19.99 euros or 1999 yen. */
export const AmountMinor = new Field<Cents, number>({
  name: 'AmountMinor',
  schema: {
    ...Cents.schema,
    description:
      'Instead of `amount`: the same in minor units, which nothing multiplies. 1999 is 19.99 euros, or 1999 yen',
  },
  is: Cents.is,
  refine: (value) =>
    pipe(
      Cents.refine(value),
      E.mapLeft(
        (refusal): Refusal =>
          refusal._tag === 'NotA' ? { _tag: 'NotA', expected: 'minor-units' } : refusal,
      ),
    ),
  encode: (amount) => amount,
});
