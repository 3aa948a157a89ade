import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { CustomerObject } from '../objects/customer.js';
import { toAddress } from '../params/address.js';
import { isEmail } from '../params/email.js';
import { mergeMetadata } from '../params/metadata.js';
import { setOrUnset } from '../params/primitives.js';
import { applyInvoiceSettings } from './apply-invoice-settings.js';
import type { CustomerParams } from './customer-params.js';

/** A customer's own names, which only those have that were given one. */
const ownNames = (
  before: CustomerObject,
  given: CustomerParams,
): Pick<CustomerObject, 'business_name' | 'individual_name'> => {
  const business_name = setOrUnset(given.business_name, before.business_name) ?? null;
  const individual_name = setOrUnset(given.individual_name, before.individual_name) ?? null;
  return {
    ...(business_name === null ? {} : { business_name }),
    ...(individual_name === null ? {} : { individual_name }),
  };
};

const shippingOf = (
  given: CustomerParams['shipping'],
  before: CustomerObject['shipping'],
): CustomerObject['shipping'] => {
  if (given === undefined) return before;
  if (given === '') return null;
  const { address, name, phone } = given;
  return { address: toAddress(address), name, phone: setOrUnset(phone, null) };
};

const addressOf = (
  given: CustomerParams['address'],
  before: CustomerObject['address'],
): CustomerObject['address'] => {
  if (given === undefined) return before;
  return given === '' ? null : toAddress(given);
};

/** The customer with what the parameters say; what they do not name stays. Sources and what pays are left alone. */
export const applyCustomerParams = (
  customer: CustomerObject,
  params: CustomerParams,
): E.Either<ApiError, CustomerObject> => {
  if (params.email !== undefined && params.email !== '' && !isEmail(params.email)) {
    return E.left(
      invalidRequest(`Invalid email address: ${params.email}`, {
        code: 'email_invalid',
        param: 'email',
      }),
    );
  }
  const { business_name: _business, individual_name: _individual, ...rest } = customer;
  return pipe(
    mergeMetadata(customer.metadata, params.metadata),
    E.map((metadata) => ({
      ...rest,
      ...ownNames(customer, params),
      address: addressOf(params.address, customer.address),
      balance: params.balance ?? customer.balance,
      description: setOrUnset(params.description, customer.description),
      email: setOrUnset(params.email, customer.email),
      invoice_prefix: params.invoice_prefix ?? customer.invoice_prefix,
      invoice_settings: applyInvoiceSettings(customer.invoice_settings, params.invoice_settings),
      metadata,
      name: setOrUnset(params.name, customer.name),
      next_invoice_sequence: params.next_invoice_sequence ?? customer.next_invoice_sequence,
      phone: setOrUnset(params.phone, customer.phone),
      preferred_locales:
        setOrUnset(structuredClone(params.preferred_locales), customer.preferred_locales) ?? [],
      shipping: shippingOf(params.shipping, customer.shipping),
      tax_exempt: setOrUnset(params.tax_exempt, customer.tax_exempt) ?? 'none',
    })),
  );
};
