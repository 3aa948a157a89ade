import { type InputOf, input } from '../../domain/input/input.js';
import { text, wholeNumber } from '../../domain/input/primitives.js';
import type { CardToken } from '../../domain/objects/card.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const TokenizeCard = input({
  /** The card number, digits. */
  number: text('Card number'),
  /** Expiry month, 1 to 12. */
  exp_month: wholeNumber('Expiry month, 1 to 12'),
  /** Expiry year, four digits. */
  exp_year: wholeNumber('Expiry year, four digits'),
  /** Security code. */
  cvc: text('Security code'),
});
export type TokenizeCard = InputOf<typeof TokenizeCard>;

/** Creates a single-use token of a card. Number and security code are passed on and never stored. */
export const tokenizeCard =
  (deps: Pick<PaymentProcessor, 'createCardToken'>): UseCase<TokenizeCard, CardToken> =>
  (card, options) =>
    deps.createCardToken(card, options);
