import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { Field } from '../input/field.js';
import type { Expected, Refusal } from '../refusal.js';
import { readingOf } from './amount-reading.js';
import { type CurrencyUnits, unitsOfCurrency } from './currency.js';
import { Euros, MinorUnits } from './money.js';

const hasNoCents = ({ decimals, step }: CurrencyUnits): boolean => decimals === 0 || step === 100;

/** Converts hundredths of a currency's unit to its minor units: yen have no decimals, dinars have three. */
const toMinorUnits = (hundredths: number, units: CurrencyUnits): number => {
  // A double cannot hold the amount exactly: the processor refuses it as too large.
  if (hundredths >= Number.MAX_SAFE_INTEGER / 10) return Number.MAX_SAFE_INTEGER;
  if (units.decimals === 0) return hundredths / 100;
  return units.decimals === 3 ? hundredths * 10 : hundredths;
};

const tooExact = (hundredths: number, units: CurrencyUnits): boolean =>
  hasNoCents(units) && hundredths % 100 !== 0 && hundredths < Number.MAX_SAFE_INTEGER;

const refineIn =
  (units: CurrencyUnits) =>
  (value: unknown): E.Either<Refusal, MinorUnits> => {
    const read = readingOf('whole', value, units.code);
    const notA = (expected: Expected): Refusal => ({ _tag: 'NotA', expected, read });
    return pipe(
      Euros.refine(value),
      E.mapLeft((refusal) => {
        if (refusal._tag === 'NotPositive') return { ...refusal, read };
        if (refusal._tag !== 'NotA') return refusal;
        return notA(hasNoCents(units) ? 'whole-amount' : 'amount');
      }),
      E.flatMap((hundredths) =>
        tooExact(hundredths, units)
          ? E.left(notA('whole-amount'))
          : MinorUnits.refine(toMinorUnits(hundredths, units)),
      ),
    );
  };

/**
 * An amount in units of the input's field `currency`, else in euros, converted to minor units by exact arithmetic: 19.99 in
 * `usd` is 1999, 1000 in `jpy` is 1000, 5.12 in `kwd` is 5120. At most two decimals: in currencies with three, the processor
 * requires the third to be 0.
 */
export const Amount = new Field<MinorUnits, number | string>({
  name: 'Amount',
  schema: {
    ...Euros.schema,
    description:
      'Whole units of the currency (euros, unless `currency` says otherwise), at most two decimals: `19.99` is 1999 cents. In currencies without decimals, an integer',
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

/** An amount in minor units, passed on as it is: 1999 is 19.99 euros or 1999 yen. Where it may be left out, that means all. */
export const AmountMinor = new Field<MinorUnits, number>({
  name: 'AmountMinor',
  schema: {
    ...MinorUnits.schema,
    description:
      'Instead of `amount`: the amount in minor units, passed on as it is. 1999 is 19.99 euros, or 1999 yen',
  },
  is: MinorUnits.is,
  refine: (value, siblings) =>
    pipe(
      MinorUnits.refine(value),
      E.mapLeft((refusal): Refusal => {
        const read = readingOf('minor', value, unitsOfCurrency(siblings?.['currency'])?.code);
        const isNumber = read.given !== null || read.received?.type === 'number';
        if (refusal._tag === 'NotPositive' && isNumber) return { ...refusal, read };
        return { _tag: 'NotA', expected: 'minor-units', read };
      }),
    ),
  encode: (amount) => amount,
  absentMeansAll: true,
});
