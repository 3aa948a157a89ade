import { CustomerId, TokenId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { Card } from '../../domain/objects/card.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const AssignCard = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
  /** Id of a card token, `tok_...`. */
  source: TokenId,
});
export type AssignCard = InputOf<typeof AssignCard>;

/** Attaches the card behind a token to a customer. The first card stored as a source becomes the customer's default. */
export const assignCard =
  (deps: Pick<PaymentProcessor, 'createCard'>): UseCase<AssignCard, Card> =>
  (assignment, options) =>
    deps.createCard(assignment, options);
