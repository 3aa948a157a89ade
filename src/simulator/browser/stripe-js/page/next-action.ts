import type { ErrorFields } from '../shared/api.js';
import { type Fields, fieldsOf, isFields, textIn } from '../shared/json.js';
import { askBank, awaitApproval } from './bank-dialog.js';
import { type Client, type ShopResult, toResult } from './client.js';
import { fetchIntent, type IntentSecret } from './intent.js';

/** Goes to another page. The promise stays pending, because this page ends. */
export const leaveTo = (url: string): Promise<never> => {
  window.location.assign(url);
  return new Promise(() => undefined);
};

const unauthenticated =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';

/** Why the payment failed after the customer's answer; `undefined` if it did not fail. */
const failureOf = ({ kind }: IntentSecret, intent: Fields): ErrorFields | undefined => {
  if (intent['status'] !== 'requires_payment_method') return undefined;
  const last = fieldsOf(
    intent[kind.object === 'payment_intent' ? 'last_payment_error' : 'last_setup_error'],
  );
  const code = textIn(last['code']) ?? `${kind.object}_authentication_failure`;
  const failedToAuthenticate = code.endsWith('_authentication_failure');
  return {
    ...last,
    code,
    type: textIn(last['type']) ?? 'invalid_request_error',
    message: failedToAuthenticate ? unauthenticated : String(last['message']),
    [kind.object]: intent,
  };
};

/**
 * Takes the next action of an intent with the customer: 3D Secure or an approval in an app in a frame, or a redirect to
 * another page, from which the promise does not return. Resolves to the intent, or to the error of a payment that failed.
 */
export const takeNextAction = async (
  client: Client,
  secret: IntentSecret,
  intent: Fields,
): Promise<ShopResult> => {
  const { next_action: action } = intent;
  if (!isFields(action)) return { [secret.kind.result]: intent };
  const { amount, currency } = intent;
  const url = textIn(fieldsOf(action['redirect_to_url'])['url']);
  if (url !== undefined) return leaveTo(url);
  if (fieldsOf(action['use_stripe_sdk'])['type'] === 'await_approval') {
    await awaitApproval(client, secret.id, {
      path: `${secret.kind.path}/${secret.id}`,
      client_secret: secret.secret,
      method: 'bizum',
      amount,
      currency,
    });
  } else {
    await askBank(client, secret.id, { amount, currency });
  }
  const outcome = await fetchIntent(client, secret);
  if (outcome.error !== undefined) return toResult(secret.kind.result, outcome);
  const error = failureOf(secret, outcome.object);
  return error === undefined ? { [secret.kind.result]: outcome.object } : { error };
};
