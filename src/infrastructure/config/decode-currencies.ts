import * as E from 'fp-ts/lib/Either.js';
import { unitsOfCurrency } from '../../domain/currency.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { words } from './words.js';
import { wrongValue } from './wrong-value.js';

/** The currencies that payments may be in, lower case: `CURRENCIES`, else euros alone. */
export const decodeCurrencies = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const value = given(env, 'CURRENCIES');
  if (value === undefined) return E.right(['eur']);
  const codes = words(env, 'CURRENCIES').map((word) => word.toLowerCase());
  return codes.length > 0 && codes.every((code) => unitsOfCurrency(code) !== undefined)
    ? E.right([...new Set(codes)])
    : wrongValue('CURRENCIES', 'codes of currencies that Stripe takes, comma separated', value);
};
