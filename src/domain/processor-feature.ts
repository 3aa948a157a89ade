/** The features that a processor may lack. It has all of them by default. */
export const processorFeatures = [
  'customers',
  'savedCards',
  'cardTokens',
  'lists',
  'setupIntents',
  'checkout',
  'capture',
  'partialRefunds',
  'confirmOnCreation',
  'redirects',
  'methodChoice',
  'confirmationTokens',
  'updates',
  'ledgers',
  'balance',
  'disputes',
] as const;
/**
 * A feature of a processor: `customers` that it keeps; `savedCards` of them; `cardTokens` from card numbers; `lists` of its objects;
 * `setupIntents`; `checkout` on a page of the processor; `capture` of an amount that was only authorized; `partialRefunds`; `confirmOnCreation`, in one call with
 * `confirm: true`; `redirects` of the customer to a page of the bank and back, with `return_url`; `methodChoice` of
 * the customer on the page, with `payment_methods`; `confirmationTokens` of the page, and the `mandate` of the customer;
 * `updates` of a payment that is not confirmed; `ledgers` of all payments, charges and refunds, by their creation time; the `balance`, with
 * its transactions and payouts; `disputes`, their evidence and their end.
 */
export type ProcessorFeature = (typeof processorFeatures)[number];

/** The features of a processor. Those that are left out it has. */
export type ProcessorFeatures = { readonly [F in ProcessorFeature]?: boolean };

/** Whether a processor lacks a feature. */
export const lacks = (features: ProcessorFeatures, feature: ProcessorFeature): boolean =>
  features[feature] === false;
