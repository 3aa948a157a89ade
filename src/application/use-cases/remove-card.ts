import { CardId, CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { DeletedCard } from '../../domain/objects/card.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const RemoveCard = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
  /** Id of the card, `card_...` or `pm_...`. */
  card: CardId,
});
export type RemoveCard = InputOf<typeof RemoveCard>;

/** Removes a customer's card. When it was the default source, the next one takes its place. */
export const removeCard =
  (deps: Pick<PaymentProcessor, 'deleteCard'>): UseCase<RemoveCard, DeletedCard> =>
  (removal, options) =>
    deps.deleteCard(removal, options);
