import * as E from 'fp-ts/lib/Either.js';
import { flow, pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest, withEmptyParam } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import { saveCustomer } from '../kernel/save-update.js';
import type { Instrument } from '../methods/instrument.js';
import { toPaymentMethod } from '../methods/payment-method-view.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, shape } from '../params/shape.js';
import { findCustomer } from '../store/find.js';
import {
  attachInstrument,
  detachInstrument,
  findAttachable,
  findInstrument,
  storePaymentMethod,
} from './instruments.js';

// Recorded: the parameter of a missing payment method is not `id`.
const withParam = ({ status, error }: ApiError): ApiError => ({
  status,
  error: error.param === 'id' ? { ...error, param: 'payment_method' } : error,
});

/** Attaches a payment method to a customer. */
export const attachPaymentMethod = operation({
  name: 'attachPaymentMethod',
  failureAlias: 'attach',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method/attach',
  returns: 'payment_method',
  params: shape(
    { payment_method: textParam, customer: textParam },
    notSimulated('customer_account'),
  ),
  run: (context) => (params) =>
    pipe(
      findCustomer(context, params.customer, 'customer'),
      E.flatMap(({ id }) => findAttachable(context, params.payment_method, id)),
      E.mapLeft(flow(withEmptyParam, withParam)),
      E.map((found) =>
        toPaymentMethod(
          attachInstrument(context, storePaymentMethod(context, found), params.customer),
        ),
      ),
    ),
});

const removeDefault = (context: RequestContext, { id, customer: owner }: Instrument): void => {
  const customer = owner === null ? undefined : context.state.customers.get(owner);
  if (customer?.invoice_settings.default_payment_method !== id) return;
  saveCustomer(context, customer, {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
  });
};

/** Detaches a payment method from its customer. It cannot be used again, and is no longer the customer's default. */
export const detachPaymentMethod = operation({
  name: 'detachPaymentMethod',
  method: 'POST',
  path: '/v1/payment_methods/:payment_method/detach',
  returns: 'payment_method',
  params: shape({ payment_method: textParam }),
  run: (context) => (params) =>
    pipe(
      findInstrument(context, params.payment_method),
      E.filterOrElse(
        ({ customer, kind }) => customer !== null && kind === 'payment_method',
        () =>
          invalidRequest(
            'The payment method you provided is not attached to a customer so detachment is impossible.',
          ),
      ),
      E.map((instrument) => {
        detachInstrument(context, instrument);
        removeDefault(context, instrument);
        return toPaymentMethod({ ...instrument, customer: null });
      }),
    ),
});
