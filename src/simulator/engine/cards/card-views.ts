import type { Metadata } from '../../../domain/objects/metadata.js';
import type { BillingDetails } from '../objects/address.js';
import type { AllowRedisplay, CardObject, CheckResult } from '../objects/card.js';
import type { CardMethodObject } from '../objects/payment-method.js';
import { tokenizationMethodOf, walletObject } from '../objects/wallet.js';
import { behaviourOf, networksOf, type StoredCard } from './stored-card.js';
import type { TestCard } from './test-card.js';
import { testCards } from './test-cards.js';

const brandNames: Record<TestCard['brand'], string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  unknown: 'Unknown',
};

// https://docs.stripe.com/api/payment_methods/object#payment_method_object-card-display_brand
const displayBrands: { readonly [network: string]: string } = {
  amex: 'american_express',
  diners: 'diners_club',
  unionpay: 'union_pay',
  unknown: 'other',
};

const cvcCheck = (storedCard: StoredCard, checked: boolean): CheckResult | null => {
  if (!storedCard.cvcGiven) return null;
  return checked ? behaviourOf(storedCard).checks.cvc : 'unchecked';
};

const addressCheck = (
  given: string | null,
  checked: boolean,
  result: CheckResult,
): CheckResult | null => {
  if (given === null) return null;
  return checked ? result : 'unchecked';
};

/** A card on the wire. `checked`: whether its bank has checked it. `allowRedisplay`: absent for the card of a token. */
export const toCardObject = (card: {
  readonly id: string;
  readonly face: StoredCard;
  readonly billingDetails: BillingDetails;
  readonly customer?: string | null;
  readonly allowRedisplay?: AllowRedisplay;
  readonly checked?: boolean;
  readonly metadata?: Metadata;
}): CardObject => {
  const {
    id,
    face: storedCard,
    billingDetails,
    customer = null,
    allowRedisplay,
    checked = false,
    metadata = {},
  } = card;
  const { brand, funding, country, behaviour } = testCards[storedCard.testCard];
  const { address, name } = billingDetails;
  const tokenized =
    storedCard.wallet === undefined ? null : tokenizationMethodOf(storedCard.wallet);
  return {
    id,
    object: 'card',
    address_city: address.city,
    address_country: address.country,
    address_line1: address.line1,
    address_line1_check: addressCheck(address.line1, checked, behaviour.checks.line1),
    address_line2: address.line2,
    address_state: address.state,
    address_zip: address.postal_code,
    address_zip_check: addressCheck(address.postal_code, checked, behaviour.checks.postalCode),
    ...(allowRedisplay === undefined ? {} : { allow_redisplay: allowRedisplay }),
    brand: brandNames[brand],
    country,
    ...(customer === null ? {} : { customer }),
    cvc_check: cvcCheck(storedCard, checked),
    dynamic_last4: tokenized === null ? null : storedCard.last4,
    email: null,
    exp_month: storedCard.expMonth,
    exp_year: storedCard.expYear,
    fingerprint: storedCard.fingerprint,
    funding,
    last4: storedCard.last4,
    metadata,
    name,
    ...(allowRedisplay === undefined
      ? { networks: { preferred: storedCard.preferredNetwork ?? null } }
      : {}),
    phone: null,
    regulated_status: 'unregulated',
    tokenization_method: tokenized,
    wallet: null,
  };
};

/** The card of a payment method on the wire. */
export const toMethodCard = (
  given: Parameters<typeof toCardObject>[0],
): CardMethodObject['card'] => {
  const { face: storedCard } = given;
  const { wallet } = storedCard;
  const { brand } = testCards[storedCard.testCard];
  const preferred = storedCard.preferredNetwork ?? null;
  const card = toCardObject(given);
  return {
    brand,
    checks: {
      address_line1_check: card.address_line1_check,
      address_postal_code_check: card.address_zip_check,
      cvc_check: card.cvc_check,
    },
    country: card.country,
    display_brand: displayBrands[preferred ?? brand] ?? preferred ?? brand,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    generated_from: null,
    last4: card.last4,
    networks: { available: networksOf(storedCard), preferred },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: wallet === undefined ? null : walletObject(wallet, card.last4),
  };
};
