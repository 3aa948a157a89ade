import { plainField } from '../input/field.js';
import type { OpenWord } from '../input/primitives.js';

/** Types of payment methods that editors suggest. The processor has more, and adds some without a new version. */
const suggestedMethodTypes = [
  'card',
  'link',
  'bizum',
  'sepa_debit',
  'ideal',
  'bancontact',
  'klarna',
  'paypal',
] as const;

/** The name of a type of payment methods, as Stripe writes it: `card`, `bizum`, `sepa_debit`. */
export type PaymentMethodType = OpenWord<(typeof suggestedMethodTypes)[number]>;

/** The payment methods that a customer may choose from: `automatic`, those that the account has enabled, or a list of types. */
export type PaymentMethods = 'automatic' | ReadonlyArray<PaymentMethodType>;

const methodType = /^[a-z][a-z0-9_]{0,49}$/;

const isMethodType = (value: unknown): value is string =>
  typeof value === 'string' && methodType.test(value);

const isMethodTypes = (value: unknown): value is ReadonlyArray<PaymentMethodType> =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(isMethodType) &&
  new Set(value).size === value.length;

const isPaymentMethods = (value: unknown): value is PaymentMethods =>
  value === 'automatic' || isMethodTypes(value);

const methodTypes = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', pattern: methodType.source, examples: suggestedMethodTypes },
};

/** A list of different types of payment methods. */
export const MethodTypesField = plainField<ReadonlyArray<PaymentMethodType>>({
  name: 'MethodTypes',
  schema: {
    ...methodTypes,
    description: 'The types of payment methods that the customer may choose from on your page',
  },
  is: isMethodTypes,
  refusal: { _tag: 'NotA', expected: 'method-types' },
});

/** `automatic`, or a list of different types. */
export const PaymentMethodsField = plainField<PaymentMethods>({
  name: 'PaymentMethods',
  schema: {
    description:
      "The payment methods that the customer may choose from on your page: `automatic`, those that the account has enabled, or a list of the processor's types",
    anyOf: [{ type: 'string', const: 'automatic' }, methodTypes],
  },
  is: isPaymentMethods,
  refusal: { _tag: 'NotA', expected: 'payment-methods' },
});
