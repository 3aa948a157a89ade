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
import type { ProcessorError } from '../../../domain/payment-error.js';
import { cardEvidence } from '../look-ups/card-evidence.js';
import {
  CardPaymentMethod,
  cardOfPaymentMethod,
  isPaymentMethodId,
} from '../stripe-objects/card-payment-method.js';
import { asBegun, secondKeyOf } from '../stripe-objects/idempotency-key.js';
import type { StripeCall } from './attempt.js';
import type { StripeCaller } from './caller.js';
import type { RequestFormat } from './request-format.js';

/** Advice for refusals of the account, by how the refusal begins: it says what to do instead. */
const withAdvice =
  (refusal: string, advice: string) =>
  (error: ProcessorError): ProcessorError =>
    error._tag === 'ProcessorRefused' && error.message.startsWith(refusal)
      ? { ...error, message: `${error.message} ${advice}` }
      : error;

/** Most accounts may not send card numbers (decision P12). */
const withRawCardAdvice = withAdvice(
  'Sending credit card numbers directly to the Stripe API is generally unsafe',
  'Esta cuenta no admite números de tarjeta: tokenice la tarjeta en el cliente con Stripe.js y asígnela con su tok_...',
);

/** New accounts may not give customers cards by tokens (decision P13). */
const withCardTokenAdvice = withAdvice(
  'Card Token usage on the Customers API and Charges API has reached end of life',
  'Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la librería, la opción cards) para guardarlas como métodos de pago.',
);

type Cards = Pick<PaymentProcessor, 'createCardToken' | 'createCard' | 'listCards' | 'deleteCard'>;

type Removal = Parameters<Cards['deleteCard']>[0];

const deleted = (id: string): DeletedCard => ({ id, object: 'card', deleted: true });

const isSource = ({ id }: CardPaymentMethod): boolean => id.startsWith('card_');

/** Payment methods in the shape of cards; sources look as Stripe shows sources. Other payment methods are left out. */
const withSources = (
  { data, ...list }: List<CardPaymentMethod>,
  sources: ReadonlyArray<Card>,
): List<Card> => ({
  ...list,
  data: data
    .filter((one) => isSource(one) || isPaymentMethodId(one.id))
    .map((one) => sources.find(({ id }) => id === one.id) ?? cardOfPaymentMethod(one)),
});

// A payment method that was detached belongs to nobody, and never again to anybody.
const isDetached = ({ customer }: CardPaymentMethod): boolean => customer === null;

// To Stripe a payment method of somebody else is an `Invalid request` without a code.
const asMissing = (error: ProcessorError): ProcessorError =>
  error._tag === 'ProcessorRefused' && error.status === 404
    ? { ...error, code: error.code ?? 'resource_missing' }
    : error;

/** The port's functions about cards: tokens, and what customers keep, as sources or as payment methods. */
export const stripeCards = (
  { customers: api, paymentMethods, tokens }: Stripe,
  { read, change, remove }: StripeCaller,
  formatOf: (options: CallOptions | undefined) => RequestFormat,
): Cards => {
  const createSource: Cards['createCard'] = ({ customer, source }, options) =>
    change(
      {
        name: 'createCard',
        send: (by) => api.createSource(customer, { source }, by),
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
          send: (by) => paymentMethods.create({ type: 'card', card: { token: source } }, by),
          reply: CardPaymentMethod,
        },
        options,
      ),
      TE.flatMap(({ id }) =>
        pipe(
          change(
            {
              name: 'attachPaymentMethod',
              send: (by) => paymentMethods.attach(id, { customer }, by),
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
    send: (by) => paymentMethods.retrieve(id, {}, by),
    reply: CardPaymentMethod,
  });

  const detach = ({ customer, card }: Removal, options: CallOptions | undefined) =>
    pipe(
      read({
        name: 'retrievePaymentMethod',
        send: (by) => api.retrievePaymentMethod(customer, card, {}, by),
        reply: CardPaymentMethod,
      }),
      TE.mapLeft(asMissing),
      TE.flatMap(() =>
        change(
          {
            name: 'detachPaymentMethod',
            send: (by) => paymentMethods.detach(card, {}, by),
            reply: CardPaymentMethod,
          },
          options,
          (reads) => cardEvidence.detached(reads)(card),
        ),
      ),
    );

  // What an earlier call may have detached is not the customer's any more.
  const detachAgain = (removal: Removal, options: CallOptions) =>
    pipe(
      detach(removal, options),
      TE.orElse((error) =>
        error._tag === 'ProcessorRefused' && error.status === 404
          ? pipe(
              read(retrieval(removal.card)),
              TE.mapLeft(
                (look): ProcessorError => (look._tag === 'ProcessorRefused' ? error : look),
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
        send: (by) => api.deleteSource(customer, card, {}, by),
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
    // Payment methods are what both kinds have in common: sources are among them, in another shape and without their own.
    listCards: ({ customer, ...page }) =>
      pipe(
        read({
          name: 'listCards',
          send: (by) => api.listPaymentMethods(customer, { type: 'card', ...page }, by),
          reply: List(CardPaymentMethod),
        }),
        TE.flatMap((list) =>
          list.data.some(isSource)
            ? pipe(
                read({
                  name: 'listSources',
                  send: (by) => api.listSources(customer, { object: 'card', limit: 100 }, by),
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
