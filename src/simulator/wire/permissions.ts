import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, docUrl, invalidRequest } from '../engine/errors.js';
import type { WireHash, WireValue } from '../engine/params/param.js';
import { retrieveIntent } from '../engine/payment-intents/read.js';
import type { Identity } from './identify.js';

const forBrowsers: ReadonlySet<string> = new Set([
  'createCardToken',
  'createConfirmationToken',
  'createPaymentMethod',
]);
const withClientSecret: ReadonlySet<string> = new Set([
  'retrievePaymentIntent',
  'confirmPaymentIntent',
  'retrieveSetupIntent',
  'confirmSetupIntent',
]);

const secretKeyRequired: ApiError = {
  status: 401,
  error: {
    type: 'invalid_request_error',
    message:
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    code: 'secret_key_required',
    doc_url: docUrl('secret_key_required'),
  },
};

const noSecret = invalidRequest('Missing required param: client_secret.', {
  code: 'parameter_missing',
  param: 'client_secret',
});

/**
 * Why a publishable key may not call an operation. It may create card tokens, payment methods and confirmation tokens, and
 * retrieve and confirm a payment intent or setup intent with its client secret.
 */
export const publishableKeyProblem = (
  { publishable }: Pick<Identity, 'publishable'>,
  operation: string,
  form: WireHash,
): ApiError | null => {
  if (!publishable || forBrowsers.has(operation)) return null;
  if (!withClientSecret.has(operation)) return secretKeyRequired;
  return Object.hasOwn(form, 'client_secret') ? null : noSecret;
};

const manualConfirmation = (paymentIntent: string): ApiError =>
  invalidRequest(
    `This PaymentIntent ${paymentIntent} cannot be confirmed using your publishable key because its \`confirmation_method\` is set to \`manual\`. Please use your secret key instead, or create a PaymentIntent with \`confirmation_method\` set to \`automatic\`.`,
  );

/** Why a publishable key may not confirm a payment intent: the shop's server makes all its payment attempts. */
export const manualConfirmationProblem = (
  { publishable, account }: Identity,
  operation: string,
  { payment_intent, client_secret }: WireHash,
): ApiError | null => {
  if (!publishable || operation !== 'confirmPaymentIntent') return null;
  if (typeof payment_intent !== 'string' || typeof client_secret !== 'string') return null;
  const found = account.engine.control(retrieveIntent, { payment_intent, client_secret });
  // Without the intent or with another secret the operation itself refuses.
  return E.isRight(found) && found.right.confirmation_method === 'manual'
    ? manualConfirmation(payment_intent)
    : null;
};

const rawCardRefused: ApiError = {
  status: 402,
  error: {
    type: 'invalid_request_error',
    message:
      'Sending credit card numbers directly to the Stripe API is generally unsafe. We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable testing raw card data APIs, see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.',
  },
};

const holdsNumber = (value: WireValue): boolean =>
  typeof value === 'object' &&
  !Array.isArray(value) &&
  Object.entries(value).some(([name, inner]) => name === 'number' || holdsNumber(inner));

/** Refuses card numbers, for accounts that may not send them. */
export const rawCardProblem = (form: WireHash): ApiError | null =>
  Object.entries(form).some(([name, value]) => name !== 'metadata' && holdsNumber(value))
    ? rawCardRefused
    : null;
