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
import { deleteRequest, getRequest, pathTo, postRequest } from './request.js';
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

/** The call that retrieves a payment method. */
export const paymentMethodRetrieval = (id: string): StripeCall<CardPaymentMethod> => ({
  name: 'retrievePaymentMethod',
  request: () => getRequest(pathTo`/v1/payment_methods/${id}`),
  reply: CardPaymentMethod,
});

/** The port's card functions: tokens, and the cards of customers, which are sources or payment methods. */
export const stripeCards = (
  { read, change, remove }: StripeCaller,
  formatOf: (options: CallOptions | undefined) => RequestFormat,
): Cards => {
  const createSource: Cards['createCard'] = ({ customer, source }, options) =>
    change(
      {
        name: 'createCard',
        request: () =>
          postRequest<Stripe.CustomerCreateSourceParams>(
            pathTo`/v1/customers/${customer}/sources`,
            { source },
          ),
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
          request: () =>
            postRequest<Stripe.PaymentMethodCreateParams>('/v1/payment_methods', {
              type: 'card',
              card: { token: source },
            }),
          reply: CardPaymentMethod,
        },
        options,
      ),
      TE.flatMap(({ id }) =>
        pipe(
          change(
            {
              name: 'attachPaymentMethod',
              request: () =>
                postRequest<Stripe.PaymentMethodAttachParams>(
                  pathTo`/v1/payment_methods/${id}/attach`,
                  { customer },
                ),
              reply: CardPaymentMethod,
            },
            { ...options, idempotencyKey: secondKeyOf(options.idempotencyKey) },
          ),
          TE.mapLeft(asBegun),
        ),
      ),
      TE.map(cardOfPaymentMethod),
    );

  const detach = ({ customer, card }: Removal, options: CallOptions | undefined) =>
    pipe(
      read({
        name: 'retrievePaymentMethod',
        request: () => getRequest(pathTo`/v1/customers/${customer}/payment_methods/${card}`),
        reply: CardPaymentMethod,
      }),
      TE.mapLeft(asMissing(card)),
      TE.flatMap(() =>
        change(
          {
            name: 'detachPaymentMethod',
            request: () => postRequest(pathTo`/v1/payment_methods/${card}/detach`, {}),
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
              read(paymentMethodRetrieval(removal.card)),
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
        request: () => deleteRequest(pathTo`/v1/customers/${customer}/sources/${card}`),
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
            request: () =>
              postRequest<Stripe.TokenCreateParams>('/v1/tokens', {
                card: { number, exp_month: String(exp_month), exp_year: String(exp_year), cvc },
              }),
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
          request: () =>
            getRequest<Stripe.CustomerListPaymentMethodsParams>(
              pathTo`/v1/customers/${customer}/payment_methods`,
              { type: 'card', ...page },
            ),
          reply: List(CardPaymentMethod),
        }),
        TE.flatMap((list) =>
          list.data.some(isSource)
            ? pipe(
                read({
                  name: 'listSources',
                  request: () =>
                    getRequest<Stripe.CustomerListSourcesParams>(
                      pathTo`/v1/customers/${customer}/sources`,
                      {
                        object: 'card',
                        limit: 100,
                      },
                    ),
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
