/**
 * A call whose answer is JSON. Rejects where the shop gave no answer that its page could show: a lost connection, or a 500.
 * Returns the status, the answer and the headers.
 */
export const callShop = async (url, { body, headers, signal }) => {
  const response = await fetch(url, {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    signal,
  });
  const answer = await response.json();
  if (response.status >= 500) throw new Error(`${response.status} ${answer.message ?? ''}`);
  return { status: response.status, answer, headers: response.headers };
};

const callFromPage = async ({ processor, publishableKey, signal }, path, body) => {
  const response = await fetch(`${processor}/v1${path}`, {
    headers: { authorization: `Bearer ${publishableKey}` },
    ...(body === undefined ? {} : { method: 'POST', body: new URLSearchParams(body) }),
    signal,
  });
  const answer = await response.json();
  return { intent: answer.error?.payment_intent ?? answer, error: answer.error };
};

const idOf = (secret) => secret.split('_secret_')[0];

/** `stripe.confirmPayment` of Stripe.js: the browser calls the processor, not the shop. Returns the intent and the error. */
export const confirmPayment = (secret, card, context) =>
  callFromPage(context, `/payment_intents/${idOf(secret)}/confirm`, {
    client_secret: secret,
    payment_method: card.paymentMethod,
    return_url: 'https://shop.example/back',
  });

/** `stripe.retrievePaymentIntent` of Stripe.js. */
export const retrieveIntent = async (secret, context) => {
  const query = new URLSearchParams({ client_secret: secret });
  return (await callFromPage(context, `/payment_intents/${idOf(secret)}?${query}`)).intent;
};

/** Whether the customer has done what there was to do. */
export const wentThrough = (intent) => ['requires_capture', 'succeeded'].includes(intent?.status);

/** The message of a page after a confirmation that did not go through. Rejects where the customer cannot tell why. */
export const failureOf = ({ intent, error }) => {
  const payment = intent.id;
  if (error?.type === 'card_error') return { outcome: 'failed', payment, message: error.message };
  if (error !== undefined) throw new Error(error.message);
  if (intent.status === 'requires_action') return { outcome: 'action', payment };
  return { outcome: 'pending', payment, message: intent.status };
};
