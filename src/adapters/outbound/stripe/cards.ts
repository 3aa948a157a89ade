import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type { PaymentProcessor } from '../../../application/ports/payment-processor.js';
import { Card, DeletedCard } from '../../../domain/card.js';
import { CardToken } from '../../../domain/card-token.js';
import { List } from '../../../domain/list.js';
import { isMissing } from '../is-missing.js';
import type { Attempt } from './create-attempt.js';
import type { Caller } from './create-caller.js';
import { withRawCardAdvice } from './with-raw-card-advice.js';

type Cards = Pick<PaymentProcessor, 'createCardToken' | 'createCard' | 'listCards' | 'deleteCard'>;

/** The port's functions about cards: tokens, and the sources of customers. */
export const cards = (
  { customers: api, tokens }: Stripe,
  attempt: Attempt,
  { read, change, remove }: Caller,
): Cards => ({
  createCardToken: ({ number, exp_month, exp_year, cvc }, options) =>
    pipe(
      change(
        {
          name: 'createCardToken',
          send: (by) => {
            const card = {
              number,
              exp_month: String(exp_month),
              exp_year: String(exp_year),
              cvc,
            };
            return tokens.create({ card }, by);
          },
          reply: CardToken,
          hides: [number],
        },
        options,
      ),
      TE.mapLeft(withRawCardAdvice),
    ),
  createCard: ({ customer, source }, options) =>
    change(
      {
        name: 'createCard',
        send: (by) => api.createSource(customer, { source }, by),
        reply: Card,
      },
      options,
    ),
  listCards: ({ customer, ...page }) =>
    read({
      name: 'listCards',
      send: (by) => api.listSources(customer, { object: 'card', ...page }, by),
      reply: List(Card),
    }),
  deleteCard: ({ customer, card }, options) =>
    remove(
      {
        name: 'deleteCard',
        send: (by) => api.deleteSource(customer, card, {}, by),
        reply: DeletedCard,
      },
      options,
      pipe(
        attempt({
          name: 'retrieveCard',
          send: (by) => api.retrieveSource(customer, card, {}, by),
          reply: Card,
        }),
        TE.map(() => O.none),
        TE.orElse((failure) =>
          isMissing(failure.error, card)
            ? TE.right(O.some(E.right({ id: card, object: 'card', deleted: true } as const)))
            : TE.left(failure),
        ),
      ),
    ),
});
