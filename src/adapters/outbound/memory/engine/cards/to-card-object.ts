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

/** The card as the processor shows it. `checked`: whether its bank has seen it. */
export const toCardObject = (card: {
  readonly id: string;
  readonly face: CardFace;
  readonly customer?: string | null;
  readonly checked?: boolean;
  readonly metadata?: Metadata;
}): CardObject => {
  const { id, face, customer = null, checked = false, metadata = {} } = card;
  const { brand, funding } = testCards[face.testCard];
  return {
    id,
    object: 'card',
    address_city: null,
    address_country: null,
    address_line1: null,
    address_line1_check: null,
    address_line2: null,
    address_state: null,
    address_zip: null,
    address_zip_check: null,
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
    name: face.name,
    regulated_status: 'unregulated',
    tokenization_method: null,
    wallet: null,
  };
};
