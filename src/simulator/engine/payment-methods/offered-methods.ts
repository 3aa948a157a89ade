import type { RequestContext } from '../kernel/request-context.js';
import { ofEachMethod } from '../methods/methods.js';
import type { MethodPreference } from '../objects/payment-method-configuration.js';
import { type OfferedType, offeredTypes, switchableMethod } from '../objects/switchable-methods.js';

/** For what a type of payment methods can be offered. */
type Offer = {
  /** In lower case; `null`: every currency. */
  readonly currencies: ReadonlyArray<string> | null;
  /** Minor units; `null`: as every payment. */
  readonly amounts: { readonly least: number; readonly most: number } | null;
  /** Whether it can be charged later than it is authorized. */
  readonly manualCapture: boolean;
  /** Whether it can be set up for later payments. */
  readonly setup: boolean;
  /** Whether the customer leaves the page of the shop. */
  readonly redirects: boolean;
};

const offers: { readonly [T in OfferedType]: Offer } = {
  ...ofEachMethod(({ amounts = null, currencies, manualCapture, setUp, confirmation }) => ({
    amounts,
    currencies,
    manualCapture,
    setup: setUp !== 'no',
    redirects: confirmation === 'redirect',
  })),
  card: { amounts: null, currencies: null, manualCapture: true, setup: true, redirects: false },
};

type Account = Pick<RequestContext, 'state' | 'methods'>;

/** Whether an account offers a payment method: as it has said, or else as it began. */
export const methodSetting = (
  { state, methods }: Account,
  name: string,
): { readonly preference: MethodPreference; readonly value: 'off' | 'on' } => {
  const known = switchableMethod(name);
  const begun = known !== undefined && methods.includes(known) ? 'on' : 'off';
  const preference = state.methodPreferences.get(name) ?? begun;
  return { preference, value: preference === 'none' ? begun : preference };
};

/** An intent or a checkout session asks this of its payment methods. */
export type Occasion = {
  /** `null`: unknown yet, as of a setup intent. */
  readonly currency: string | null;
  /** Minor units; `null`: unknown yet. */
  readonly amount: number | null;
  readonly manualCapture: boolean;
  /** Whether they are set up for later payments. */
  readonly setup: boolean;
  /** Whether the customer may leave the page of the shop. */
  readonly redirects: boolean;
};

const fits = (
  offer: Offer,
  { amount, currency, manualCapture, setup, redirects }: Occasion,
): boolean =>
  (offer.amounts === null ||
    amount === null ||
    (amount >= offer.amounts.least && amount <= offer.amounts.most)) &&
  (offer.currencies === null || currency === null || offer.currencies.includes(currency)) &&
  (offer.manualCapture || !manualCapture) &&
  (offer.setup || !setup) &&
  (redirects || !offer.redirects);

/** The types of payment methods that an account offers on an occasion. */
export const offeredFor = (account: Account, occasion: Occasion): ReadonlyArray<OfferedType> =>
  offeredTypes.filter(
    (type) => methodSetting(account, type).value === 'on' && fits(offers[type], occasion),
  );
