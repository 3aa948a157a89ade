import { simulatedMethodTypes } from './payment-method.js';

/** The types of payment methods that an account can offer, in the order in which intents name them. */
export const offeredTypes = ['card', ...simulatedMethodTypes] as const;
export type OfferedType = (typeof offeredTypes)[number];

/** The payment methods that an account can switch on: its types, and the wallets for cards, which have their own switches. */
export const switchableMethods = [...offeredTypes, 'apple_pay', 'google_pay'] as const;
export type SwitchableMethod = (typeof switchableMethods)[number];

/**
 * The payment methods that are on unless an account says otherwise: those of Stripe's example of a configuration,
 * https://docs.stripe.com/api/payment_method_configurations/list. Recorded of an account in 2026: its intents took cards and Link.
 */
export const defaultMethods: ReadonlyArray<SwitchableMethod> = [
  'card',
  'link',
  'apple_pay',
  'google_pay',
];

/** The name, if an account can switch this payment method on. */
export const switchableMethod = (name: string): SwitchableMethod | undefined =>
  switchableMethods.find((one) => one === name);
