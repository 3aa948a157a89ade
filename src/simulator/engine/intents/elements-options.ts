import { type ApiError, invalidRequest } from '../errors.js';
import type { RequestContext } from '../kernel/request-context.js';
import type { StoredConfirmationToken } from '../objects/confirmation-token.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { IntentKind } from './refusals.js';

/** An intent as the Elements that took the payment details expect it. */
type Intent = Pick<PaymentIntentObject, 'automatic_payment_methods'> &
  Partial<Pick<PaymentIntentObject, 'capture_method' | 'currency' | 'setup_future_usage'>>;

// As others quote it: https://github.com/odoo/odoo/pull/138987, https://github.com/antiwork/gumroad/pull/6437
const mismatch = (name: string, provided: string | null, expected: string | null): ApiError =>
  invalidRequest(
    `The provided ${name} (${provided ?? 'null'}) does not match the expected ${name} (${expected ?? 'null'}). Try confirming with a Payment Intent that is configured to use the same parameters as Stripe Elements.`,
  );

// https://docs.stripe.com/payments/accept-a-payment-deferred: both sides name the types of payment methods, or neither.
const otherMethods = (ofElements: string, ofIntent: string): ApiError =>
  invalidRequest(
    `Payment details were collected through Stripe Elements using ${ofElements} and cannot be confirmed through the API configured with ${ofIntent}.`,
  );

/**
 * Why an intent does not fit the Elements that were made before it (`mode` and `currency` instead of a client secret);
 * `null` if it does. Amounts may differ: Stripe does not compare them (https://github.com/stripe/stripe-ios/pull/2642).
 */
export const elementsProblem = (
  { elements, state }: Pick<RequestContext, 'elements' | 'state'>,
  { confirmation_token: token = '' }: { readonly confirmation_token?: string },
  kind: IntentKind,
  intent: Intent,
): ApiError | null => {
  const stored: StoredConfirmationToken | undefined = state.confirmationTokens.get(token);
  const expected = elements ?? stored?.elements ?? null;
  if (expected === null) return null;
  const isAutomatic = intent.automatic_payment_methods?.enabled === true;
  if (expected.methods === 'automatic' && !isAutomatic) {
    return otherMethods(
      'automatic payment methods',
      'payment_method_types or allowed_payment_method_types',
    );
  }
  if (expected.methods === 'listed' && isAutomatic) {
    return otherMethods('payment_method_types', 'automatic payment methods');
  }
  if (kind === 'SetupIntent' || expected.mode !== 'payment') return null;
  const { currency = '', setup_future_usage: usage = null, capture_method: capture } = intent;
  if (expected.currency !== currency) return mismatch('currency', currency, expected.currency);
  if (expected.setupFutureUsage !== usage) {
    return mismatch('setup_future_usage', usage, expected.setupFutureUsage);
  }
  const { captureMethod } = expected;
  return captureMethod !== null && (captureMethod === 'manual') !== (capture === 'manual')
    ? mismatch('capture_method', capture ?? null, captureMethod)
    : null;
};
