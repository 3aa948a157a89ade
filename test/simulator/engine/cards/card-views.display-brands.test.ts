import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { cardWithNumber } from '../../../adapters/outbound/memory/support/card-payments.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

// https://docs.stripe.com/api/payment_methods/object. Recorded: american_express, discover (pay-rails/pay, 2025 and 2026).
describe('the displayed brand of a payment method', () => {
  for (const [number, preferred, brand, shown] of [
    ['4242424242424242', undefined, 'visa', 'visa'],
    ['378282246310005', undefined, 'amex', 'american_express'],
    ['3056930009020004', undefined, 'diners', 'diners_club'],
    ['6011111111111117', undefined, 'discover', 'discover'],
    ['6200000000000005', undefined, 'unionpay', 'union_pay'],
    ['5062210000000009', undefined, 'unknown', 'other'],
    ['4000002500001001', 'cartes_bancaires', 'visa', 'cartes_bancaires'],
  ] as const) {
    it(`of ${number}${preferred === undefined ? '' : ` with ${preferred}`} is ${shown}`, () => {
      const { card } = right(
        openShop().engine.call(engineOperations.createPaymentMethod, {
          type: 'card',
          card: {
            ...cardWithNumber(number),
            ...(preferred === undefined ? {} : { networks: { preferred } }),
          },
        }),
      );
      expect(card).to.include({ brand, display_brand: shown });
    });
  }
});
