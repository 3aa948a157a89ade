import type { BillingDetails } from '../objects/billing-details.js';
import type { Metadata } from '../objects/metadata.js';
import type { AllowRedisplay } from '../objects/payment-method-object.js';
import type { CardFace } from './card-face.js';

/** Something that can be charged: a customer's card (`card_...`) or a payment method (`pm_...`). */
export type Instrument = {
  readonly id: string;
  readonly kind: 'card' | 'payment_method';
  readonly face: CardFace;
  readonly created: number;
  readonly customer: string | null;
  /** Whether the security code was checked with the bank, as attaching and charging do. */
  readonly checked: boolean;
  /** Whether it may be charged without its owner, having been set up for that. */
  readonly setUp: boolean;
  /** Whether it was detached, after which it can never be used again. */
  readonly detached: boolean;
  readonly metadata: Metadata;
  readonly billingDetails: BillingDetails;
  readonly allowRedisplay: AllowRedisplay;
};
