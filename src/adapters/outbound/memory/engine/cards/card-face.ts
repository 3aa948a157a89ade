import type { TestCardName } from './test-cards.js';

/** What is kept of a card: which test card it is, never its number or security code. */
export type CardFace = {
  readonly testCard: TestCardName;
  readonly last4: string;
  readonly fingerprint: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvcGiven: boolean;
};
