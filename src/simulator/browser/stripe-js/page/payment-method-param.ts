import type { ApiOutcome } from '../shared/api.js';
import { type Fields, fieldsOf, isFields } from '../shared/json.js';
import type { Client } from './client.js';
import { type ElementHandle, handleOf } from './element.js';
import { IntegrationError } from './integration-error.js';

const unmounted =
  'We could not retrieve data from the specified Element. Please make sure the Element you are attempting to use is still mounted.';

/** The handle of an element that holds a card and is in the page. */
export const mountedElement = (value: unknown): ElementHandle => {
  const handle = handleOf(value);
  if (handle?.isMounted() !== true) throw new IntegrationError(unmounted);
  return handle;
};

/** How a request names its payment method: by fields of the form, by the card in an element, or not at all. */
type PaymentMethodParam = {
  readonly form: Fields;
  readonly element: ElementHandle | null;
};

/**
 * Reads `payment_method` of the functions for cards: an id, or `{ card, billing_details }` with an element or a token as card.
 */
export const readPaymentMethod = (given: unknown): PaymentMethodParam => {
  if (!isFields(given)) {
    return { form: given === undefined ? {} : { payment_method: given }, element: null };
  }
  const { card, ...rest } = given;
  const token = fieldsOf(card)['token'];
  const element = token === undefined ? mountedElement(card) : null;
  const data = { type: 'card', ...rest, ...(element === null ? { card: { token } } : {}) };
  return { form: { payment_method_data: data }, element };
};

/** Makes a call, through the element if it holds the card. */
export const callWith = (
  client: Client,
  element: Pick<ElementHandle, 'send'> | null,
  path: string,
  form: Fields,
): Promise<ApiOutcome> =>
  element === null
    ? client.call({ method: 'POST', path, form })
    : element.send({ method: 'POST', path, form, card: 'payment_method_data' });
