import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ApiError } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject, InvoiceSettings } from '../objects/customer.js';
import { deepFreeze } from '../objects/json.js';
import { text } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import {
  attachInstrument,
  findAttachable,
  keepPaymentMethod,
} from '../payment-methods/instruments.js';
import { keepSource, newSource, readSource } from '../sources/source.js';
import { whenGiven } from '../when-given.js';
import { notAttachedError } from './not-attached-error.js';
import { applyCustomerParams, customerFields, redactCustomer } from './params.js';

const invoiceSettings: InvoiceSettings = deepFreeze({
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
});

/** A customer of whom nothing is known. `created`: Unix seconds. */
const newCustomer = (id: string, created: number): CustomerObject => ({
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

const CreateCustomerParams = shape(
  {},
  { ...customerFields, payment_method: text, ...notSimulated('tax_id_data', 'test_clock') },
);
type CreateCustomerParams = ParamsOf<typeof CreateCustomerParams>;

/** The payment method that is to pay a new customer's invoices: the only one that the customer has. */
const defaultOf = ({
  invoice_settings,
  payment_method,
}: CreateCustomerParams): E.Either<ApiError, boolean> => {
  const given = invoice_settings?.default_payment_method ?? '';
  if (given === '') return E.right(false);
  return given === payment_method ? E.right(true) : E.left(notAttachedError(given));
};

/** Creates a customer, with a card and a payment method where they are given. */
export const createCustomer = operation({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  returns: 'customer',
  params: CreateCustomerParams,
  remembered: redactCustomer,
  run: (call: RequestContext) => (params) =>
    pipe(
      // All is judged before anything gets an id, so that a refusal uses none up.
      applyCustomerParams(newCustomer('', call.now), params),
      E.bindTo('judged'),
      E.bind('isDefault', () => defaultOf(params)),
      E.bind('source', () =>
        whenGiven(params.source, (given) => readSource(call, given, 'source')),
      ),
      E.bind('found', () =>
        whenGiven(params.payment_method, (given) =>
          findAttachable(call, given, null, 'payment_method'),
        ),
      ),
      E.map(({ judged, isDefault, source, found }): CustomerObject => {
        const { id, invoice_prefix } = newCustomer(call.newId('cus'), call.now);
        const card = source === null ? null : newSource(call, source, id);
        const method = found === null ? null : keepPaymentMethod(call, found);
        const customer = deepFreeze({
          ...judged,
          id,
          default_source: card?.id ?? null,
          invoice_prefix: params.invoice_prefix ?? invoice_prefix,
          invoice_settings: {
            ...judged.invoice_settings,
            default_payment_method: isDefault && method !== null ? method.id : null,
          },
        });
        call.state.customers.put(customer);
        call.emit('customer.created', customer);
        if (source !== null && card !== null) keepSource(call, card, source);
        if (method !== null) attachInstrument(call, method, id);
        return customer;
      }),
    ),
});
