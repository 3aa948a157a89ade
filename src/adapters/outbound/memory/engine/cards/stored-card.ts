import { type BillingDetails, emptyBillingDetails } from '../objects/address.js';
import { deepFreeze } from '../objects/json.js';
import type { Metadata } from '../objects/object.js';
import type { AllowRedisplay } from '../objects/payment-method.js';
import { type CardBehaviour, type TestCardName, testCards } from './test-cards.js';

/** What is kept of a card: which test card it is, never its number or security code. */
export type StoredCard = {
  readonly testCard: TestCardName;
  readonly last4: string;
  readonly fingerprint: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvcGiven: boolean;
};

/** What the card does. */
export const behaviourOf = (storedCard: StoredCard): CardBehaviour =>
  testCards[storedCard.testCard].behaviour;

/** A test card as the magic ids give it: it expires next year. `now`: Unix seconds. */
export const storedTestCard = (
  testCard: TestCardName,
  now: number,
  fingerprintOf: (number: string) => string,
): StoredCard => {
  const { number } = testCards[testCard];
  return {
    testCard,
    last4: number.slice(-4),
    fingerprint: fingerprintOf(number),
    expMonth: new Date(now * 1000).getUTCMonth() + 1,
    expYear: new Date(now * 1000).getUTCFullYear() + 1,
    cvcGiven: true,
  };
};

/** Something that can be charged: a customer's card (`card_...`) or a payment method (`pm_...`). */
export type Instrument = {
  readonly id: string;
  readonly kind: 'card' | 'payment_method';
  readonly storedCard: StoredCard;
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

/** A new instrument; attached to a customer, it has been checked. */
export const newInstrument = (
  fields: Pick<Instrument, 'id' | 'kind' | 'storedCard' | 'created' | 'customer'> &
    Partial<Pick<Instrument, 'metadata' | 'billingDetails' | 'allowRedisplay'>>,
): Instrument =>
  deepFreeze({
    metadata: {},
    billingDetails: emptyBillingDetails,
    allowRedisplay: 'unspecified',
    ...fields,
    checked: fields.customer !== null,
    setUp: false,
    detached: false,
  });

/** A token as it is kept. */
export type StoredToken = {
  readonly id: string;
  /** The id that the card will have. */
  readonly card: string;
  readonly storedCard: StoredCard;
  readonly billingDetails: BillingDetails;
  /** Of whom asked for it; `null` where nobody can tell. */
  readonly clientIp: string | null;
  readonly created: number;
  readonly used: boolean;
};
