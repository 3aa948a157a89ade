import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cardNumberFormat, isLuhnValid } from '../../../domain/text/card-number.js';
import type { ApiError } from '../errors.js';
import type { CardParams } from './card-params.js';
import { refuseCard } from './declines.js';
import { preferringNetwork, type StoredCard } from './stored-card.js';
import { findTestCard, testCards } from './test-cards.js';

const yearsAhead = 50;

const inFull = (year: number): number => (year >= 0 && year < 100 ? 2000 + year : year);

/** Checks that a card has not expired and expires within 50 years. `now`: Unix seconds. */
export const readExpiry = (
  card: { readonly exp_month: number; readonly exp_year: number },
  now: number,
): E.Either<ApiError, Pick<StoredCard, 'expMonth' | 'expYear'>> => {
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

/** Checks a card and removes its number and security code. `now`: Unix seconds. */
export const readCard = (
  card: Pick<CardParams, 'number' | 'exp_month' | 'exp_year' | 'cvc' | 'networks'>,
  now: number,
  fingerprintOf: (number: string) => string,
): E.Either<ApiError, StoredCard> => {
  const digits = card.number.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{12,19}$/.test(digits) || !isLuhnValid(digits)) return refuseCard('incorrect_number');
  return pipe(
    readExpiry(card, now),
    E.flatMap((expiry) => {
      const { codeLength } = cardNumberFormat(digits);
      if (card.cvc !== undefined && !new RegExp(`^[0-9]{${codeLength}}$`).test(card.cvc)) {
        return refuseCard('invalid_cvc');
      }
      const testCard = findTestCard(digits);
      if (testCard === undefined) return refuseCard('test_mode_live_card');
      const stored: StoredCard = {
        testCard,
        last4: testCards[testCard].number.slice(-4),
        fingerprint: fingerprintOf(digits),
        ...expiry,
        cvcGiven: card.cvc !== undefined,
      };
      return E.right(preferringNetwork(stored, card.networks?.preferred));
    }),
  );
};
