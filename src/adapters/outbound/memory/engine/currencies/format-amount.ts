import { currencies } from './currencies.js';

/** Minor units as text: 701 of `eur` is `€7.01`, 500 of `jpy` is `¥500`. */
export const formatAmount = (amount: number, currency: string): string => {
  const decimals = currencies.get(currency)?.decimals ?? 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
    .format(amount / 10 ** decimals)
    .replaceAll('\u00a0', ' ');
};
