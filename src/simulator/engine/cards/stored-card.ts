import type { BillingDetails } from '../objects/address.js';
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
