import { randomUUID } from 'node:crypto';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { Stripe } from 'stripe';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../application/ports/payment-processor.js';
import { List } from '../../../domain/input/list.js';
import { Card, CardToken, DeletedCard } from '../../../domain/objects/card.js';
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
import type { CallRows } from './call-table.js';
import { deleteRequest, getRequest, pathTo, postRequest } from './request.js';
import type { RequestFormat } from './request-format.js';

/** Adds advice to refusals whose text begins like this. */
const withAdvice =
  (refusal: string, advice: NonNullable<ProcessorRefused['advice']>) =>
  (error: ProcessorError): ProcessorError =>
    error._tag === 'ProcessorRefused' && error.message.startsWith(refusal)
      ? { ...error, advice }
      : error;

/** How Stripe begins when an account may not send card numbers, as most may not (decision P12). */
export const refusalOfCardNumbers =
  'Sending credit card numbers directly to the Stripe API is generally unsafe';

const withRawCardAdvice = withAdvice(refusalOfCardNumbers, 'tokenize_on_client');

/** How Stripe begins when an account may not give customers cards by tokens, as new ones may not (decision P13). */
export const refusalOfCardTokens =
  'Card Token usage on the Customers API and Charges API has reached end of life';

const withCardTokenAdvice = withAdvice(refusalOfCardTokens, 'keep_payment_methods');

type Cards = Pick<PaymentProcessor, 'createCardToken' | 'createCard' | 'listCards' | 'deleteCard'>;

type Assignment = Parameters<Cards['createCard']>[0];

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
  { read, change, reading, changing, removing }: CallRows,
  formatOf: (options: CallOptions | undefined) => RequestFormat,
): Cards => {
  const createSource: Cards['createCard'] = changing('createCard', Card, ({ customer, source }) =>
    postRequest<Stripe.CustomerCreateSourceParams>(pathTo`/v1/customers/${customer}/sources`, {
      source,
    }),
  );

  const createPaymentMethod = changing(
    'createPaymentMethod',
    CardPaymentMethod,
    ({ source }: Assignment) =>
      postRequest<Stripe.PaymentMethodCreateParams>('/v1/payment_methods', {
        type: 'card',
        card: { token: source },
      }),
  );

  const attach = changing(
    'attachPaymentMethod',
    CardPaymentMethod,
    ({ id, customer }: { readonly id: string; readonly customer: string }) =>
      postRequest<Stripe.PaymentMethodAttachParams>(pathTo`/v1/payment_methods/${id}/attach`, {
        customer,
      }),
  );

  const attachPaymentMethod = (
    assignment: Assignment,
    options: CallOptions & { readonly idempotencyKey: string },
  ): TE.TaskEither<ProcessorError, Card> =>
    pipe(
      createPaymentMethod(assignment, options),
      TE.flatMap(({ id }) =>
        pipe(
          attach(
            { id, customer: assignment.customer },
            { ...options, idempotencyKey: secondKeyOf(options.idempotencyKey) },
          ),
          TE.mapLeft(asBegun),
        ),
      ),
      TE.map(cardOfPaymentMethod),
    );

  const retrieveOfCustomer = reading(
    'retrievePaymentMethod',
    CardPaymentMethod,
    ({ customer, card }: Removal) =>
      getRequest(pathTo`/v1/customers/${customer}/payment_methods/${card}`),
  );

  const detachCard = changing(
    'detachPaymentMethod',
    CardPaymentMethod,
    ({ card }: Removal) => postRequest(pathTo`/v1/payment_methods/${card}/detach`, {}),
    (reads) =>
      ({ card }) =>
        cardEvidence.detached(reads)(card),
  );

  const detach = (removal: Removal, options: CallOptions | undefined) =>
    pipe(
      retrieveOfCustomer(removal),
      TE.mapLeft(asMissing(removal.card)),
      TE.flatMap(() => detachCard(removal, options)),
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

  const deleteSource: Cards['deleteCard'] = removing(
    'deleteCard',
    DeletedCard,
    ({ customer, card }) => deleteRequest(pathTo`/v1/customers/${customer}/sources/${card}`),
    cardEvidence.removed,
  );

  const listPaymentMethods = reading(
    'listCards',
    List(CardPaymentMethod),
    ({ customer, ...page }: Parameters<Cards['listCards']>[0]) =>
      getRequest<Stripe.CustomerListPaymentMethodsParams>(
        pathTo`/v1/customers/${customer}/payment_methods`,
        { type: 'card', ...page },
      ),
  );

  const listSources = reading('listSources', List(Card), (customer: string) =>
    getRequest<Stripe.CustomerListSourcesParams>(pathTo`/v1/customers/${customer}/sources`, {
      object: 'card',
      limit: 100,
    }),
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
    listCards: (page) =>
      pipe(
        listPaymentMethods(page),
        TE.flatMap((list) =>
          list.data.some(isSource)
            ? pipe(
                listSources(page.customer),
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
