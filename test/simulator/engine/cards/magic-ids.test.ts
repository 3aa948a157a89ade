import { expect } from 'chai';
import {
  magicPaymentMethods,
  magicTokens,
} from '../../../../src/simulator/engine/cards/magic-ids.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import { outcomeOf } from '../../../adapters/outbound/memory/support/card-payments.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

type Row = readonly [name: string, last4: string, attached: string, charged: string];

const testing = 'https://docs.stripe.com/testing';

/** The names that are a token with `tok_` and a payment method with `pm_card_`, by their source. */
const both: { readonly [source: string]: ReadonlyArray<Row> } = {
  [`${testing}#cards`]: [
    ['visa', '4242', 'ok', 'succeeded'],
    ['visa_debit', '5556', 'ok', 'succeeded'],
    ['mastercard', '4444', 'ok', 'succeeded'],
    ['mastercard_debit', '8210', 'ok', 'succeeded'],
    ['mastercard_prepaid', '5100', 'ok', 'succeeded'],
    ['diners', '0004', 'ok', 'succeeded'],
    ['jcb', '0000', 'ok', 'succeeded'],
    ['unionpay', '0005', 'ok', 'succeeded'],
    ['visa_cartesBancaires', '1001', 'ok', 'succeeded'],
    ['mastercard_cartesBancaires', '1001', 'ok', 'succeeded'],
    ['visa_debit_eftposAuCoBranded', '0001', 'ok', 'succeeded'],
    ['mastercard_debit_eftposAuCoBranded', '0080', 'ok', 'succeeded'],
  ],
  'live tokens, as stripe-stateful-mock compared them': [
    ['amex', '8431', 'ok', 'succeeded'],
    ['discover', '9424', 'ok', 'succeeded'],
    ['chargeDeclined', '0002', 'card_declined', '402 card_declined generic_decline'],
    [
      'chargeDeclinedInsufficientFunds',
      '9995',
      'card_declined',
      '402 card_declined insufficient_funds',
    ],
    ['chargeDeclinedFraudulent', '0019', 'ok', '402 card_declined fraudulent'],
  ],
  [`${testing}#international-cards`]: [
    ['us', '4242', 'ok', 'succeeded'],
    ['ar', '0021', 'ok', 'succeeded'],
    ['br', '0002', 'ok', 'succeeded'],
    ['ca', '0000', 'ok', 'succeeded'],
    ['cl', '0001', 'ok', 'succeeded'],
    ['co', '0003', 'ok', 'succeeded'],
    ['cr', '0005', 'ok', 'succeeded'],
    ['ec', '0000', 'ok', 'succeeded'],
    ['mx', '8001', 'ok', 'succeeded'],
    ['pa', '0000', 'ok', 'succeeded'],
    ['py', '0066', 'ok', 'succeeded'],
    ['pe', '0068', 'ok', 'succeeded'],
    ['uy', '0003', 'ok', 'succeeded'],
    ['ae', '0001', 'ok', 'succeeded'],
    ['at', '0008', 'ok', 'succeeded'],
    ['be', '0004', 'ok', 'succeeded'],
    ['bg', '0000', 'ok', 'succeeded'],
    ['by', '0005', 'ok', 'succeeded'],
    ['hr', '0009', 'ok', 'succeeded'],
    ['cy', '0008', 'ok', 'succeeded'],
    ['cz', '0002', 'ok', 'succeeded'],
    ['dk', '0001', 'ok', 'succeeded'],
    ['ee', '0009', 'ok', 'succeeded'],
    ['fi', '0001', 'ok', 'succeeded'],
    ['fr', '0003', 'ok', 'succeeded'],
    ['de', '0016', 'ok', 'succeeded'],
    ['gi', '0005', 'ok', 'succeeded'],
    ['gr', '0030', 'ok', 'succeeded'],
    ['hu', '0005', 'ok', 'succeeded'],
    ['ie', '0005', 'ok', 'succeeded'],
    ['it', '0008', 'ok', 'succeeded'],
    ['lv', '0005', 'ok', 'succeeded'],
    ['li', '0004', 'ok', 'succeeded'],
    ['lt', '0000', 'ok', 'succeeded'],
    ['lu', '0006', 'ok', 'succeeded'],
    ['mt', '0007', 'ok', 'succeeded'],
    ['nl', '0002', 'ok', 'succeeded'],
    ['no', '0007', 'ok', 'succeeded'],
    ['pl', '0005', 'ok', 'succeeded'],
    ['pt', '0007', 'ok', 'succeeded'],
    ['ro', '0001', 'ok', 'succeeded'],
    ['si', '0006', 'ok', 'succeeded'],
    ['sk', '0001', 'ok', 'succeeded'],
    ['es', '0007', 'ok', 'succeeded'],
    ['se', '0008', 'ok', 'succeeded'],
    ['ch', '0009', 'ok', 'succeeded'],
    ['gb', '0000', 'ok', 'succeeded'],
    ['au', '0006', 'ok', 'succeeded'],
    ['cn', '0002', 'ok', 'succeeded'],
    ['hk', '0004', 'ok', 'succeeded'],
    ['in', '0008', 'ok', 'succeeded'],
    ['jp', '0003', 'ok', 'succeeded'],
    ['my', '0002', 'ok', 'succeeded'],
    ['nz', '0008', 'ok', 'succeeded'],
    ['sg', '0003', 'ok', 'succeeded'],
    ['tw', '0008', 'ok', 'succeeded'],
    ['ae_mastercard', '0022', 'ok', 'succeeded'],
    ['gb_debit', '0005', 'ok', 'succeeded'],
    ['gb_mastercard', '4449', 'ok', 'succeeded'],
    ['th_credit', '0003', 'ok', 'succeeded'],
    ['th_debit', '0008', 'ok', 'succeeded'],
  ],
  [`${testing}#declined-payments`]: [
    ['visa_chargeDeclined', '0002', 'card_declined', '402 card_declined generic_decline'],
    [
      'visa_chargeDeclinedInsufficientFunds',
      '9995',
      'card_declined',
      '402 card_declined insufficient_funds',
    ],
    ['visa_chargeDeclinedLostCard', '9987', 'card_declined', '402 card_declined lost_card'],
    ['visa_chargeDeclinedStolenCard', '9979', 'card_declined', '402 card_declined stolen_card'],
    [
      'visa_chargeDeclinedVelocityLimitExceeded',
      '6975',
      'card_declined',
      '402 card_declined card_velocity_exceeded',
    ],
    ['chargeDeclinedExpiredCard', '0069', 'expired_card', '402 expired_card expired_card'],
    ['chargeDeclinedIncorrectCvc', '0127', 'incorrect_cvc', '402 incorrect_cvc incorrect_cvc'],
    [
      'chargeDeclinedProcessingError',
      '0119',
      'processing_error',
      '402 processing_error processing_error',
    ],
    ['chargeCustomerFail', '0341', 'ok', '402 card_declined generic_decline'],
  ],
  [`${testing}#fraud-prevention`]: [
    ['radarBlock', '0019', 'ok', '402 card_declined fraudulent'],
    ['riskLevelHighest', '4954', 'ok', '402 card_declined fraudulent'],
    ['riskLevelElevated', '9235', 'ok', 'succeeded'],
    ['highFraudDisputeScore', '0407', 'ok', 'succeeded'],
    ['highEfwScore', '0159', 'ok', 'succeeded'],
    ['radarDynamicRiskThreshold', '1017', 'ok', 'succeeded'],
    ['adaptive3dsChallenge', '0003', 'ok', 'succeeded'],
    ['cvcCheckFail', '0101', 'ok', 'succeeded'],
    ['cvcCheckFailElevatedRisk', '7872', 'ok', 'succeeded'],
    ['avsZipFail', '0036', 'ok', 'succeeded'],
    ['avsZipFailElevatedRisk', '6072', 'ok', 'succeeded'],
    ['avsLine1Fail', '0028', 'ok', 'succeeded'],
    ['avsFail', '0010', 'ok', 'succeeded'],
    ['avsUnchecked', '0044', 'ok', 'succeeded'],
  ],
  [`${testing}#regulatory-cards`]: [
    ['threeDSecure2Required', '3220', 'ok', 'requires_action'],
    ['threeDSecureRequired', '3063', 'ok', 'requires_action'],
    ['threeDSecureRequiredChargeDeclined', '1629', 'ok', 'requires_action'],
    ['threeDSecureRequiredProcessingError', '1280', 'ok', '402 card_declined generic_decline'],
    ['threeDSecureOptional', '3055', 'ok', 'succeeded'],
    ['threeDSecureOptionalProcessingError', '3097', 'ok', 'succeeded'],
    ['amex_threeDSecureNotSupported', '0005', 'ok', 'succeeded'],
  ],
  [`${testing}#disputes`]: [
    ['createDispute', '0259', 'ok', 'succeeded'],
    ['createDisputeProductNotReceived', '2685', 'ok', 'succeeded'],
    ['createDisputeInquiry', '1976', 'ok', 'succeeded'],
    ['createIssuerFraudRecord', '5423', 'ok', 'succeeded'],
    ['createCe3EligibleDispute', '0038', 'ok', 'succeeded'],
    ['createAutoRepresentmentEligibleDispute', '0043', 'ok', 'succeeded'],
  ],
  [`${testing}#dispute-prevention`]: [
    ['createRapidDisputeResolutionDispute', '4816', 'ok', 'succeeded'],
    ['createCe3BlockDispute', '5649', 'ok', 'succeeded'],
    ['createEthocaAlert', '0018', 'ok', 'succeeded'],
  ],
  [`${testing}#refunds`]: [
    ['pendingRefund', '7726', 'ok', 'succeeded'],
    ['refundFail', '5126', 'ok', 'succeeded'],
  ],
  [`${testing}#available-balance`]: [
    ['bypassPending', '0077', 'ok', 'succeeded'],
    ['bypassPendingInternational', '0278', 'ok', 'succeeded'],
  ],
  'the page as it was in 2021': [['domesticPricing', '0093', 'ok', 'succeeded']],
};

const onlyTokens: { readonly [source: string]: ReadonlyArray<Row> } = {
  [`${testing}?testing-method=tokens#declined-payments`]: [
    ['tok_visa_chargeDeclinedExpiredCard', '0069', 'expired_card', '402 expired_card expired_card'],
    ['tok_visa_chargeDeclinedFraudulent', '0019', 'ok', '402 card_declined fraudulent'],
    [
      'tok_visa_chargeDeclinedIncorrectCvc',
      '0127',
      'incorrect_cvc',
      '402 incorrect_cvc incorrect_cvc',
    ],
    [
      'tok_visa_chargeDeclinedProcessingError',
      '0119',
      'processing_error',
      '402 processing_error processing_error',
    ],
    ['tok_visa_chargeCustomerFail', '0341', 'ok', '402 card_declined generic_decline'],
    ['tok_visa_chargeCustomerFailLostCard', '0341', 'ok', '402 card_declined lost_card'],
    ['tok_visa_chargeCustomerFailStolenCard', '0341', 'ok', '402 card_declined stolen_card'],
    [
      'tok_visa_debit_chargeDeclinedInsufficientFunds',
      '9995',
      'card_declined',
      '402 card_declined insufficient_funds',
    ],
  ],
  'recording 05, steps 41 and 47': [
    ['tok_visa_createDispute', '0259', 'ok', 'succeeded'],
    ['tok_visa_createDisputeInquiry', '1976', 'ok', 'succeeded'],
  ],
};

const onlyPaymentMethods: { readonly [source: string]: ReadonlyArray<Row> } = {
  [`${testing}#authentication-and-setup`]: [
    ['pm_card_authenticationRequired', '3184', 'ok', 'requires_action'],
    ['pm_card_authenticationRequiredOnSetup', '3155', 'ok', 'requires_action'],
    ['pm_card_authenticationRequiredSetupForOffSession', '0446', 'ok', 'requires_action'],
    [
      'pm_card_authenticationRequiredChargeDeclinedInsufficientFunds',
      '3178',
      'ok',
      'requires_action',
    ],
  ],
  [`${testing}#hsa-fsa-test-cards`]: [
    ['pm_card_debit_visaFsaProductCode', '0072', 'ok', 'succeeded'],
    ['pm_card_debit_visaHsaProductCode', '0072', 'ok', 'succeeded'],
    ['pm_card_mastercard_debit_mastercardFsaProductCode', '8897', 'ok', 'succeeded'],
  ],
  'https://docs.stripe.com/india-recurring-payments#testing': [
    ['pm_card_indiaRecurringMandateSetupAndRenewalsSuccess', '0123', 'ok', 'requires_action'],
  ],
  'older names, which many tests use': [
    ['pm_card_chargeDeclinedLostCard', '9987', 'card_declined', '402 card_declined lost_card'],
    ['pm_card_chargeDeclinedStolenCard', '9979', 'card_declined', '402 card_declined stolen_card'],
  ],
};

const withPrefix = (prefix: string): ReadonlyArray<Row> =>
  Object.values(both)
    .flat()
    .map(([name, ...rest]) => [`${prefix}${name}`, ...rest]);

describe('magic ids', () => {
  const tokens = [...withPrefix('tok_'), ...Object.values(onlyTokens).flat()];
  it('the table has all tokens', () => {
    expect([...magicTokens.keys()]).to.have.members(tokens.map(([id]) => id));
  });
  for (const [source, last4, attached, charged] of tokens) {
    it(`${source}, a card ending in ${last4}, can be used any number of times: ${attached}, ${charged}`, () => {
      const { engine, customer } = openShop();
      const attach = () => engine.call(engineOperations.createSource, { customer, source });
      if (attached === 'ok') {
        expect(right(attach()).last4).to.equal(last4);
        expect(right(attach()).id).not.to.equal(right(attach()).id);
      } else {
        expect(refusal(attach())).to.include({ status: 402, code: attached });
      }
      const { id, card } = right(
        engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: { token: source },
        }),
      );
      expect(card?.last4).to.equal(last4);
      const order = { amount: 1000, currency: 'eur', payment_method: id, confirm: true };
      expect(outcomeOf(engine.call(engineOperations.createIntent, order))).to.equal(charged);
    });
  }

  const methods = [...withPrefix('pm_card_'), ...Object.values(onlyPaymentMethods).flat()];
  it('the table has all payment methods', () => {
    expect([...magicPaymentMethods.keys()]).to.have.members(methods.map(([id]) => id));
  });
  for (const [id, last4, , charged] of methods) {
    it(`${id}, a card ending in ${last4}, pays for a customer without being attached: ${charged}`, () => {
      const { engine, customer } = openShop();
      const intent = right(
        engine.call(engineOperations.createIntent, {
          amount: 1000,
          currency: 'eur',
          customer,
          payment_method: id,
        }),
      );
      const payment_method = intent.payment_method ?? '';
      expect(payment_method).to.match(/^pm_[0-9A-Za-z]{24}$/);
      const stored = engine.call(engineOperations.retrievePaymentMethod, { payment_method });
      expect(right(stored).card?.last4).to.equal(last4);
      const confirmed = engine.call(engineOperations.confirmIntent, { payment_intent: intent.id });
      expect(outcomeOf(confirmed)).to.equal(charged);
    });
  }

  for (const [id, expected] of [
    ['pm_card_authenticationRequired', '402 authentication_required authentication_required'],
    ['pm_card_authenticationRequiredOnSetup', 'succeeded'],
  ] as const) {
    it(`${id}, set up for it, is charged off session: ${expected}`, () => {
      const { engine, customer } = openShop();
      const { id: payment_method } = right(
        engine.call(engineOperations.attachPaymentMethod, { payment_method: id, customer }),
      );
      const order = { amount: 1000, currency: 'eur', customer, payment_method, confirm: true };
      const charge = (details: object) =>
        engine.call(engineOperations.createIntent, { ...order, ...details });
      const first = right(charge({ setup_future_usage: 'off_session' }));
      right(engine.control(controls.completeChallenge, { payment_intent: first.id }));
      expect(outcomeOf(charge({ off_session: true }))).to.equal(expected);
    });
  }
});
