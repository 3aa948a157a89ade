import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest, noSuch } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject } from '../objects/customer.js';
import { text } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { detachInstrument, findPaymentMethod } from '../payment-methods/instruments.js';
import { keepSource, newSource, type ReadSource, readSource } from '../sources/source.js';
import { findCustomer } from '../store/find.js';
import { whenGiven } from '../when-given.js';
import { notAttachedError } from './not-attached-error.js';
import { applyCustomerParams, customerFields, redactCustomer } from './params.js';
import { saveCustomer } from './save-customer.js';

/** A customer with a new default card, in whose favour the one before is deleted. */
const replaceDefaultSource = (
  call: RequestContext,
  customer: CustomerObject,
  source: ReadSource,
): CustomerObject => {
  const { default_source: before } = customer;
  const old = before === null ? undefined : call.state.instruments.get(before);
  if (old !== undefined) detachInstrument(call, old);
  const card = keepSource(call, newSource(call, source, customer.id), source);
  return { ...customer, default_source: card.id };
};

const withPaying = (customer: CustomerObject, id: string | null): CustomerObject => ({
  ...customer,
  invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
});

/** A customer with another payment method for the invoices; an empty text takes it away. */
const withDefaultPaymentMethod =
  (call: RequestContext, id: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (id === undefined) return E.right(customer);
    if (id === '') return E.right(withPaying(customer, null));
    return pipe(
      findPaymentMethod(call, id, 'invoice_settings[default_payment_method]'),
      E.flatMap(({ instrument }) =>
        instrument.customer === customer.id
          ? E.right(withPaying(customer, id))
          : E.left(notAttachedError(id)),
      ),
    );
  };

/** A customer with another of the cards as the default. */
const withDefaultSource =
  (call: RequestContext, source: string | undefined) =>
  (customer: CustomerObject): E.Either<ApiError, CustomerObject> => {
    if (source === undefined) return E.right(customer);
    const card = call.state.instruments.get(source);
    return card?.kind === 'card' && card.customer === customer.id
      ? E.right({ ...customer, default_source: source })
      : E.left(noSuch('source', source, 'default_source'));
  };

const twoDefaults = invalidRequest(
  'You may only specify one of these parameters: default_source, source.',
  { param: 'default_source' },
);

/** Changes what is given of a customer, and leaves the rest. A new source takes the place of the default card. */
export const updateCustomer = operation({
  name: 'updateCustomer',
  method: 'POST',
  path: '/v1/customers/:customer',
  returns: 'customer',
  params: shape(
    { customer: text },
    {
      ...customerFields,
      default_source: text,
      ...notSimulated(
        'bank_account',
        'card',
        'default_alipay_account',
        'default_bank_account',
        'default_card',
      ),
    },
  ),
  remembered: redactCustomer,
  run: (call) => (params) =>
    pipe(
      findCustomer(call, params.customer),
      E.filterOrElse(
        () => params.source === undefined || params.default_source === undefined,
        () => twoDefaults,
      ),
      E.bindTo('before'),
      E.bind('after', ({ before }) =>
        pipe(
          applyCustomerParams(before, params),
          E.flatMap(withDefaultSource(call, params.default_source)),
          E.flatMap(
            withDefaultPaymentMethod(call, params.invoice_settings?.default_payment_method),
          ),
        ),
      ),
      E.bind('source', () =>
        whenGiven(params.source, (given) => readSource(call, given, 'source')),
      ),
      E.map(({ before, after, source }) =>
        saveCustomer(
          call,
          before,
          source === null ? after : replaceDefaultSource(call, after, source),
        ),
      ),
    ),
});
