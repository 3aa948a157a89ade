import type { CardFace } from './card-face.js';
import { type TestCardName, testCards } from './test-cards.js';

/** A test card as the magic ids give it: it expires next year. `now`: Unix seconds. */
export const testCardFace = (
  testCard: TestCardName,
  now: number,
  fingerprintOf: (number: string) => string,
): CardFace => {
  const { number } = testCards[testCard];
  return {
    testCard,
    last4: number.slice(-4),
    fingerprint: fingerprintOf(number),
    expMonth: new Date(now * 1000).getUTCMonth() + 1,
    expYear: new Date(now * 1000).getUTCFullYear() + 1,
    cvcGiven: true,
  };
};
