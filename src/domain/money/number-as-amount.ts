import { unitsOfCurrency } from './currency.js';

// More digits may be a card number.
const written = /^([0-9]{1,10})(?:\.([0-9]{1,2}))?$/;

/**
 * The amounts that a number may have meant, in minor units of the currency: 20 of `eur` is 2000 cents or 20 cents, 19.99 is
 * 1999 cents. None for a number that is no amount in either way.
 */
export const meantByNumber = (given: number, currency: string): ReadonlyArray<number> => {
  const { decimals, step } = unitsOfCurrency(currency) ?? { decimals: 2, step: 1 };
  const match = written.exec(String(given));
  if (match === null || given <= 0) return [];
  const [, whole = '', fraction = ''] = match;
  const minor = Number(`${whole}${fraction.padEnd(decimals, '0')}`);
  const isWhole = fraction.length <= decimals && minor % step === 0;
  const isMinor = decimals > 0 && fraction === '' && given % step === 0;
  return [...(isWhole ? [minor] : []), ...(isMinor ? [given] : [])];
};
