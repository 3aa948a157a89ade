import * as E from 'fp-ts/lib/Either.js';
import { unitsOfCurrency } from '../../domain/currency.js';
import { redact } from '../../domain/redact.js';
import type { Decoded } from './decoded.js';
import type { Environment } from './environment.js';
import { given } from './given.js';
import { problem } from './problem.js';
import { words } from './words.js';
import { wrongValue } from './wrong-value.js';

/** The currencies that payments may be in, lower case: `CURRENCIES`, else euros alone. */
export const decodeCurrencies = (env: Environment): Decoded<ReadonlyArray<string>> => {
  const value = given(env, 'CURRENCIES');
  if (value === undefined) return E.right(['eur']);
  const codes = words(env, 'CURRENCIES').map((word) => word.toLowerCase());
  const unknown = codes.filter((code) => unitsOfCurrency(code) === undefined);
  if (codes.length > 0 && unknown.length === 0) return E.right([...new Set(codes)]);
  const wanted = 'three-letter codes of currencies that Stripe takes, comma separated';
  return codes.length === unknown.length
    ? wrongValue('CURRENCIES', wanted, value)
    : problem(`CURRENCIES must be ${wanted}; wrong: "${redact(unknown.join(','))}"`);
};
