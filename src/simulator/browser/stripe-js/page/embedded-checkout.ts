import type { CheckoutMessage } from '../shared/checkout-news.js';
import { type Fields, fieldsOf, isFields, textIn } from '../shared/json.js';
import { askBank } from './bank-dialog.js';
import type { Client } from './client.js';
import { findTarget } from './find-target.js';
import { IntegrationError } from './integration-error.js';
import { leaveTo } from './next-action.js';
import { setStyles } from './open-frame.js';

/** The page of a checkout session in the shop's page. */
type EmbeddedCheckout = {
  readonly mount: (target: unknown) => void;
  readonly unmount: () => void;
  readonly destroy: () => void;
};

type Callback = (...given: ReadonlyArray<unknown>) => unknown;

const isCallback = (value: unknown): value is Callback => typeof value === 'function';

const secretOf = async (what: string, options: Fields): Promise<string> => {
  const { clientSecret, fetchClientSecret } = options;
  const secret = isCallback(fetchClientSecret) ? await fetchClientSecret() : clientSecret;
  if (typeof secret === 'string' && /^cs_(?:test|live)_\w+_secret_\w+$/.test(secret)) {
    return secret;
  }
  throw new IntegrationError(
    `Invalid value for ${what}: clientSecret should be a client secret of the form \${id}_secret_\${secret}. Pass clientSecret, or a function fetchClientSecret that resolves to it. You specified: ${typeof secret === 'string' ? secret : JSON.stringify(secret)}.`,
  );
};

/** The page below `/v3/`, which leads to the page of the session. */
const frameUrl = (
  { origin, key, credentials }: Client,
  secret: string,
  more: { readonly redirect_status?: string },
): string => {
  const [session = ''] = secret.split('_secret_');
  const account = textIn(credentials['_stripe_account']);
  const name = key.replace(/^pk_test_/, '');
  const query = new URLSearchParams({
    session,
    account: account === undefined ? name : `${name}/${account}`,
    ...more,
  });
  return `${origin}/v3/embedded-checkout-inner.html?${query.toString()}`;
};

const isNews = (data: unknown): data is CheckoutMessage =>
  isFields(data) && isFields(data['pasarelaCheckout']);

let isThere = false;

/**
 * `createEmbeddedCheckoutPage`, before called `initEmbeddedCheckout`. `onComplete` is called when the customer has paid and stays
 * in the shop's page.
 */
export const createEmbeddedCheckout = async (
  client: Client,
  what: string,
  given: unknown,
): Promise<EmbeddedCheckout> => {
  if (isThere) throw new IntegrationError('You cannot have multiple Embedded Checkout objects.');
  isThere = true;
  const options = fieldsOf(given);
  const secret = await secretOf(what, options).catch((error: unknown) => {
    isThere = false;
    throw error;
  });
  let frame: HTMLIFrameElement | null = null;
  let answered: string | undefined;
  let isComplete = false;
  let isDestroyed = false;

  const complete = (url: string | undefined): void => {
    if (isComplete) return;
    isComplete = true;
    if (url !== undefined) void leaveTo(url);
    else if (isCallback(options['onComplete'])) options['onComplete']();
  };

  const authenticate = async (intent: string): Promise<void> => {
    if (answered === intent) return;
    answered = intent;
    await askBank(client, intent);
    answered = undefined;
    // A session that is still open was not authenticated.
    if (frame !== null) frame.src = frameUrl(client, secret, { redirect_status: 'failed' });
  };

  const hear = ({ data, origin, source }: MessageEvent<unknown>): void => {
    if (frame === null || !isNews(data) || origin !== client.origin) return;
    const news = data.pasarelaCheckout;
    if (source !== frame.contentWindow) return;
    setStyles(frame, { height: `${news.height}px` });
    if (news.state === 'complete') complete(news.url);
    if (news.state === 'challenge' && news.intent !== undefined) void authenticate(news.intent);
  };

  const unmount = (): void => {
    frame?.remove();
    frame = null;
    window.removeEventListener('message', hear);
  };

  return {
    mount: (target) => {
      if (isDestroyed) {
        throw new IntegrationError(
          'This Embedded Checkout has been destroyed. Please create a new one.',
        );
      }
      const place = findTarget(target);
      unmount();
      window.addEventListener('message', hear);
      frame = document.createElement('iframe');
      // Browser tests find the frame by this name.
      frame.name = 'embedded-checkout';
      frame.title = 'Checkout';
      frame.allow = 'payment *';
      frame.src = frameUrl(client, secret, {});
      setStyles(frame, { border: 'none', width: '100%', height: '600px', display: 'block' });
      place.replaceChildren(frame);
    },
    unmount,
    destroy: () => {
      unmount();
      if (!isDestroyed) isThere = false;
      isDestroyed = true;
    },
  };
};
