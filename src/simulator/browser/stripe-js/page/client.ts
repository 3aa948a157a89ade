import { type ApiCall, type ApiOutcome, callApi, type ErrorFields } from '../shared/api.js';
import { type Fields, textIn } from '../shared/json.js';
import { IntegrationError } from './integration-error.js';

/** The facts of a `Stripe` object about its server and its caller. */
export type Client = {
  /** The server that the script came from: it has the API and the frames. */
  readonly origin: string;
  readonly key: string;
  /** Whether the page loaded the script under the name of this release of Stripe.js or of a later one: `dahlia`. */
  readonly isFrom: (release: string) => boolean;
  /** The locale that the shop wants; absent: that of the browser. */
  readonly locale: string | undefined;
  /** The key, the account and the version, as fields of a form. */
  readonly credentials: Fields;
  readonly call: (call: ApiCall) => Promise<ApiOutcome>;
};

const checkKey = (key: unknown): string => {
  if (typeof key !== 'string') {
    throw new IntegrationError(
      key === undefined
        ? 'Missing value for Stripe(): apiKey should be a string.'
        : `Invalid value for Stripe(): apiKey should be a string. You specified: ${JSON.stringify(key)}.`,
    );
  }
  if (key === '') {
    throw new IntegrationError(
      'Please call Stripe() with your publishable key. You used an empty string.',
    );
  }
  if (/^[sr]k_/.test(key)) {
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  }
  return key;
};

type Script = {
  /** The server that sent the script. */
  readonly origin: string;
  /** The release in its URL; absent: `v3`, which is older than the named ones. */
  readonly release: string | undefined;
};

export const createShopClient = (
  { origin, release = '' }: Script,
  givenKey: unknown,
  options: Fields,
): Client => {
  const key = checkKey(givenKey);
  const credentials = {
    key,
    _stripe_account: textIn(options['stripeAccount']),
    _stripe_version: textIn(options['apiVersion']),
  };
  return {
    origin,
    key,
    // The names of releases are in alphabetical order.
    isFrom: (first) => release >= first,
    locale: textIn(options['locale']),
    credentials,
    call: (call) => callApi(origin, { ...call, form: { ...call.form, ...credentials } }),
  };
};

/** A result as the shop gets it: `{ paymentIntent }`, `{ token }` and so on, or `{ error }`. */
export type ShopResult = Fields & { readonly error?: ErrorFields };

export const toResult = (name: string, outcome: ApiOutcome): ShopResult =>
  outcome.error === undefined ? { [name]: outcome.object } : { error: outcome.error };
