import { fieldsOf } from '../shared/json.js';
import { createShopClient, type ShopResult, toResult } from './client.js';
import { confirmCard, confirmWithElements, handleNextAction } from './confirm.js';
import { confirmMethod, type MethodName } from './confirm-method.js';
import { createElements } from './elements.js';
import { createEmbeddedCheckout } from './embedded-checkout.js';
import { IntegrationError } from './integration-error.js';
import { fetchIntent, intentKinds, readIntentSecret } from './intent.js';
import { createPaymentRequest } from './payment-request.js';
import { confirmationTokenOf, paymentMethodOf, tokenOfElement } from './tokens.js';

/** The origin of the server that sent this script. */
declare const SERVER: string;

/** The release under whose name the page loaded this script: `dahlia/stripe.js`. */
const release = ((): string | undefined => {
  const { currentScript } = document;
  const source = currentScript instanceof HTMLScriptElement ? currentScript.src : '';
  return /\/([a-z]+)\/stripe\.js(?:\?|$)/.exec(source)?.[1];
})();

const { payment, setup } = intentKinds;

// Without a word, a page would only see that they are not functions.
const absent = (name: string) => (): never => {
  throw new IntegrationError(
    `This stand-in for Stripe.js has no stripe.${name}(). Use the URL of the Checkout Session, Embedded Checkout, or Elements.`,
  );
};

const createStripe = (key: unknown, given?: unknown) => {
  const client = createShopClient({ origin: SERVER, release }, key, fieldsOf(given));

  const retrieve = async (
    what: string,
    kind: typeof payment | typeof setup,
    secret: unknown,
  ): Promise<ShopResult> =>
    toResult(kind.result, await fetchIntent(client, readIntentSecret(what, secret, kind)));

  const confirmWith =
    (name: MethodName, kind: typeof payment | typeof setup) =>
    (secret: unknown, data?: unknown, options?: unknown): Promise<ShopResult> =>
      confirmMethod(client, name, kind, { secret, data, options });

  return {
    elements: (options?: unknown) => createElements(client, fieldsOf(options)),

    createToken: tokenOfElement,
    createPaymentMethod: (data: unknown, older?: unknown) => paymentMethodOf(client, data, older),
    createConfirmationToken: confirmationTokenOf,

    confirmPayment: (options: unknown) =>
      confirmWithElements(client, 'stripe.confirmPayment()', payment, options),
    confirmSetup: (options: unknown) =>
      confirmWithElements(client, 'stripe.confirmSetup()', setup, options),
    confirmCardPayment: (secret: unknown, data?: unknown, options?: unknown) =>
      confirmCard(client, 'stripe.confirmCardPayment', payment, { secret, data, options }),
    confirmCardSetup: (secret: unknown, data?: unknown, options?: unknown) =>
      confirmCard(client, 'stripe.confirmCardSetup', setup, { secret, data, options }),

    confirmBancontactPayment: confirmWith('Bancontact', payment),
    confirmBancontactSetup: confirmWith('Bancontact', setup),
    confirmIdealPayment: confirmWith('Ideal', payment),
    confirmIdealSetup: confirmWith('Ideal', setup),
    confirmKlarnaPayment: confirmWith('Klarna', payment),
    confirmPayPalPayment: confirmWith('PayPal', payment),
    confirmPayPalSetup: confirmWith('PayPal', setup),
    confirmSepaDebitPayment: confirmWith('SepaDebit', payment),
    confirmSepaDebitSetup: confirmWith('SepaDebit', setup),

    handleNextAction: (options: unknown) =>
      handleNextAction(client, 'stripe.handleNextAction', fieldsOf(options)['clientSecret']),
    handleCardAction: (secret: unknown) =>
      handleNextAction(client, 'stripe.handleCardAction', secret, payment),

    retrievePaymentIntent: (secret: unknown) =>
      retrieve('stripe.retrievePaymentIntent', payment, secret),
    retrieveSetupIntent: (secret: unknown) => retrieve('stripe.retrieveSetupIntent', setup, secret),

    paymentRequest: createPaymentRequest,

    initCheckout: absent('initCheckout'),
    initCheckoutElementsSdk: absent('initCheckoutElementsSdk'),
    initCheckoutFormSdk: absent('initCheckoutFormSdk'),
    createEmbeddedCheckoutPage: (options: unknown) =>
      createEmbeddedCheckout(client, 'stripe.createEmbeddedCheckoutPage()', options),
    initEmbeddedCheckout: (options: unknown) => {
      // https://docs.stripe.com/changelog/dahlia/2026-03-25/rename-init-embedded-checkout-to-create-embedded-checkout-page
      if (client.isFrom('dahlia')) {
        throw new IntegrationError(
          'stripe.initEmbeddedCheckout() is called stripe.createEmbeddedCheckoutPage() now.',
        );
      }
      return createEmbeddedCheckout(client, 'stripe.initEmbeddedCheckout()', options);
    },
    redirectToCheckout: absent('redirectToCheckout'),

    // Wrappers such as react-stripe-js name themselves here.
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
};

/** The global of the page. It is also called without `new`, and loadStripe reads its version. */
const Stripe = Object.assign(createStripe, {
  version: release ?? 3,
  errors: { IntegrationError },
});

declare global {
  interface Window {
    Stripe?: typeof Stripe;
  }
}

window.Stripe = Stripe;
