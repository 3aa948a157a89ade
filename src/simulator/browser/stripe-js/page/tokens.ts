import { type Fields, fieldsOf } from '../shared/json.js';
import { type Client, type ShopResult, toResult } from './client.js';
import { handleOf } from './element.js';
import type { PaymentSource } from './element-wallet.js';
import { elementsHandleOf } from './elements.js';
import type { ExpressHandle } from './express-checkout.js';
import { IntegrationError } from './integration-error.js';
import { mountedElement } from './payment-method-param.js';

const noSource = (what: string, express: ExpressHandle | null | undefined): IntegrationError =>
  new IntegrationError(
    express?.isMounted() === true
      ? `Element confirming payment is "expressCheckout", but ${what} was not called within the "confirm" event. Please call ${what} in the "confirm" event (https://stripe.com/docs/js/elements_object/express_checkout_element_confirm_event)`
      : `Invalid value for ${what}: elements should have a mounted Payment Element or Express Checkout Element.`,
  );

/**
 * The wallet that the customer pays with, or the payment element, of a group that the shop passed; the group must have been
 * submitted if it has no client secret.
 */
export const paymentElementOf = (what: string, value: unknown): PaymentSource => {
  const group = elementsHandleOf(value);
  const express = group?.express();
  const element = express?.confirming() ?? group?.payment();
  if (group === undefined || element === undefined) throw noSource(what, express);
  if (group.secret() === null && !group.submitted()) {
    throw new IntegrationError(
      `elements.submit() must be called before ${what}. Call elements.submit() as soon as your customer presses pay, prior to any asynchronous work. Integration guide: https://stripe.com/docs/payments/accept-a-payment-deferred`,
    );
  }
  return element;
};

export const tokenOfElement = async (element: unknown, data: unknown): Promise<ShopResult> => {
  if (handleOf(element) === undefined) {
    throw new IntegrationError(
      'You must provide a Stripe Element or a valid token type to create a Token.',
    );
  }
  const outcome = await mountedElement(element).send({
    method: 'POST',
    path: 'tokens',
    form: { card: fieldsOf(data) },
    card: 'card',
  });
  return toResult('token', outcome);
};

const fromElement = async (element: PaymentSource, form: Fields): Promise<ShopResult> =>
  toResult(
    'paymentMethod',
    await element.send({
      method: 'POST',
      path: 'payment_methods',
      form: { type: 'card', ...form },
      card: 'top',
    }),
  );

/** `details`: an element, or the parameters of the API. */
const ofOtherMethod = async (client: Client, type: string, given: Fields): Promise<ShopResult> => {
  const { [type]: details, ...rest } = given;
  return handleOf(details) === undefined
    ? toResult(
        'paymentMethod',
        await client.call({ method: 'POST', path: 'payment_methods', form: given }),
      )
    : fromElement(mountedElement(details), rest);
};

/**
 * Creates a payment method from `{ type: 'card', card, billing_details }`, from `{ element, params }` or `{ elements, params }`.
 * `card`: an element or `{ token }`.
 */
export const paymentMethodOf = async (
  client: Client,
  given: unknown,
  older: unknown,
): Promise<ShopResult> => {
  // The form before 2020: the type, and an element beside it.
  const options = typeof given === 'string' ? { type: given, card: older } : fieldsOf(given);
  const { elements, element, params, card, ...rest } = options;
  if (elements !== undefined) {
    return fromElement(
      paymentElementOf('stripe.createPaymentMethod()', elements),
      fieldsOf(params),
    );
  }
  if (element !== undefined) return fromElement(mountedElement(element), fieldsOf(params));
  const { type } = rest;
  if (typeof type === 'string' && type !== 'card') return ofOtherMethod(client, type, rest);
  const { token } = fieldsOf(card);
  if (token === undefined) return fromElement(mountedElement(card), rest);
  const form = { ...rest, card: { token } };
  return toResult(
    'paymentMethod',
    await client.call({ method: 'POST', path: 'payment_methods', form }),
  );
};

/** Creates a confirmation token from `{ elements, params }` or `{ element, params }`. */
export const confirmationTokenOf = async (given: unknown): Promise<ShopResult> => {
  const { elements, element, params } = fieldsOf(given);
  const handle =
    element === undefined
      ? paymentElementOf('stripe.createConfirmationToken()', elements)
      : mountedElement(element);
  const context = elementsHandleOf(elements)?.context() ?? {};
  const { payment_method_data: data, ...rest } = fieldsOf(params);
  const outcome = await handle.send({
    method: 'POST',
    path: 'confirmation_tokens',
    form: { ...rest, ...context, payment_method_data: { type: 'card', ...fieldsOf(data) } },
    card: 'payment_method_data',
  });
  return toResult('confirmationToken', outcome);
};
