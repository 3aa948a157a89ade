import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveCustomer } from '../kernel/save-update.js';
import type { CustomerObject } from '../objects/customer.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { detachInstrument, findPaymentMethod } from '../payment-methods/instruments.js';
import { newSource, type ReadSource, storeSource } from '../sources/source.js';
import { findCustomer } from '../store/find.js';
import {
  applyCustomerParams,
  customerFields,
  notAttachedError,
  readGivenSource,
  redactCustomer,
} from './params.js';

/** Replaces the customer's default card, which is deleted. */
const replaceDefaultSource = (
  context: RequestContext,
  customer: CustomerObject,
  source: ReadSource,
): CustomerObject => {
  const { default_source: before } = customer;
  const old = before === null ? undefined : context.state.instruments.get(before);
  if (old !== undefined) detachInstrument(context, old);
  const card = storeSource(context, newSource(context, source, customer.id), source);
  return { ...customer, default_source: card.id };
};

const withPaymentMethod = (customer: CustomerObject, id: string | null): CustomerObject => ({
  ...customer,
  invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
});

/** The customer with another default payment method for invoices; an empty text removes it. */
const withDefaultPaymentMethod =
  (context: RequestContext, id: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (id === undefined) return E.right(customer);
    if (id === '') return E.right(withPaymentMethod(customer, null));
    return pipe(
      findPaymentMethod(context, id, 'invoice_settings[default_payment_method]'),
      E.flatMap(({ instrument }) =>
        instrument.customer === customer.id
          ? E.right(withPaymentMethod(customer, id))
          : E.left(notAttachedError(id)),
      ),
    );
  };

/** The customer with another of its cards as the default. */
const withDefaultSource =
  (context: RequestContext, source: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (source === undefined) return E.right(customer);
    const card = context.state.instruments.get(source);
    return card?.kind === 'card' && card.customer === customer.id
      ? E.right({ ...customer, default_source: source })
      : E.left(noSuch('source', source, 'default_source'));
  };

const twoDefaults = invalidRequest(
  'You may only specify one of these parameters: default_source, source.',
  { param: 'default_source' },
);

/** Changes the given fields of a customer. A new source replaces the default card. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  method: 'POST',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape(
    { customer: textParam },
    {
      ...customerFields,
      default_source: textParam,
      ...notSimulated(
        'bank_account',
        'default_alipay_account',
        'default_bank_account',
        'default_card',
      ),
    },
  ),
  remembered: redactCustomer,
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer),
      E.filterOrElse(
        () => params.source === undefined || params.default_source === undefined,
        () => twoDefaults,
      ),
      E.bindTo('before'),
      E.bind('after', ({ before }) =>
        pipe(
          applyCustomerParams(before, params),
          E.flatMap(withDefaultSource(context, params.default_source)),
          E.flatMap(
            withDefaultPaymentMethod(context, params.invoice_settings?.default_payment_method),
          ),
        ),
      ),
      E.bind('source', () => readGivenSource(context, params)),
      E.map(({ before, after, source }) =>
        saveCustomer(
          context,
          before,
          source === null ? after : replaceDefaultSource(context, after, source),
        ),
      ),
    ),
});
