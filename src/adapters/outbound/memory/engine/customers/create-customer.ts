import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { Call } from '../call.js';
import { deepFreeze } from '../deep-freeze.js';
import type { CustomerObject } from '../objects/customer-object.js';
import { operation } from '../operation.js';
import { applyCustomerParams } from './apply-customer-params.js';
import { CustomerParams } from './customer-params.js';

const invoiceSettings = deepFreeze({
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
});

const blank = (id: string, created: number): CustomerObject => ({
  id,
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: id.slice(-8).toUpperCase(),
  invoice_settings: invoiceSettings,
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

/** Creates a customer. */
export const createCustomer = operation({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  gives: 'customer',
  params: CustomerParams,
  run: (call: Call) => (params) =>
    pipe(
      // Judged before it gets an id, so that a refusal uses none up.
      applyCustomerParams(blank('', call.now), params),
      E.flatMap(() => applyCustomerParams(blank(call.newId('cus'), call.now), params)),
      E.map((customer) => {
        call.state.customers.put(deepFreeze(customer));
        call.emit('customer.created', customer);
        return customer;
      }),
    ),
});
