import { amountText } from './amount-text.js';

/** Amounts that a number may have meant, in minor units of the currency. */
type Meant = { readonly currency: string; readonly meant: ReadonlyArray<number> };

const english = { for: 'for', or: 'or' };

// Text takes at most two decimals, also in currencies with three.
const decimalOf = (minor: number, currency: string): string =>
  amountText(minor, currency)
    .replace(/ .*/, '')
    .replace(/(\.[0-9]{2})0$/, '$1');

/**
 * Shows both ways to write each amount that a number may have meant: `for 19.99 EUR: amount: '19.99' or amount_minor: 1999`.
 * `field`: the name of the field for text.
 */
export const waysToWrite = (
  field: string,
  { currency, meant }: Meant,
  { for: beginning, or }: { readonly for: string; readonly or: string } = english,
): string =>
  meant
    .map(
      (minor) =>
        `${beginning} ${amountText(minor, currency)}: ${field}: '${decimalOf(minor, currency)}' ${or} amount_minor: ${minor}`,
    )
    .join('; ');
