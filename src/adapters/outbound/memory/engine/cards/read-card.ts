import * as E from 'fp-ts/lib/Either.js';
import type { ApiError } from '../errors/api-error.js';
import { cardError } from '../errors/card-error.js';
import type { CardFace } from './card-face.js';
import type { CardParams } from './card-params.js';
import { declineOf } from './decline-of.js';
import { findTestCard } from './find-test-card.js';
import { isLuhnValid } from './is-luhn-valid.js';
import { testCards } from './test-cards.js';

const refuse = (name: string): E.Either<ApiError, never> => E.left(cardError(declineOf(name)));

const yearsAhead = 50;

const expiryProblem = (month: number, year: number, now: number): string | null => {
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  if (!Number.isInteger(month) || month < 1 || month > 12) return 'invalid_expiry_month';
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + yearsAhead) {
    return 'invalid_expiry_year';
  }
  return year === thisYear && month < today.getUTCMonth() + 1 ? 'invalid_expiry_year' : null;
};

/** Checks a card as it is written, and keeps what may be kept of it. `now`: Unix seconds. */
export const readCard = (
  card: CardParams,
  now: number,
  fingerprintOf: (number: string) => string,
): E.Either<ApiError, CardFace> => {
  const digits = card.number.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{12,19}$/.test(digits) || !isLuhnValid(digits)) return refuse('incorrect_number');
  const expiry = expiryProblem(card.exp_month, card.exp_year, now);
  if (expiry !== null) return refuse(expiry);
  const amex = /^3[47]/.test(digits);
  if (card.cvc !== undefined && !(amex ? /^[0-9]{4}$/ : /^[0-9]{3}$/).test(card.cvc)) {
    return refuse('invalid_cvc');
  }
  const testCard = findTestCard(digits);
  if (testCard === undefined) return refuse('test_mode_live_card');
  return E.right({
    testCard,
    last4: testCards[testCard].number.slice(-4),
    fingerprint: fingerprintOf(digits),
    expMonth: card.exp_month,
    expYear: card.exp_year,
    cvcGiven: card.cvc !== undefined,
    name: card.name ?? null,
  });
};
