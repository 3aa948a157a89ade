import { unitsOfCurrency } from './currency.js';

const inWholeUnits = (amount: number, decimals: number): string => {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = decimals === 0 ? '' : `.${digits.slice(point)}`;
  return `${amount < 0 ? '-' : ''}${digits.slice(0, point)}${fraction}`;
};

/** Minor units as text: 1999 of `eur` is `19.99 EUR`, 500 of `jpy` is `500 JPY`. Exact: the digits are moved, nothing is divided. */
export const amountText = (amount: number, currency: string): string => {
  const decimals = unitsOfCurrency(currency)?.decimals ?? 2;
  return `${inWholeUnits(amount, decimals)} ${currency.toUpperCase()}`;
};

/**
 * An amount of minor units as people read it: `44,48 €` in Spanish, `€44.48` in English, `¥500`. A currency that nobody knows is
 * written by its code.
 */
export const moneyText = (amount: number, currency: string, language: 'en' | 'es'): string => {
  const decimals = unitsOfCurrency(currency)?.decimals ?? 2;
  if (!/^[a-z]{3}$/i.test(currency)) return amountText(amount, currency);
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(Number(inWholeUnits(amount, decimals)));
};

/** Minor units as text in whole units, such as `19.99`; `null`: the decimals of the currency are unknown. */
export const wholeUnitsText = (amount: number, currency: string): string | null => {
  const units = unitsOfCurrency(currency);
  return units === undefined ? null : inWholeUnits(amount, units.decimals);
};

/**
 * Formats minor units in whole units of their currency, without its code: 1999 of `eur` becomes `'19.99'`, 500 of `jpy` `'500'`.
 * Throws a `TypeError` for a currency that Stripe does not support, and for an amount that is not whole.
 */
export const formatAmount = (amount: number, currency: string): string => {
  const text = Number.isSafeInteger(amount) ? wholeUnitsText(amount, currency) : null;
  if (text !== null) return text;
  throw new TypeError(
    `formatAmount: ${amount} ${currency} is no amount: pass whole minor units, as in formatAmount(1999, 'eur')`,
  );
};
