import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../application/ports/payment-processor.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import {
  attachKeptCard,
  type callEngine,
  deepFreeze,
  engineOperations,
  listKeptCards,
} from '../../../simulator/index.js';
import {
  type CardPaymentMethod,
  cardOfPaymentMethod,
  defaultCardParams,
  isPaymentMethodId,
} from '../stripe-objects/card-payment-method.js';
import { asBegun, secondKeyOf } from '../stripe-objects/idempotency-key.js';
import { asMissing, isMissing } from '../stripe-objects/missing-object.js';

type Call = ReturnType<typeof callEngine>;

type KeptCards = Pick<
  PaymentProcessor,
  'createCard' | 'listCards' | 'deleteCard' | 'updateCustomer'
>;

const withSecondKey = ({ idempotencyKey, ...options }: CallOptions = {}): CallOptions =>
  idempotencyKey === undefined
    ? options
    : { ...options, idempotencyKey: secondKeyOf(idempotencyKey) };

/** Whether an earlier call with an unknown outcome may have deleted the object that is missing now. */
export const mayBeDeleted = (error: ProcessorError, id: string, options?: CallOptions): boolean =>
  options?.inDoubtSince !== undefined && isMissing(error, id);

const deleted = (id: string) => deepFreeze({ id, object: 'card', deleted: true } as const);

const cardOf = (paymentMethod: CardPaymentMethod) => deepFreeze(cardOfPaymentMethod(paymentMethod));

/** The port's functions about customers' cards, kept as sources or as payment methods. */
export const keptCards = (call: Call, cards: 'sources' | 'payment_methods'): KeptCards => {
  // Named as in the port, so that planned failures apply to them in either mode.
  const attach = call({ ...attachKeptCard, name: 'createCard' });
  const detach = call({ ...engineOperations.detachPaymentMethod, name: 'deleteCard' });
  const deleteSource = call(engineOperations.deleteSource);
  const updateCustomer = call(engineOperations.updateCustomer);
  const retrieve = call(engineOperations.retrievePaymentMethod);
  const retrieveOwn = call(engineOperations.retrieveCustomerPaymentMethod);

  const detachOwn: KeptCards['deleteCard'] = ({ customer, card }, options) =>
    pipe(
      retrieveOwn({ customer, payment_method: card }),
      TE.mapLeft(asMissing(card)),
      TE.flatMap(() => detach({ payment_method: card }, options)),
      TE.map(() => deleted(card)),
      TE.orElse((error) =>
        options?.inDoubtSince === undefined
          ? TE.left(error)
          : pipe(
              retrieve({ payment_method: card }),
              TE.filterOrElse(
                (found) => found.customer === null,
                () => error,
              ),
              TE.mapLeft(asBegun),
              TE.map(() => deleted(card)),
            ),
      ),
    );

  return {
    createCard:
      cards === 'sources'
        ? call(engineOperations.createSource)
        : ({ customer, source }, options) =>
            pipe(
              call(engineOperations.createPaymentMethod)(
                { type: 'card', card: { token: source } },
                options,
              ),
              TE.flatMap(({ id }) =>
                pipe(
                  attach({ customer, payment_method: id }, withSecondKey(options)),
                  TE.mapLeft(asBegun),
                ),
              ),
              TE.map(cardOf),
            ),
    listCards: call(listKeptCards),
    deleteCard: (removal, options) =>
      isPaymentMethodId(removal.card)
        ? detachOwn(removal, options)
        : pipe(
            deleteSource(removal, options),
            TE.orElse((error) =>
              mayBeDeleted(error, removal.card, options)
                ? TE.right(deleted(removal.card))
                : TE.left(error),
            ),
          ),
    updateCustomer: ({ default_source, ...fields }, options) =>
      updateCustomer({ ...fields, ...defaultCardParams(default_source) }, options),
  };
};
