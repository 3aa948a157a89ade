const formatOf = (currency: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency });

/** Minor units as text: 701 of `eur` is `€7.01`. */
export const formatAmount = (amount: number, currency: string): string => {
  const format = formatOf(currency);
  const decimals = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(amount / 10 ** decimals);
};
