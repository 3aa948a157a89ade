import type { Instrument } from '../cards/instrument.js';
import { testCards } from '../cards/test-cards.js';
import { toCardObject } from '../cards/to-card-object.js';
import { deepFreeze } from '../deep-freeze.js';
import type { PaymentMethodObject } from '../objects/payment-method-object.js';

/** The instrument as the processor shows a payment method, a customer's card too. */
export const toPaymentMethod = (instrument: Instrument): PaymentMethodObject => {
  const { brand } = testCards[instrument.face.testCard];
  const card = toCardObject(instrument);
  return deepFreeze({
    id: instrument.id,
    object: 'payment_method',
    allow_redisplay: instrument.allowRedisplay,
    billing_details: instrument.billingDetails,
    card: {
      brand,
      checks: {
        address_line1_check: card.address_line1_check,
        address_postal_code_check: card.address_zip_check,
        cvc_check: card.cvc_check,
      },
      country: card.country,
      display_brand: brand,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint,
      funding: card.funding,
      generated_from: null,
      last4: card.last4,
      networks: { available: [brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: instrument.created,
    customer: instrument.customer,
    customer_account: null,
    livemode: false,
    metadata: instrument.metadata,
    type: 'card',
  });
};
