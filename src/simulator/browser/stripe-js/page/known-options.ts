import type { ElementType } from '../shared/frame-calls.js';
import type { Fields } from '../shared/json.js';

const styled = ['classes', 'style', 'disabled'];

/** The options of the elements and of their groups, as `@stripe/stripe-js` 10.2.1 types them, and earlier names of them. */
const knownOptions = {
  elements: [
    'adaptivePricing',
    'allowedPaymentMethodTypes',
    'amount',
    'appearance',
    'captureMethod',
    'capture_method',
    'clientSecret',
    'currency',
    'customPaymentMethods',
    'customerOptions',
    'customerSessionClientSecret',
    'excludedPaymentMethodTypes',
    'externalPaymentMethodTypes',
    'fonts',
    'loader',
    'locale',
    'mode',
    'onBehalfOf',
    'on_behalf_of',
    'paymentMethodCreation',
    'paymentMethodConfiguration',
    'paymentMethodOptions',
    'paymentMethodTypes',
    'payment_method_configuration',
    'payment_method_options',
    'payment_method_types',
    'setupFutureUsage',
    'setup_future_usage',
    'syncAddressCheckbox',
  ],
  card: [
    ...styled,
    'value',
    'hidePostalCode',
    'iconStyle',
    'hideIcon',
    'disableLink',
    'preferredNetwork',
  ],
  cardNumber: [
    ...styled,
    'placeholder',
    'showIcon',
    'iconStyle',
    'disableLink',
    'preferredNetwork',
  ],
  cardExpiry: [...styled, 'placeholder'],
  cardCvc: [...styled, 'placeholder'],
  iban: [...styled, 'supportedCountries', 'placeholderCountry', 'iconStyle', 'hideIcon'],
  payment: [
    'defaultValues',
    'business',
    'paymentMethodOrder',
    'fields',
    'readOnly',
    'terms',
    'wallets',
    'walletOptions',
    'layout',
    'applePay',
  ],
  address: [
    'mode',
    'allowedCountries',
    'autocomplete',
    'blockPoBox',
    'contacts',
    'defaultValues',
    'fields',
    'validation',
    'display',
  ],
  linkAuthentication: ['defaultValues'],
  expressCheckout: [
    'allowedShippingCountries',
    'applePay',
    'billingAddressRequired',
    'business',
    'buttonHeight',
    'buttonTheme',
    'buttonType',
    'emailRequired',
    'layout',
    'lineItems',
    'paymentMethodOrder',
    'paymentMethods',
    'phoneNumberRequired',
    'shippingAddressRequired',
    'shippingRates',
    'wallets',
  ],
} as const satisfies { readonly [T in ElementType | 'elements' | 'expressCheckout']: unknown };

/**
 * Warns of options that Stripe.js does not know, in its words: https://github.com/ectoflow/vue-stripe-elements/issues/31
 *
 * `what`: the function that the shop called.
 */
export const warnOfUnknownOptions = (
  what: 'create()' | 'elements()' | 'update()',
  of: keyof typeof knownOptions,
  options: Fields,
): void => {
  const known: ReadonlyArray<string> = knownOptions[of];
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    // oxlint-disable-next-line no-console -- as Stripe.js, for the developer of the page
    console.warn(
      `Unrecognized ${what} parameter: ${name} is not a recognized parameter. This may cause issues with your integration in the future.`,
    );
  }
};
