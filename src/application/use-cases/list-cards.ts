import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { CustomerId } from '../../domain/ids.js';
import { type InputOf, input } from '../../domain/input/input.js';
import type { Card } from '../../domain/objects/card.js';
import type { PaymentProcessor } from '../ports/payment-processor.js';
import type { UseCase } from '../use-case.js';

export const ListCards = input({
  /** Id of the customer, `cus_...`. */
  customer: CustomerId,
});
export type ListCards = InputOf<typeof ListCards>;

const limit = 10;

/** Lists a customer's newest cards, at most ten. */
export const listCards =
  (deps: Pick<PaymentProcessor, 'listCards'>): UseCase<ListCards, ReadonlyArray<Card>> =>
  ({ customer }) =>
    pipe(
      deps.listCards({ customer, limit }),
      TE.map((cards) => cards.data),
    );
