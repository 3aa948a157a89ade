import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Evidence } from '../../../application/ports/payment-processor.js';
import type { CardId, CustomerId, TokenId } from '../../../domain/ids.js';
import type { Card, DeletedCard } from '../../../domain/objects/card.js';
import { searched } from '../../../domain/search-outcome.js';
import {
  type CardPaymentMethod,
  isPaymentMethodId,
} from '../stripe-objects/card-payment-method.js';
import { isMissing } from '../stripe-objects/missing-object.js';
import type { OutcomeReads, Read } from './outcome-reads.js';

// A token can be used only once, and its card's id does not change.
const assigned =
  ({ retrieveToken, retrieveCard }: OutcomeReads) =>
  ({
    customer,
    source,
  }: {
    readonly customer: CustomerId;
    readonly source: TokenId;
  }): Read<Evidence<Card>> =>
    pipe(
      retrieveToken(source),
      TE.map(O.some),
      TE.orElse((error) => (isMissing(error, source) ? TE.right(O.none) : TE.left(error))),
      TE.flatMap((token): Read<Evidence<Card>> => {
        if (O.isNone(token) || !token.value.used) return TE.right(searched.absent);
        const { id } = token.value.card;
        return pipe(
          retrieveCard(customer, id),
          TE.map((card) => searched.found(E.right(card))),
          // The card was removed since, or another customer has it.
          TE.orElse((error) =>
            isMissing(error, id) ? TE.right(searched.uncertain) : TE.left(error),
          ),
        );
      }),
    );

// A detached payment method has no customer, and can never be attached again.
const detached =
  ({ retrievePaymentMethod }: OutcomeReads) =>
  (id: string): Read<Evidence<CardPaymentMethod>> =>
    pipe(
      retrievePaymentMethod(id),
      TE.map((found) =>
        found.customer === null ? searched.found(E.right(found)) : searched.absent,
      ),
    );

const removed =
  (reads: OutcomeReads) =>
  ({
    customer,
    card,
  }: {
    readonly customer: CustomerId;
    readonly card: CardId;
  }): Read<Evidence<DeletedCard>> => {
    const reply: DeletedCard = { id: card, object: 'card', deleted: true };
    return isPaymentMethodId(card)
      ? pipe(detached(reads)(card), TE.map(searched.map(() => E.right(reply))))
      : pipe(
          reads.retrieveCard(customer, card),
          TE.map(() => searched.absent),
          TE.orElse((error) =>
            isMissing(error, card) ? TE.right(searched.found(E.right(reply))) : TE.left(error),
          ),
        );
  };

/** Evidence that a card was added to a customer, or removed. */
export const cardEvidence = { assigned, detached, removed };
