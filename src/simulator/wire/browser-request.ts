import type { ElementsOptions } from '../engine/objects/confirmation-token.js';
import type { WireHash, WireValue } from '../engine/params/param.js';

/** Facts about the caller of a request. Each is empty if absent. */
type Credentials = {
  readonly authorization: string;
  readonly stripeAccount: string;
  readonly version: string;
};

const textIn = (form: WireHash, name: string): string => {
  const value = form[name];
  return typeof value === 'string' ? value : '';
};

/**
 * The credentials of a request without an `Authorization` header whose form has a publishable key: Stripe.js sends key,
 * account and version in the form, so that the browser needs no preflight request. A secret key is not read from a form.
 */
export const withFormCredentials = (headers: Credentials, form: WireHash): Credentials => {
  if (headers.authorization !== '') return headers;
  const key = textIn(form, 'key');
  if (!key.startsWith('pk_')) return headers;
  return {
    authorization: `Bearer ${key}`,
    stripeAccount: headers.stripeAccount || textIn(form, '_stripe_account'),
    version: headers.version || textIn(form, '_stripe_version'),
  };
};

// Stripe.js adds these to its requests: about the key, the page, the device and the form in the page.
const addedByStripeJs: ReadonlySet<string> = new Set([
  '_stripe_account',
  '_stripe_version',
  'client_attribution_metadata',
  'client_context',
  'eid',
  'elements_session_client',
  'expected_payment_method_type',
  'guid',
  'is_stripe_sdk',
  'key',
  'muid',
  'pasted_fields',
  'payment_user_agent',
  'referrer',
  'set_as_default_payment_method',
  'sid',
  'time_on_page',
]);

const isHash = (value: WireValue | undefined): value is WireHash =>
  typeof value === 'object' && !Array.isArray(value);

const without = (form: WireHash, dropped: (name: string) => boolean): WireHash =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !dropped(name)));

const withoutAdded = (form: WireHash): WireHash => {
  const { radar_options: radar, ...rest } = without(form, (name) => addedByStripeJs.has(name));
  // Of these the API documents the session; Stripe.js sends the result of its captcha.
  const session = isHash(radar) ? radar['session'] : undefined;
  return session === undefined ? rest : { ...rest, radar_options: { session } };
};

const methodsIn = (context: WireHash): ElementsOptions['methods'] => {
  if (Object.hasOwn(context, 'payment_method_types')) return 'listed';
  return Object.hasOwn(context, 'allowed_payment_method_types') ? 'limited' : 'automatic';
};

/** The options of the Elements, which Stripe.js sends if the shop made them without a client secret. */
export const elementsIn = ({ client_context: context }: WireHash): ElementsOptions | undefined => {
  if (!isHash(context)) return undefined;
  const mode = textIn(context, 'mode');
  if (mode === '') return undefined;
  return {
    mode,
    currency: textIn(context, 'currency') || null,
    setupFutureUsage: textIn(context, 'setup_future_usage') || null,
    captureMethod: textIn(context, 'capture_method') || null,
    methods: methodsIn(context),
  };
};

/** A customer who accepts a mandate in the browser: the processor takes the address and the browser from the request. */
const withoutInference = (mandate: WireHash): WireHash => {
  const { customer_acceptance: acceptance } = mandate;
  if (!isHash(acceptance) || !isHash(acceptance['online'])) return mandate;
  const online = without(acceptance['online'], (name) => name === 'infer_from_client');
  return { ...mandate, customer_acceptance: { ...acceptance, online } };
};

/** The form of a request with a publishable key, without the fields that only Stripe.js sends. */
export const withoutBrowserFields = (form: WireHash): WireHash => {
  const known = withoutAdded(form);
  const { payment_method_data: data, mandate_data: mandate } = known;
  return {
    ...known,
    ...(isHash(data) ? { payment_method_data: withoutAdded(data) } : {}),
    ...(isHash(mandate) ? { mandate_data: withoutInference(mandate) } : {}),
  };
};
