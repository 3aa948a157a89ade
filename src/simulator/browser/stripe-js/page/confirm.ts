import type { ApiOutcome } from '../shared/api.js';
import { type Fields, fieldsOf, textIn } from '../shared/json.js';
import { type Client, type ShopResult, toResult } from './client.js';
import { checkCollectedFields } from './deferred-options.js';
import { elementsHandleOf } from './elements.js';
import { IntegrationError } from './integration-error.js';
import {
  fetchIntent,
  type IntentSecret,
  intentKinds,
  readIntentSecret,
  type SecretKind,
} from './intent.js';
import { leaveTo, takeNextAction } from './next-action.js';
import { callWith, readPaymentMethod } from './payment-method-param.js';
import { paymentElementOf } from './tokens.js';

/** `redirects`: the shop itself sends the customer to the bank's page, from which they come back to its `return_url`. */
export const confirmForm = (
  { secret }: IntentSecret,
  form: Fields,
  redirects: boolean,
): Fields => ({
  ...form,
  client_secret: secret,
  use_stripe_sdk: !redirects,
});

/** Takes the next action of an intent that was confirmed. */
export const afterConfirmation = (
  client: Client,
  secret: IntentSecret,
  outcome: ApiOutcome,
): ShopResult | Promise<ShopResult> =>
  outcome.error === undefined
    ? takeNextAction(client, secret, outcome.object)
    : { error: outcome.error };

/**
 * `confirmCardPayment` and `confirmCardSetup`: confirms with `data.payment_method`, or with the method that the intent has.
 * `options.handleActions`: whether the customer is asked what the bank wants; absent: yes.
 */
export const confirmCard = async (
  client: Client,
  what: string,
  kind: SecretKind,
  given: { readonly secret: unknown; readonly data: unknown; readonly options: unknown },
): Promise<ShopResult> => {
  const secret = readIntentSecret(what, given.secret, kind);
  const {
    payment_method: method,
    payment_method_options: methodOptions,
    ...rest
  } = fieldsOf(given.data);
  const { form, element } = readPaymentMethod(method);
  const speaking = { ...client, locale: element?.locale() ?? client.locale };
  const { cvc: _, ...cardOptions } = fieldsOf(fieldsOf(methodOptions)['card']);
  const handled = fieldsOf(given.options)['handleActions'] !== false;
  const outcome = await callWith(
    client,
    element,
    `${kind.path}/${secret.id}/confirm`,
    confirmForm(
      secret,
      {
        ...rest,
        ...form,
        ...(Object.keys(cardOptions).length === 0
          ? {}
          : { payment_method_options: { card: cardOptions } }),
      },
      !handled && rest['return_url'] !== undefined,
    ),
  );
  return handled ? afterConfirmation(speaking, secret, outcome) : toResult(kind.result, outcome);
};

const statusAfter = (intent: Fields): string => {
  switch (intent['status']) {
    case 'requires_payment_method':
      return 'failed';
    // The customer closed the page of the bank or the app.
    case 'requires_action':
    case 'processing':
      return 'pending';
    default:
      return 'succeeded';
  }
};

/** The shop's page for customers who come back, with the parameters that tell it which intent they paid. */
const returnUrlOf = (url: string, { kind, id, secret }: IntentSecret, intent: Fields): string => {
  const back = new URL(url, window.location.href);
  back.searchParams.set(kind.object, id);
  back.searchParams.set(`${kind.object}_client_secret`, secret);
  back.searchParams.set('redirect_status', statusAfter(intent));
  return back.href;
};

/**
 * `confirmPayment` and `confirmSetup`: confirms with the payment element of `elements`, or with `confirmParams.payment_method`
 * or `confirmation_token`. After a success it goes to `confirmParams.return_url`, unless `redirect` is `if_required`.
 */
export const confirmWithElements = async (
  client: Client,
  what: string,
  kind: SecretKind,
  given: unknown,
): Promise<ShopResult> => {
  const { elements, clientSecret, confirmParams, redirect } = fieldsOf(given);
  const { payment_method_data: data, ...params } = fieldsOf(confirmParams);
  const group = elementsHandleOf(elements);
  const known = clientSecret === undefined ? (group?.secret() ?? null) : null;
  if (group !== undefined && known === null && clientSecret === undefined) {
    throw new IntegrationError(`You must pass in a clientSecret when calling ${what}.`);
  }
  const secret = known ?? readIntentSecret(what, clientSecret, kind);
  const returnUrl = textIn(params['return_url']);
  if (returnUrl === undefined && redirect !== 'if_required') {
    throw new IntegrationError(
      `Missing value for ${what}: confirmParams.return_url is required unless redirect is \`if_required\`.`,
    );
  }
  const named =
    params['payment_method'] !== undefined || params['confirmation_token'] !== undefined;
  const element = named ? null : paymentElementOf(what, elements);
  if (element !== null) {
    checkCollectedFields(what, element.options(), data);
    const error = await element.validate();
    if (error !== null) return { error };
  }
  const outcome = await callWith(
    client,
    element,
    `${kind.path}/${secret.id}/confirm`,
    confirmForm(
      secret,
      named
        ? params
        : {
            ...params,
            ...group?.context(),
            payment_method_data: { type: 'card', ...fieldsOf(data) },
          },
      false,
    ),
  );
  const speaking = { ...client, locale: group?.locale() ?? client.locale };
  const result = await afterConfirmation(speaking, secret, outcome);
  if (result.error !== undefined || returnUrl === undefined || redirect === 'if_required') {
    return result;
  }
  return leaveTo(returnUrlOf(returnUrl, secret, fieldsOf(result[kind.result])));
};

/** `handleNextAction`, `handleCardAction`: asks the customer what the bank wants, for an intent that the server confirmed. */
export const handleNextAction = async (
  client: Client,
  what: string,
  clientSecret: unknown,
  kind?: SecretKind,
): Promise<ShopResult> => {
  const secret = readIntentSecret(what, clientSecret, kind);
  const outcome = await fetchIntent(client, secret);
  if (outcome.error === undefined && outcome.object['status'] !== 'requires_action') {
    throw new IntegrationError(
      `${what}: The ${secret.kind === intentKinds.setup ? 'SetupIntent' : 'PaymentIntent'} supplied is not in the requires_action state.`,
    );
  }
  return afterConfirmation(client, secret, outcome);
};
