import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { cardWithNumber } from '../../../adapters/outbound/memory/support/card-payments.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('card validation', () => {
  const good = cardWithNumber('4242424242424242');
  const cases: ReadonlyArray<readonly [string, object, string, string | undefined]> = [
    ['a wrong check digit', { number: '4242424242424241' }, 'incorrect_number', 'number'],
    ['no digits', { number: 'four two' }, 'incorrect_number', 'number'],
    ['too few digits', { number: '42424242' }, 'incorrect_number', 'number'],
    ['month 0', { exp_month: 0 }, 'invalid_expiry_month', 'exp_month'],
    ['month 13', { exp_month: 13 }, 'invalid_expiry_month', 'exp_month'],
    ['last month', { exp_month: 4, exp_year: 2026 }, 'invalid_expiry_year', 'exp_year'],
    ['last year', { exp_year: 2025 }, 'invalid_expiry_year', 'exp_year'],
    ['51 years ahead', { exp_year: 2077 }, 'invalid_expiry_year', 'exp_year'],
    ['a code of two digits', { cvc: '12' }, 'invalid_cvc', 'cvc'],
    ['a code of letters', { cvc: 'abc' }, 'invalid_cvc', 'cvc'],
    ['a code of four digits on a Visa', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
    [
      'a code of three digits on an American Express',
      { number: '378282246310005', cvc: '123' },
      'invalid_cvc',
      'cvc',
    ],
    [
      'a number that is not a test card',
      { number: '4111111111111111' },
      'card_declined',
      undefined,
    ],
  ];
  for (const [title, change, code, param] of cases) {
    it(`refuses ${title}: ${code}`, () => {
      const { engine } = openShop();
      const before = engine.snapshot();
      const error = refusal(
        engine.call(engineOperations.createToken, { card: { ...good, ...change } }),
      );
      expect(error).to.include({ status: 402, type: 'card_error', code });
      expect(error.param).to.equal(param);
      expect(engine.snapshot()).to.deep.equal(before);
    });
  }

  it('accepts this month, 50 years ahead, spaces, and a card without a security code', () => {
    const { engine } = openShop();
    for (const change of [
      { exp_month: 5, exp_year: 2026 },
      { exp_year: 2076 },
      { number: '4242 4242 4242 4242' },
    ]) {
      expect(
        right(engine.call(engineOperations.createToken, { card: { ...good, ...change } })).card
          .last4,
      ).to.equal('4242');
    }
    const { cvc, ...withoutCode } = good;
    expect(cvc).to.equal('123');
    expect(
      right(engine.call(engineOperations.createToken, { card: withoutCode })).card.cvc_check,
    ).to.equal(null);
  });

  it('computes one fingerprint for each number', () => {
    const { engine } = openShop();
    const fingerprint = (number: string): string =>
      right(engine.call(engineOperations.createToken, { card: cardWithNumber(number) })).card
        .fingerprint;
    expect(fingerprint('4242424242424242')).to.equal(fingerprint('4242 4242 4242 4242'));
    expect(fingerprint('4242424242424242')).not.to.equal(fingerprint('4000056655665556'));
  });
});
