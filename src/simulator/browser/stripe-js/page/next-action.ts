import type { ErrorFields } from '../shared/api.js';
import type { ChallengeFrameCalls } from '../shared/frame-calls.js';
import { type Fields, fieldsOf, isFields, textIn } from '../shared/json.js';
import { type Client, type ShopResult, toResult } from './client.js';
import { fetchIntent, type IntentSecret } from './intent.js';
import { createFrame, setStyles } from './open-frame.js';

/** Goes to another page. The promise stays pending, because this page ends. */
export const leaveTo = (url: string): Promise<never> => {
  window.location.assign(url);
  return new Promise(() => undefined);
};

/** Shows the bank's question in a frame over the page, until the customer has answered it. */
export const askBank = async (client: Client, id: string): Promise<void> => {
  const before = document.activeElement;
  const overlay = document.createElement('div');
  overlay.setAttribute('role', 'dialog');
  overlay.setAttribute('aria-modal', 'true');
  overlay.setAttribute('aria-label', '3D Secure');
  setStyles(overlay, {
    position: 'fixed',
    inset: '0',
    'z-index': '2147483647',
    display: 'grid',
    'place-items': 'center',
    background: 'rgba(27, 36, 51, 0.6)',
  });
  const { iframe, peer } = createFrame<ChallengeFrameCalls>(
    {
      origin: client.origin,
      page: 'three-ds-2-challenge',
      title: '3D Secure',
      setting: {
        element: 'challenge',
        group: id,
        options: {},
        appearance: {},
        credentials: client.credentials,
      },
    },
    {},
  );
  setStyles(iframe, {
    width: 'min(420px, 92vw)',
    'min-width': '0',
    height: 'min(280px, 90vh)',
    background: '#fff',
    'border-radius': '12px',
    'box-shadow': '0 8px 40px rgba(27, 36, 51, 0.35)',
  });
  overlay.append(iframe);
  document.body.append(overlay);
  await (await peer).call('ask', id);
  overlay.remove();
  if (before instanceof HTMLElement) before.focus();
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
 * Takes the next action of an intent with the customer: 3D Secure in a frame, or a redirect to another page, from which the
 * promise does not return. Resolves to the intent, or to the error of a payment that failed.
 */
export const takeNextAction = async (
  client: Client,
  secret: IntentSecret,
  intent: Fields,
): Promise<ShopResult> => {
  const { next_action: action } = intent;
  if (!isFields(action)) return { [secret.kind.result]: intent };
  const url = textIn(fieldsOf(action['redirect_to_url'])['url']);
  if (url !== undefined) return leaveTo(url);
  await askBank(client, secret.id);
  const outcome = await fetchIntent(client, secret);
  if (outcome.error !== undefined) return toResult(secret.kind.result, outcome);
  const error = failureOf(secret, outcome.object);
  return error === undefined ? { [secret.kind.result]: outcome.object } : { error };
};
