import type { BillingDetails } from '../objects/billing-details.js';
import type { CardObject, CheckResult } from '../objects/card-object.js';
import type { Metadata } from '../objects/metadata.js';
import { behaviourOf } from './behaviour-of.js';
import type { CardFace } from './card-face.js';
import { type TestCard, testCards } from './test-cards.js';

const brandNames: Record<TestCard['brand'], string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
};

const cvcCheck = (face: CardFace, checked: boolean): CheckResult | null => {
  if (!face.cvcGiven) return null;
  return checked ? behaviourOf(face).cvcCheck : 'unchecked';
};

const addressCheck = (given: string | null, checked: boolean): CheckResult | null => {
  if (given === null) return null;
  return checked ? 'pass' : 'unchecked';
};

/** The card as the processor shows it. `checked`: whether its bank has seen it. */
export const toCardObject = (card: {
  readonly id: string;
  readonly face: CardFace;
  readonly billingDetails: BillingDetails;
  readonly customer?: string | null;
  readonly checked?: boolean;
  readonly metadata?: Metadata;
}): CardObject => {
  const { id, face, billingDetails, customer = null, checked = false, metadata = {} } = card;
  const { brand, funding } = testCards[face.testCard];
  const { address, name } = billingDetails;
  return {
    id,
    object: 'card',
    address_city: address.city,
    address_country: address.country,
    address_line1: address.line1,
    address_line1_check: addressCheck(address.line1, checked),
    address_line2: address.line2,
    address_state: address.state,
    address_zip: address.postal_code,
    address_zip_check: addressCheck(address.postal_code, checked),
    brand: brandNames[brand],
    country: 'US',
    ...(customer === null ? {} : { customer }),
    cvc_check: cvcCheck(face, checked),
    dynamic_last4: null,
    exp_month: face.expMonth,
    exp_year: face.expYear,
    fingerprint: face.fingerprint,
    funding,
    last4: face.last4,
    metadata,
    name,
    regulated_status: 'unregulated',
    tokenization_method: null,
    wallet: null,
  };
};
