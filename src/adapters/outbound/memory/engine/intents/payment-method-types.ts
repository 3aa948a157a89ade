import * as E from 'fp-ts/lib/Either.js';
import { type ApiError, invalidRequest } from '../errors.js';
import type { PaymentIntentObject } from '../objects/payment-intent.js';
import type { IntentKind } from './intent-kind.js';

type Types = Pick<PaymentIntentObject, 'allowed_payment_method_types' | 'payment_method_types'>;

/** The types of payment methods that an intent takes. The parameter has two names, and cards must be among the types. */
export const changePaymentMethodTypes = (
  before: Types,
  {
    allowed_payment_method_types: allowed,
    payment_method_types: types,
  }: { readonly [K in keyof Types]?: ReadonlyArray<string> },
): E.Either<ApiError, Types> => {
  if (allowed !== undefined && types !== undefined) {
    return E.left(
      invalidRequest(
        'You may only specify one of these parameters: allowed_payment_method_types, payment_method_types.',
        { param: 'payment_method_types' },
      ),
    );
  }
  const given = allowed ?? types;
  if (given !== undefined && !given.includes('card')) {
    return E.left(
      invalidRequest('This simulator simulates only payments by card: allow the type card too', {
        param: allowed === undefined ? 'payment_method_types' : 'allowed_payment_method_types',
      }),
    );
  }
  return E.right({
    allowed_payment_method_types: allowed ?? before.allowed_payment_method_types,
    payment_method_types: given ?? before.payment_method_types,
  });
};

type Automatic = PaymentIntentObject['automatic_payment_methods'];

type AutomaticParams = {
  readonly automatic_payment_methods?: {
    readonly allow_redirects?: 'always' | 'never';
    readonly enabled: boolean;
  };
};

/** `automatic_payment_methods` as intents show it. */
export const automaticMethods = (given: AutomaticParams['automatic_payment_methods']): Automatic =>
  given === undefined
    ? null
    : { allow_redirects: given.allow_redirects ?? 'always', enabled: given.enabled };

// Parameters that `automatic_payment_methods` decides.
const decidedAutomatically = [
  'allowed_payment_method_types',
  'confirmation_method',
  'payment_method_types',
] as const;

/** Why these parameters cannot be given together with `automatic_payment_methods`; `null` if they can. */
export const automaticMethodsProblem = (
  params: AutomaticParams & {
    readonly [K in (typeof decidedAutomatically)[number]]?: unknown;
  },
): ApiError | null => {
  const param =
    params.automatic_payment_methods?.enabled === true
      ? decidedAutomatically.find((name) => params[name] !== undefined)
      : undefined;
  return param === undefined
    ? null
    : invalidRequest(
        `You may only specify one of these parameters: automatic_payment_methods, ${param}.`,
        { param: 'automatic_payment_methods' },
      );
};

/**
 * Why an intent cannot be confirmed without a `return_url`; `null` if it can. With automatic payment methods the payment
 * may redirect the customer to another page, unless the customer is absent or Stripe.js is there to take the action.
 */
export const returnUrlProblem = (
  kind: IntentKind,
  { automatic_payment_methods: automatic }: { readonly automatic_payment_methods: Automatic },
  {
    return_url,
    off_session = false,
    use_stripe_sdk = false,
  }: {
    readonly return_url?: string;
    readonly off_session?: boolean | string;
    readonly use_stripe_sdk?: boolean;
  },
): ApiError | null =>
  automatic?.enabled !== true ||
  automatic.allow_redirects === 'never' ||
  return_url !== undefined ||
  off_session !== false ||
  use_stripe_sdk
    ? null
    : invalidRequest(
        `This ${kind} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
        { param: 'return_url' },
      );
