import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { isLuhnValid } from '../../../../../domain/card.js';
import type { ApiError } from '../errors.js';
import type { CardFace } from './card-face.js';
import type { CardParams } from './card-params.js';
import { findTestCard } from './find-test-card.js';
import { readExpiry } from './read-expiry.js';
import { refuseCard } from './refuse-card.js';
import { testCards } from './test-cards.js';

/** Checks a card as it is written, and keeps what may be kept of it. `now`: Unix seconds. */
export const readCard = (
  card: Pick<CardParams, 'number' | 'exp_month' | 'exp_year' | 'cvc'>,
  now: number,
  fingerprintOf: (number: string) => string,
): E.Either<ApiError, CardFace> => {
  const digits = card.number.replaceAll(/[\s-]/g, '');
  if (!/^[0-9]{12,19}$/.test(digits) || !isLuhnValid(digits)) return refuseCard('incorrect_number');
  return pipe(
    readExpiry(card, now),
    E.flatMap((expiry) => {
      const code = /^3[47]/.test(digits) ? /^[0-9]{4}$/ : /^[0-9]{3}$/;
      if (card.cvc !== undefined && !code.test(card.cvc)) return refuseCard('invalid_cvc');
      const testCard = findTestCard(digits);
      if (testCard === undefined) return refuseCard('test_mode_live_card');
      return E.right({
        testCard,
        last4: testCards[testCard].number.slice(-4),
        fingerprint: fingerprintOf(digits),
        ...expiry,
        cvcGiven: card.cvc !== undefined,
      });
    }),
  );
};
