import type { Metadata } from '../../../domain/metadata.js';
import { type BillingDetails, emptyBillingDetails } from '../objects/address.js';
import type { AllowRedisplay } from '../objects/card.js';
import { deepFreeze } from '../objects/json.js';
import type { WalletType } from '../objects/wallet.js';
import type { CardBehaviour } from './test-card.js';
import { type TestCardName, testCards } from './test-cards.js';

/** A card as the store keeps it: by the name of its test card, without its number and security code. */
export type StoredCard = {
  readonly testCard: TestCardName;
  readonly last4: string;
  readonly fingerprint: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvcGiven: boolean;
  /** The network that the customer prefers; absent: none. */
  readonly preferredNetwork?: string;
  /** The wallet from which it came; absent: none. */
  readonly wallet?: WalletType;
};

export const behaviourOf = (storedCard: StoredCard): CardBehaviour =>
  testCards[storedCard.testCard].behaviour;

/** The networks of a card; two if it is co-branded. */
export const networksOf = ({ testCard }: Pick<StoredCard, 'testCard'>): ReadonlyArray<string> => {
  const { brand, coBrand } = testCards[testCard];
  return coBrand === null ? [brand] : [coBrand, brand];
};

/** The card with the network that its customer prefers, an empty text for none. A network of other cards is ignored. */
export const preferringNetwork = (
  { preferredNetwork: before, ...card }: StoredCard,
  given: string | undefined,
): StoredCard => {
  const preferred = given ?? before;
  return preferred !== undefined && networksOf(card).includes(preferred)
    ? { ...card, preferredNetwork: preferred }
    : card;
};

/** The card as a wallet hands it over: without its security code. */
export const inWallet = (card: StoredCard, wallet: WalletType | undefined): StoredCard =>
  wallet === undefined ? card : { ...card, cvcGiven: false, wallet };

/** The card behind a magic id: a test card that expires in a year. `now`: Unix seconds. */
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

/** A customer's card (`card_...`) or a payment method (`pm_...`). Either can be charged. */
export type Instrument = {
  readonly id: string;
  readonly kind: 'card' | 'payment_method';
  /** The name of the field in snapshots. */
  readonly face: StoredCard;
  readonly created: number;
  readonly customer: string | null;
  /** Whether the bank has checked it, as it does when an instrument is attached or charged. */
  readonly checked: boolean;
  /** Whether it is set up for payments without the customer. */
  readonly setUp: boolean;
  /** Whether it was detached, or charged without a customer: it can never be used again. */
  readonly detached: boolean;
  readonly metadata: Metadata;
  readonly billingDetails: BillingDetails;
  readonly allowRedisplay: AllowRedisplay;
  /** Absent: none. */
  readonly radarSession?: string;
};

/** A new instrument. One with a customer counts as checked. */
export const newInstrument = (
  fields: Pick<Instrument, 'id' | 'kind' | 'face' | 'created' | 'customer'> &
    Partial<Pick<Instrument, 'metadata' | 'billingDetails' | 'allowRedisplay' | 'radarSession'>>,
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

/** A single-use token as the store keeps it. */
export type StoredToken = {
  readonly id: string;
  /** The id of the card when the token is used. */
  readonly card: string;
  /** The name of the field in snapshots. */
  readonly face: StoredCard;
  readonly billingDetails: BillingDetails;
  /** The IP address of the caller who created it; `null` if unknown. */
  readonly clientIp: string | null;
  readonly created: number;
  readonly used: boolean;
};
