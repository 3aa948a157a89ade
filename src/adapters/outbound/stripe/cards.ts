import { randomUUID } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../application/ports/payment-processor.js';
import { Card, CardToken, DeletedCard } from '../../../domain/card.js';
import { List } from '../../../domain/list.js';
import type { ProcessorError, ProcessorRefused } from '../../../domain/payment-error.js';
import { cardEvidence } from '../look-ups/card-evidence.js';
import {
  CardPaymentMethod,
  cardOfPaymentMethod,
  isPaymentMethodId,
} from '../stripe-objects/card-payment-method.js';
import { asBegun, secondKeyOf } from '../stripe-objects/idempotency-key.js';
import { asMissing } from '../stripe-objects/missing-object.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import type { RequestFormat } from './request-format.js';

/** Adds advice to refusals whose text begins like this. */
const withAdvice =
  (refusal: string, advice: NonNullable<ProcessorRefused['advice']>) =>
  (error: ProcessorError): ProcessorError =>
    error._tag === 'ProcessorRefused' && error.message.startsWith(refusal)
      ? { ...error, advice }
      : error;

/** Most accounts may not send card numbers (decision P12). */
const withRawCardAdvice = withAdvice(
  'Sending credit card numbers directly to the Stripe API is generally unsafe',
  'tokenize_on_client',
);

/** New accounts may not give customers cards by tokens (decision P13). */
const withCardTokenAdvice = withAdvice(
  'Card Token usage on the Customers API and Charges API has reached end of life',
  'keep_payment_methods',
);

type Cards = Pick<PaymentProcessor, 'createCardToken' | 'createCard' | 'listCards' | 'deleteCard'>;

type Removal = Parameters<Cards['deleteCard']>[0];

const deleted = (id: string): DeletedCard => ({ id, object: 'card', deleted: true });

const isSource = ({ id }: CardPaymentMethod): boolean => id.startsWith('card_');

/** The cards among the payment methods: sources as Stripe shows sources, the others converted. */
const withSources = (
  { data, ...list }: List<CardPaymentMethod>,
  sources: ReadonlyArray<Card>,
): List<Card> => ({
  ...list,
  data: data
    .filter((one) => isSource(one) || isPaymentMethodId(one.id))
    .map((one) => sources.find(({ id }) => id === one.id) ?? cardOfPaymentMethod(one)),
});

// A detached payment method has no customer, and can never be attached again.
const isDetached = ({ customer }: CardPaymentMethod): boolean => customer === null;

/** The port's card functions: tokens, and the cards of customers, which are sources or payment methods. */
export const stripeCards = (
  { customers: api, paymentMethods, tokens }: Stripe,
  { read, change, remove }: StripeCaller,
  formatOf: (options: CallOptions | undefined) => RequestFormat,
): Cards => {
  const createSource: Cards['createCard'] = ({ customer, source }, options) =>
    change(
      {
        name: 'createCard',
        send: (request) => api.createSource(customer, { source }, request),
        reply: Card,
      },
      options,
    );

  const attachPaymentMethod = (
    { customer, source }: Parameters<Cards['createCard']>[0],
    options: CallOptions & { readonly idempotencyKey: string },
  ): TE.TaskEither<ProcessorError, Card> =>
    pipe(
      change(
        {
          name: 'createPaymentMethod',
          send: (request) =>
            paymentMethods.create({ type: 'card', card: { token: source } }, request),
          reply: CardPaymentMethod,
        },
        options,
      ),
      TE.flatMap(({ id }) =>
        pipe(
          change(
            {
              name: 'attachPaymentMethod',
              send: (request) => paymentMethods.attach(id, { customer }, request),
              reply: CardPaymentMethod,
            },
            { ...options, idempotencyKey: secondKeyOf(options.idempotencyKey) },
          ),
          TE.mapLeft(asBegun),
        ),
      ),
      TE.map(cardOfPaymentMethod),
    );

  const retrieval = (id: string): StripeCall<CardPaymentMethod> => ({
    name: 'retrievePaymentMethod',
    send: (request) => paymentMethods.retrieve(id, {}, request),
    reply: CardPaymentMethod,
  });

  const detach = ({ customer, card }: Removal, options: CallOptions | undefined) =>
    pipe(
      read({
        name: 'retrievePaymentMethod',
        send: (request) => api.retrievePaymentMethod(customer, card, {}, request),
        reply: CardPaymentMethod,
      }),
      TE.mapLeft(asMissing(card)),
      TE.flatMap(() =>
        change(
          {
            name: 'detachPaymentMethod',
            send: (request) => paymentMethods.detach(card, {}, request),
            reply: CardPaymentMethod,
          },
          options,
          (reads) => cardEvidence.detached(reads)(card),
        ),
      ),
    );

  // An earlier call may have detached it: then Stripe no longer finds it among the customer's.
  const detachAgain = (removal: Removal, options: CallOptions) =>
    pipe(
      detach(removal, options),
      TE.orElse((error) =>
        error._tag === 'ProcessorRefused' && error.status === 404
          ? pipe(
              read(retrieval(removal.card)),
              TE.mapLeft(
                (failed): ProcessorError => (failed._tag === 'ProcessorRefused' ? error : failed),
              ),
              TE.filterOrElse(isDetached, (): ProcessorError => error),
            )
          : TE.left(error),
      ),
      TE.mapLeft(asBegun),
    );

  const deletePaymentMethod: Cards['deleteCard'] = (removal, options) =>
    pipe(
      options?.inDoubtSince === undefined
        ? detach(removal, options)
        : detachAgain(removal, options),
      TE.map(() => deleted(removal.card)),
    );

  const deleteSource: Cards['deleteCard'] = ({ customer, card }, options) =>
    remove(
      {
        name: 'deleteCard',
        send: (request) => api.deleteSource(customer, card, {}, request),
        reply: DeletedCard,
      },
      options,
      (reads) => cardEvidence.removed(reads)({ customer, card }),
    );

  return {
    createCardToken: ({ number, exp_month, exp_year, cvc }, options) =>
      pipe(
        change(
          {
            name: 'createCardToken',
            send: (request) => {
              const card = {
                number,
                exp_month: String(exp_month),
                exp_year: String(exp_year),
                cvc,
              };
              return tokens.create({ card }, request);
            },
            reply: CardToken,
            hides: [number],
          },
          options,
        ),
        TE.mapLeft(withRawCardAdvice),
      ),
    createCard: (assignment, options) =>
      pipe(
        formatOf(options).cards === 'sources'
          ? createSource(assignment, options)
          : pipe(
              TE.fromIO(() => options?.idempotencyKey ?? randomUUID()),
              TE.flatMap((idempotencyKey) =>
                attachPaymentMethod(assignment, { ...options, idempotencyKey }),
              ),
            ),
        TE.mapLeft(withCardTokenAdvice),
      ),
    // Stripe also lists sources among the payment methods, but without some of their fields: those are read separately.
    listCards: ({ customer, ...page }) =>
      pipe(
        read({
          name: 'listCards',
          send: (request) => api.listPaymentMethods(customer, { type: 'card', ...page }, request),
          reply: List(CardPaymentMethod),
        }),
        TE.flatMap((list) =>
          list.data.some(isSource)
            ? pipe(
                read({
                  name: 'listSources',
                  send: (request) =>
                    api.listSources(customer, { object: 'card', limit: 100 }, request),
                  reply: List(Card),
                }),
                TE.map((sources) => withSources(list, sources.data)),
              )
            : TE.right(withSources(list, [])),
        ),
      ),
    deleteCard: (removal, options) =>
      isPaymentMethodId(removal.card)
        ? deletePaymentMethod(removal, options)
        : deleteSource(removal, options),
  };
};
