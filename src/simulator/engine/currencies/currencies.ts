import * as E from 'fp-ts/lib/Either.js';
import { type CurrencyUnits, currencyUnits } from '../../../domain/money/currency.js';
import { redact } from '../../../domain/text/redact.js';
import { type ApiError, invalidRequest } from '../errors.js';

/** A currency with the limits of a charge. Amounts are minor units. */
export type Currency = CurrencyUnits & {
  readonly minimum: number;
  readonly maximum: number;
  /** The name of its minor units, if Stripe's messages use it. */
  readonly minorUnits?: string;
};

// https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
const minimums: { readonly [code: string]: number } = {
  usd: 50,
  aed: 200,
  ars: 50,
  aud: 50,
  bgn: 100,
  brl: 50,
  cad: 50,
  chf: 50,
  cop: 50,
  czk: 1500,
  dkk: 250,
  eur: 50,
  gbp: 30,
  hkd: 400,
  huf: 17_500,
  idr: 50,
  ils: 50,
  inr: 50,
  jpy: 50,
  krw: 50,
  mxn: 1000,
  myr: 200,
  nok: 300,
  nzd: 50,
  php: 50,
  pln: 200,
  ron: 200,
  rub: 50,
  sek: 300,
  sgd: 50,
  thb: 1000,
  zar: 50,
};

const eightDigits = 99_999_999;
const maximums: { readonly [code: string]: number } = {
  cop: 9_999_999_999,
  idr: 999_999_999_999,
  inr: 999_999_999,
};

const minorUnits: { readonly [code: string]: string } = {
  usd: 'cents',
  aed: 'fils',
  aud: 'cents',
  bgn: 'stotinka',
  cad: 'cents',
  eur: 'cents',
  gbp: 'pence',
  hkd: 'cents',
  nzd: 'cents',
  sgd: 'cents',
};

const currencyOf = (known: CurrencyUnits): Currency => {
  const { code, step } = known;
  const units = minorUnits[code];
  return {
    ...known,
    minimum: minimums[code] ?? step,
    maximum: maximums[code] ?? eightDigits,
    ...(units === undefined ? {} : { minorUnits: units }),
  };
};

/** Every supported currency, by its code in lower case. */
export const currencies: ReadonlyMap<string, Currency> = new Map(
  [...currencyUnits.values()].map((known) => [known.code, currencyOf(known)]),
);

/** The currency with this code, in upper or lower case. */
export const readCurrency = (given: string): E.Either<ApiError, Currency> => {
  const code = given.toLowerCase();
  const currency = currencies.get(code);
  return currency === undefined
    ? E.left(
        invalidRequest(
          `Invalid currency: ${redact(code)}. Stripe currently supports these currencies: ${[...currencies.keys()].join(', ')}`,
          { param: 'currency' },
        ),
      )
    : E.right(currency);
};

/** Minor units as text: 701 of `eur` is `€7.01`, 500 of `jpy` is `¥500`. */
export const formatMoney = (amount: number, currency: string): string => {
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
