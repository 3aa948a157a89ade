import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors.js';
import type { CardFace } from './card-face.js';
import { refuseCard } from './refuse-card.js';

const yearsAhead = 50;

const inFull = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year);

/** When a card expires: a month that is not over yet, at most 50 years ahead. `now`: Unix seconds. */
export const readExpiry = (
  card: { readonly exp_month: number; readonly exp_year: number },
  now: number,
): E.Either<ApiError, Pick<CardFace, 'expMonth' | 'expYear'>> => {
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  const month = card.exp_month;
  const year = inFull(card.exp_year);
  if (!Number.isInteger(month) || month < 1 || month > 12)
    return refuseCard('invalid_expiry_month');
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + yearsAhead) {
    return refuseCard('invalid_expiry_year');
  }
  return year === thisYear && month < today.getUTCMonth() + 1
    ? refuseCard('invalid_expiry_year')
    : E.right({ expMonth: month, expYear: year });
};
