import { type Fields, isFields } from '../shared/json.js';
import type { Client } from './client.js';
import { IntegrationError } from './integration-error.js';

const modes = ['payment', 'setup', 'subscription'];

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const checkAmount = ({ mode, amount, currency }: Fields): void => {
  if (amount === undefined) {
    throw new IntegrationError('Missing value for elements(): amount should be an integer.');
  }
  if (!isAmount(amount)) {
    throw new IntegrationError(
      `Invalid value for elements(): amount should be an integer, in the smallest unit of the currency. You specified: ${JSON.stringify(amount)}.`,
    );
  }
  if (mode === 'payment' && amount === 0) {
    throw new IntegrationError('Invalid value for elements(): amount must be greater than 0');
  }
  if (typeof currency !== 'string') {
    throw new IntegrationError('Missing value for elements(): currency should be a string.');
  }
};

/**
 * Refuses wrong options of Elements that are made before the intent, so that an amount such as 19.99 is found before Stripe
 * finds it.
 */
export const checkDeferredOptions = (client: Client, options: Fields): void => {
  const { mode, paymentMethodTypes: types } = options;
  if (mode === undefined) return;
  if (!modes.some((one) => one === mode)) {
    throw new IntegrationError(
      `Invalid value for elements(): mode should be one of the following strings: ${modes.join(', ')}. You specified: ${typeof mode === 'string' ? mode : JSON.stringify(mode)}.`,
    );
  }
  // https://docs.stripe.com/changelog/endive/2026-09-30/remove-elements-deferred-intent-payment-method-types
  if (types !== undefined && client.isFrom('endive')) {
    throw new IntegrationError(
      'elements() takes no paymentMethodTypes any more. Use allowedPaymentMethodTypes to limit the payment methods, or choose them in the Dashboard.',
    );
  }
  if (mode !== 'setup') checkAmount(options);
};

/** The options of Elements without a client secret, as the API names them. */
export const deferredContextOf = (options: Fields): Fields => {
  const { mode, amount, currency } = options;
  return {
    mode,
    amount,
    currency: typeof currency === 'string' ? currency.toLowerCase() : undefined,
    setup_future_usage: options['setupFutureUsage'] ?? options['setup_future_usage'],
    capture_method: options['captureMethod'] ?? options['capture_method'],
    payment_method_types: options['paymentMethodTypes'],
    allowed_payment_method_types: options['allowedPaymentMethodTypes'],
    excluded_payment_method_types: options['excludedPaymentMethodTypes'],
  };
};

const addressParts = ['line1', 'line2', 'city', 'state', 'country', 'postal_code'] as const;

const nameOfField: { readonly [part: string]: string } = { postal_code: 'postalCode' };

const isOptedOut = (fields: unknown, name: string): boolean =>
  fields === 'never' || (isFields(fields) && fields[nameOfField[name] ?? name] === 'never');

const isMissing = (details: unknown, name: string): boolean =>
  !isFields(details) || details[name] === undefined;

/**
 * Refuses a confirmation without the billing details that the shop collects itself: the option `fields` of the payment element
 * says `never`.
 */
export const checkCollectedFields = (what: string, options: Fields, data: unknown): void => {
  const { fields } = options;
  const asked = isFields(fields) ? fields['billingDetails'] : undefined;
  const given = isFields(data) ? data['billing_details'] : undefined;
  const askedAddress = isFields(asked) ? asked['address'] : asked;
  const givenAddress = isFields(given) ? given['address'] : undefined;
  const missing = [
    ...['name', 'email', 'phone'].filter(
      (name) => isOptedOut(asked, name) && isMissing(given, name),
    ),
    ...addressParts
      .filter((part) => isOptedOut(askedAddress, part) && isMissing(givenAddress, part))
      .map((part) => `address.${part}`),
  ];
  const [first] = missing;
  if (first === undefined) return;
  throw new IntegrationError(
    `You specified "never" for fields.billing_details.${first} when creating the payment Element, but did not pass confirmParams.payment_method_data.billing_details.${first} when calling ${what}. If you opt out of collecting data via the payment Element using the fields option, the data must be passed in when calling ${what}.`,
  );
};
