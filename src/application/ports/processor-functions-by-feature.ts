import {
  lacks,
  type ProcessorFeature,
  type ProcessorFeatures,
  processorFeatures,
} from '../../domain/processor-feature.js';
import type { PaymentProcessor, ProcessorExtras } from './payment-processor.js';

/** The functions of the port that need a feature. A processor without it may leave them out. */
const functionsByFeature = {
  customers: [
    'createCustomer',
    'retrieveCustomer',
    'listCustomers',
    'updateCustomer',
    'deleteCustomer',
    'createCard',
    'listCards',
    'deleteCard',
    'listPaymentIntents',
    'createSetupIntent',
    'retrieveSetupIntent',
    'confirmSetupIntent',
    'cancelSetupIntent',
  ],
  savedCards: ['createCard', 'listCards', 'deleteCard'],
  cardTokens: ['createCardToken'],
  lists: ['listCustomers', 'listPaymentIntents', 'listRefunds'],
  setupIntents: [
    'createSetupIntent',
    'retrieveSetupIntent',
    'confirmSetupIntent',
    'cancelSetupIntent',
  ],
  checkout: [
    'createCheckoutSession',
    'retrieveCheckoutSession',
    'listCheckoutSessions',
    'expireCheckoutSession',
  ],
  capture: ['capturePaymentIntent'],
  partialRefunds: [],
  confirmOnCreation: [],
  redirects: [],
  methodChoice: [],
  confirmationTokens: [],
  updates: ['updatePaymentIntent'],
  ledgers: ['listAllPaymentIntents', 'listCharges', 'listAllRefunds'],
  balance: ['retrieveBalance', 'listBalanceTransactions', 'listPayouts'],
  disputes: ['listDisputes', 'retrieveDispute', 'submitDisputeEvidence', 'closeDispute'],
} as const satisfies {
  readonly [F in ProcessorFeature]: ReadonlyArray<keyof PaymentProcessor>;
};

type FunctionNeeding<F extends ProcessorFeature> = (typeof functionsByFeature)[F][number];

/** A processor that may have the functions which need the features, and must have all others. */
type Without<F extends ProcessorFeature> = Omit<PaymentProcessor, FunctionNeeding<F>> &
  Partial<Pick<PaymentProcessor, FunctionNeeding<F>>> &
  ProcessorExtras;

/**
 * The type of an adapter for a processor without some features, such as `ProcessorWithout<'customers' | 'lists'>`: it has no
 * functions that need them, and says so in `features`.
 */
export type ProcessorWithout<F extends ProcessorFeature> = Without<F> & {
  readonly features: { readonly [N in F]: false };
};

/** A processor as `createPayments` takes it: with all functions, or with `features` that excuse those that it leaves out. */
export type GivenProcessor =
  | (PaymentProcessor & ProcessorExtras)
  | (Without<ProcessorFeature> & { readonly features: ProcessorFeatures });

/** The features of a type of processors. */
export type FeaturesOf<P extends GivenProcessor> = P extends {
  readonly features: infer F extends ProcessorFeatures;
}
  ? F
  : ProcessorFeatures;

/** The first missing feature that a function of the port needs; `undefined`: it has all. */
export const missingForFunction = (
  features: ProcessorFeatures,
  name: string,
): ProcessorFeature | undefined =>
  processorFeatures.find(
    (feature) =>
      lacks(features, feature) && functionsByFeature[feature].some((needing) => needing === name),
  );
