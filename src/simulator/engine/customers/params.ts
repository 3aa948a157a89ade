import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { CustomerObject, InvoiceSettings } from '../objects/customer.js';
import { deepFreeze, withChanges } from '../objects/json.js';
import { address, toAddress } from '../params/address.js';
import { isEmail } from '../params/email.js';
import { mergeMetadata, metadataParam } from '../params/metadata.js';
import { type Param, readOptional, refuseParam } from '../params/param.js';
import {
  enumParam,
  integerParam,
  listParam,
  setOrUnset,
  textParam,
  textUpTo,
  unsettable,
} from '../params/primitives.js';
import { notSimulated, type ParamsOf, shape } from '../params/shape.js';
import {
  type ReadSource,
  readSource,
  redactSource,
  type SourceParam,
  sourceParam,
} from '../sources/source.js';

const invoicePrefix: Param<string> = {
  read: (value, name) =>
    pipe(
      textParam.read(value, name),
      E.flatMap((prefix) =>
        /^[A-Z0-9]{3,12}$/.test(prefix)
          ? E.right(prefix)
          : refuseParam(`Invalid ${name}: must be 3 to 12 capital letters or digits`, name),
      ),
    ),
};

const invoiceSettingsParam = shape(
  {},
  {
    custom_fields: unsettable(listParam(shape({ name: textUpTo(40), value: textUpTo(140) }))),
    default_payment_method: unsettable(textParam),
    footer: unsettable(textParam),
    rendering_options: unsettable(
      shape(
        {},
        {
          amount_tax_display: unsettable(enumParam('exclude_tax', 'include_inclusive_tax')),
          ...notSimulated('template'),
        },
      ),
    ),
  },
);
type InvoiceSettingsParam = ParamsOf<typeof invoiceSettingsParam>;

/** The parameters of a customer; an empty text removes a value. `balance` is minor units. */
export const customerFields = {
  address: unsettable(address),
  balance: integerParam,
  business_name: unsettable(textUpTo(150)),
  description: unsettable(textParam),
  email: unsettable(textUpTo(512)),
  individual_name: unsettable(textUpTo(150)),
  invoice_prefix: invoicePrefix,
  invoice_settings: invoiceSettingsParam,
  metadata: metadataParam,
  name: unsettable(textUpTo(256)),
  next_invoice_sequence: integerParam,
  phone: unsettable(textUpTo(20)),
  preferred_locales: unsettable(listParam(textParam)),
  shipping: unsettable(shape({ address, name: textParam }, { phone: unsettable(textParam) })),
  // The name of older clients for `source`.
  card: sourceParam,
  source: sourceParam,
  tax_exempt: unsettable(enumParam('none', 'exempt', 'reverse')),
  ...notSimulated('cash_balance', 'coupon', 'promotion_code', 'tax', 'validate'),
} as const;

const CustomerParams = shape({}, customerFields);
type CustomerParams = ParamsOf<typeof CustomerParams>;

const noLocales: ReadonlyArray<string> = deepFreeze([]);

// Of lists that the caller may still change. Cloning takes time even if there is nothing to clone.
const cloned = <A>(given: A): A => (typeof given === 'object' ? structuredClone(given) : given);

type RenderingOptions = InvoiceSettings['rendering_options'];

const withRendering = (
  before: RenderingOptions,
  given: InvoiceSettingsParam['rendering_options'],
): RenderingOptions => {
  if (given === undefined) return before;
  if (given === '') return null;
  const { amount_tax_display = null } = before ?? {};
  return {
    amount_tax_display: setOrUnset(given.amount_tax_display, amount_tax_display),
    template: null,
  };
};

const applyInvoiceSettings = (
  before: InvoiceSettings,
  given: InvoiceSettingsParam | undefined,
): InvoiceSettings =>
  given === undefined
    ? before
    : {
        ...before,
        custom_fields: setOrUnset(cloned(given.custom_fields), before.custom_fields),
        footer: setOrUnset(given.footer, before.footer),
        rendering_options: withRendering(before.rendering_options, given.rendering_options),
      };

// Only customers that were given these names have the fields.
const withOwnNames = (before: CustomerObject, given: CustomerParams): CustomerObject => {
  const { business_name: nameBefore, individual_name: ownBefore } = before;
  const { business_name: nameGiven, individual_name: ownGiven } = given;
  if ((nameBefore ?? ownBefore ?? nameGiven ?? ownGiven) === undefined) return before;
  const { business_name: _business, individual_name: _individual, ...rest } = before;
  const business_name = setOrUnset(given.business_name, before.business_name) ?? null;
  const individual_name = setOrUnset(given.individual_name, before.individual_name) ?? null;
  return {
    ...rest,
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
  return {
    address: toAddress(given.address),
    name: given.name,
    phone: setOrUnset(given.phone, null),
  };
};

const addressOf = (
  given: CustomerParams['address'],
  before: CustomerObject['address'],
): CustomerObject['address'] => {
  if (given === undefined) return before;
  return given === '' ? null : toAddress(given);
};

/** The customer with the given fields changed, except for its sources and its default payment method. */
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
  const metadata = mergeMetadata(customer.metadata, params.metadata);
  if (E.isLeft(metadata)) return metadata;
  const changed = withChanges(withOwnNames(customer, params), {
    address: addressOf(params.address, customer.address),
    balance: params.balance ?? customer.balance,
    description: setOrUnset(params.description, customer.description),
    email: setOrUnset(params.email, customer.email),
    invoice_prefix: params.invoice_prefix ?? customer.invoice_prefix,
    invoice_settings: applyInvoiceSettings(customer.invoice_settings, params.invoice_settings),
    metadata: metadata.right,
    name: setOrUnset(params.name, customer.name),
    next_invoice_sequence: params.next_invoice_sequence ?? customer.next_invoice_sequence,
    phone: setOrUnset(params.phone, customer.phone),
    preferred_locales:
      setOrUnset(cloned(params.preferred_locales), customer.preferred_locales) ?? noLocales,
    shipping: shippingOf(params.shipping, customer.shipping),
    tax_exempt: setOrUnset(params.tax_exempt, customer.tax_exempt) ?? 'none',
  });
  return E.right(changed);
};

/** A payment method must be attached to the customer whose invoices it pays. */
export const notAttachedError = (paymentMethod: string): ApiError =>
  invalidRequest(
    `The customer does not have a payment method with the ID ${paymentMethod}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
  );

type GivenSource = { readonly card?: SourceParam; readonly source?: SourceParam };

/** The source of a customer that the parameters name, if any. */
export const readGivenSource = (
  context: RequestContext,
  { card, source = card }: GivenSource,
): E.Either<ApiError, ReadSource | null> =>
  readOptional(source, (given) => readSource(context, given, source === card ? 'card' : 'source'));

const redactOptional = (source: SourceParam | undefined): unknown =>
  source === undefined ? undefined : redactSource(source);

/** The parameters as they are stored under an idempotency key. */
export const redactCustomer = ({ card, source, ...rest }: GivenSource): unknown => ({
  ...rest,
  card: redactOptional(card),
  source: redactOptional(source),
});
