import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject } from '../objects/customer.js';
import { findPaymentMethod } from '../payment-methods/find-payment-method.js';
import { notAttachedError } from './not-attached-error.js';

const withPaying = (customer: CustomerObject, id: string | null): CustomerObject => ({
  ...customer,
  invoice_settings: { ...customer.invoice_settings, default_payment_method: id },
});

/** A customer with another payment method for the invoices; an empty text takes it away. */
export const withDefaultPaymentMethod =
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
