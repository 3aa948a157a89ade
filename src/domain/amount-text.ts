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

/** Minor units as text in whole units, such as `19.99`; `null`: the decimals of the currency are unknown. */
export const wholeUnitsText = (amount: number, currency: string): string | null => {
  const units = unitsOfCurrency(currency);
  return units === undefined ? null : inWholeUnits(amount, units.decimals);
};
