import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest, withEmptyParam } from '../errors.js';
import { operation } from '../kernel/operation.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject, InvoiceSettings } from '../objects/customer.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import { readOptional } from '../params/param.js';
import { textParam } from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import {
  attachInstrument,
  findAttachable,
  storePaymentMethod,
} from '../payment-methods/instruments.js';
import { newSource, storeSource } from '../sources/source.js';
import {
  applyCustomerParams,
  customerFields,
  notAttachedError,
  readGivenSource,
  redactCustomer,
} from './params.js';

const invoiceSettings: InvoiceSettings = deepFreeze({
  custom_fields: null,
  default_payment_method: null,
  footer: null,
  rendering_options: null,
});

const noMetadata: CustomerObject['metadata'] = deepFreeze({});
const noLocales: CustomerObject['preferred_locales'] = deepFreeze([]);

const invoicePrefixOf = (id: string): string => id.slice(-8).toUpperCase();

const newCustomer = (created: number): CustomerObject => ({
  id: '',
  object: 'customer',
  address: null,
  balance: 0,
  created,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: '',
  invoice_settings: invoiceSettings,
  livemode: false,
  metadata: noMetadata,
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: noLocales,
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

const CreateCustomerParams = shape(
  {},
  {
    ...customerFields,
    id: textParam,
    payment_method: textParam,
    ...notSimulated('tax_id_data', 'test_clock'),
  },
);
type CreateCustomerParams = ParamsOf<typeof CreateCustomerParams>;

// A new customer has at most one payment method: only that one can be the default.
const readIsDefault = ({
  invoice_settings,
  payment_method,
}: CreateCustomerParams): E.Either<ApiError, boolean> => {
  const given = invoice_settings?.default_payment_method ?? '';
  if (given === '') return E.right(false);
  return given === payment_method ? E.right(true) : E.left(notAttachedError(given));
};

const alreadyExists = invalidRequest('Customer already exists.', {
  code: 'resource_already_exists',
});

const isTaken = ({ state }: RequestContext, id: string | undefined): boolean =>
  id !== undefined &&
  (state.customers.get(id) !== undefined || state.deletedCustomers.get(id) !== undefined);

/** Creates a customer, optionally with a given id, with a card and a payment method. */
export const createCustomer = operation({
  name: 'createCustomer',
  method: 'POST',
  path: '/v1/customers',
  returns: 'customer',
  params: CreateCustomerParams,
  remembered: redactCustomer,
  run: (context: RequestContext) => (params) => {
    // Everything is checked before an id is made, so that a refusal uses up no id.
    const checked = applyCustomerParams(newCustomer(context.now), params);
    if (E.isLeft(checked)) return checked;
    if (isTaken(context, params.id)) return E.left(alreadyExists);
    const isDefault = readIsDefault(params);
    if (E.isLeft(isDefault)) return isDefault;
    const source = E.mapLeft(withEmptyParam)(readGivenSource(context, params));
    if (E.isLeft(source)) return source;
    const found = E.mapLeft(withEmptyParam)(
      readOptional(params.payment_method, (given) =>
        findAttachable(context, given, null, 'payment_method'),
      ),
    );
    if (E.isLeft(found)) return found;

    const id = params.id ?? context.newId('cus');
    const card = source.right === null ? null : newSource(context, source.right, id);
    const method = found.right === null ? null : storePaymentMethod(context, found.right);
    const { invoice_settings } = checked.right;
    const customer = withChanges(checked.right, {
      id,
      default_source: card?.id ?? null,
      invoice_prefix: params.invoice_prefix ?? invoicePrefixOf(id),
      invoice_settings:
        isDefault.right && method !== null
          ? { ...invoice_settings, default_payment_method: method.id }
          : invoice_settings,
    });
    context.state.customers.put(customer);
    context.emit('customer.created', customer);
    if (source.right !== null && card !== null) storeSource(context, card, source.right);
    if (method !== null) attachInstrument(context, method, id);
    return E.right(customer);
  },
});
