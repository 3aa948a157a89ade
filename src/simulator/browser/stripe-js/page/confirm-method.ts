import { type Fields, fieldsOf, isFields } from '../shared/json.js';
import { mandateAcceptance } from '../shared/mandate.js';
import { type Client, type ShopResult, toResult } from './client.js';
import { afterConfirmation, confirmForm } from './confirm.js';
import { handleOf } from './element.js';
import { IntegrationError } from './integration-error.js';
import { readIntentSecret, type SecretKind } from './intent.js';
import { callWith, mountedElement } from './payment-method-param.js';

/** The functions for one payment method: the last parts of their names, such as `confirmIdealPayment`, and the types. */
const typesByName = {
  Bancontact: 'bancontact',
  Ideal: 'ideal',
  Klarna: 'klarna',
  PayPal: 'paypal',
  SepaDebit: 'sepa_debit',
} as const;
export type MethodName = keyof typeof typesByName;

/**
 * `confirmIdealPayment`, `confirmSepaDebitSetup` and their like: confirms with `data.payment_method`, or with the method that the
 * intent has, and goes to the page of the bank unless `options.handleActions` is false.
 */
export const confirmMethod = async (
  client: Client,
  name: MethodName,
  kind: SecretKind,
  given: { readonly secret: unknown; readonly data: unknown; readonly options: unknown },
): Promise<ShopResult> => {
  const noun = kind.object === 'payment_intent' ? 'Payment' : 'Setup';
  const secret = readIntentSecret(`stripe.confirm${name}${noun}`, given.secret, kind);
  const type = typesByName[name];
  const { payment_method: method, ...rest } = fieldsOf(given.data);
  const details = fieldsOf(method)[type];
  const element = handleOf(details) === undefined ? null : mountedElement(details);
  if (type === 'sepa_debit' && isFields(method) && element === null) {
    const { iban } = fieldsOf(details);
    if (typeof iban !== 'string') {
      throw new IntegrationError(
        `Missing value for stripe.confirm${name}${noun}: payment_method.sepa_debit should be an IBAN element or an object with an IBAN: { iban }.`,
      );
    }
  }
  // A debit, now or later, needs a mandate.
  const isSaved = kind.object === 'setup_intent' || rest['setup_future_usage'] !== undefined;
  const hasMandate = type === 'sepa_debit' || (isSaved && type !== 'paypal');
  const { [type]: _, ...others } = fieldsOf(method);
  const payment: Fields = isFields(method)
    ? {
        payment_method_data: {
          type,
          ...others,
          ...(element === null && details !== undefined ? { [type]: details } : {}),
        },
      }
    : { payment_method: method };
  const handled = fieldsOf(given.options)['handleActions'] !== false;
  const form = {
    ...(hasMandate && method !== undefined ? { mandate_data: mandateAcceptance } : {}),
    ...rest,
    ...payment,
  };
  const outcome = await callWith(
    client,
    element,
    `${kind.path}/${secret.id}/confirm`,
    confirmForm(secret, form, !handled),
  );
  return handled
    ? afterConfirmation({ ...client, locale: element?.locale() ?? client.locale }, secret, outcome)
    : toResult(kind.result, outcome);
};
