import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { cardOfPaymentMethod } from '../../../adapters/outbound/stripe-objects/card-payment-method.js';
import type { Card } from '../../../domain/objects/card.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import { listOperation } from '../kernel/list-operation.js';
import { type EngineOperation, operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { type Instrument, isCard, typeOfInstrument } from '../methods/instrument.js';
import { toPaymentMethod, toSource } from '../methods/payment-method-view.js';
import type { AllowRedisplay } from '../objects/card.js';
import type { CardMethodObject, PaymentMethodObject } from '../objects/payment-method.js';
import { pageParams } from '../params/page.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import type { Selection } from '../store/table.js';
import { attachPaymentMethod } from './attach.js';
import { findInstrument, findPaymentMethod, storePaymentMethod } from './instruments.js';
import { allowRedisplayParam, anyMethodType } from './params.js';

/** A payment method, or a customer's card shown as one. Recorded: a magic id makes a new payment method here too. */
export const retrievePaymentMethod = operation({
  name: 'retrievePaymentMethod',
  method: 'GET',
  path: '/v1/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape({ payment_method: textParam }),
  run: (context) => (params) =>
    pipe(
      findPaymentMethod(context, params.payment_method),
      E.map((found) => toPaymentMethod(storePaymentMethod(context, found))),
    ),
});

// Recorded: the parameter is the customer, without a code.
const notOfCustomer: ApiError = {
  ...invalidRequest('Invalid request', { param: 'customer' }),
  status: 404,
};

/** A payment method or card of the customer in the path. */
export const retrieveCustomerPaymentMethod = operation({
  name: 'retrieveCustomerPaymentMethod',
  method: 'GET',
  path: '/v1/customers/:customer/payment_methods/:payment_method',
  returns: 'payment_method',
  params: shape({ customer: textParam, payment_method: textParam }),
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer),
      E.flatMap(({ id }) =>
        pipe(
          findInstrument(context, params.payment_method),
          E.filterOrElse(
            ({ customer }) => customer === id,
            () => notOfCustomer,
          ),
        ),
      ),
      E.map(toPaymentMethod),
    ),
});

const filters = {
  ...pageParams,
  allow_redisplay: allowRedisplayParam,
  type: anyMethodType,
} as const;

const isListed = (
  instrument: Instrument,
  {
    allow_redisplay: wanted = instrument.allowRedisplay,
    type,
  }: { readonly allow_redisplay?: AllowRedisplay; readonly type?: string },
): boolean =>
  instrument.allowRedisplay === wanted &&
  (type === undefined || type === typeOfInstrument(instrument));

const selectByCustomer = (
  context: RequestContext,
  customer: string,
  param?: string,
): E.Either<ApiError, Selection<'customer'>> =>
  pipe(
    findCustomer(context, customer, param),
    E.map(({ id }) => ({ index: 'customer', key: id })),
  );

/** A page of a customer's payment methods, including cards. Without a customer the page is empty. */
export const listPaymentMethods = listOperation({
  name: 'listPaymentMethods',
  path: '/v1/payment_methods',
  returns: 'payment_method',
  params: shape({}, { ...filters, customer: textParam, ...notSimulated('customer_account') }),
  table: ({ instruments }) => instruments,
  resource: 'PaymentMethod',
  select: (context, { customer }): E.Either<ApiError, Selection<'customer'>> =>
    customer === undefined
      ? E.right({ index: 'customer', keys: [] })
      : selectByCustomer(context, customer, 'customer'),
  holds: (row, { customer }) => row.customer === customer,
  shows: isListed,
  show: toPaymentMethod,
});

/** The same list, with the customer in the path. */
export const listCustomerPaymentMethods = listOperation({
  name: 'listCustomerPaymentMethods',
  path: '/v1/customers/:customer/payment_methods',
  returns: 'payment_method',
  params: shape({ customer: textParam }, filters),
  table: ({ instruments }) => instruments,
  resource: 'PaymentMethod',
  select: (context, { customer }) => selectByCustomer(context, customer),
  holds: (row, { customer }) => row.customer === customer,
  shows: isListed,
  show: toPaymentMethod,
});

const toCard = (instrument: Instrument): Card => {
  const shown = toPaymentMethod(instrument);
  return instrument.kind === 'card' || shown.type !== 'card'
    ? toSource(instrument)
    : cardOfPaymentMethod(shown);
};

// Methods of other types do not exist for the port, which knows cards.
const ofCards = <P extends object>(
  known: EngineOperation<P, PaymentMethodObject>,
): EngineOperation<P, CardMethodObject> =>
  operation({
    ...known,
    run: (context) => (params) =>
      pipe(
        known.run(context)(params),
        E.flatMap((shown) =>
          shown.type === 'card' ? E.right(shown) : E.left(noSuch('PaymentMethod', shown.id)),
        ),
      ),
  });

/** The same retrieval, for the port. */
export const retrieveKeptCard = ofCards(retrievePaymentMethod);

/** The same attachment, for the port. */
export const attachKeptCard = ofCards(attachPaymentMethod);

/** A page of all cards of a customer. The port has one list, the wire two: sources and payment methods. */
export const listKeptCards = listOperation({
  name: 'listCards',
  path: '/v1/customers/:customer/payment_methods',
  returns: 'card',
  params: shape({ customer: textParam }, pageParams),
  table: ({ instruments }) => instruments,
  resource: 'PaymentMethod',
  select: (context, { customer }) => selectByCustomer(context, customer),
  holds: (row, { customer }) => row.customer === customer,
  shows: isCard,
  show: toCard,
});
