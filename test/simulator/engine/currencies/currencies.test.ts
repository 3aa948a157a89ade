import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { currencies, formatMoney } from '../../../../src/simulator/engine/currencies/currencies.js';
import { amountProblem, readMoney } from '../../../../src/simulator/engine/currencies/money.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../../support/inputs/seed.js';

const problemOf = (amount: number, currency: string): string | null => {
  const known = currencies.get(currency);
  if (known === undefined) throw new Error(`no currency ${currency}`);
  return amountProblem(amount, known)?.error.message ?? null;
};

describe('currencies', () => {
  for (const [amount, currency, text] of [
    [701, 'eur', '€7.01'],
    [99_999_999, 'eur', '€999,999.99'],
    [500, 'jpy', '¥500'],
    [500, 'clp', 'CLP 500'],
    [5120, 'kwd', 'KWD 5.120'],
    [500, 'isk', 'ISK 5.00'],
    [1, 'gbp', '£0.01'],
  ] as const) {
    it(`shows ${amount} of ${currency} as ${text}`, () => {
      expect(formatMoney(amount, currency)).to.equal(text);
    });
  }

  // Currency, smallest amount, message for a smaller one, largest amount, step.
  for (const [currency, least, message, most, step] of [
    ['eur', 50, 'Amount must be at least 50 cents', 99_999_999, 1],
    ['usd', 50, 'Amount must be at least 50 cents', 99_999_999, 1],
    ['gbp', 30, 'Amount must be at least 30 pence', 99_999_999, 1],
    ['jpy', 50, 'Amount must be at least ¥50 jpy', 99_999_999, 1],
    ['mxn', 1000, 'Amount must be at least MX$10.00 mxn', 99_999_999, 1],
    ['huf', 17_500, 'Amount must be at least HUF 175.00 huf', 99_999_999, 1],
    ['clp', 1, 'Amount must be at least CLP 1 clp', 99_999_999, 1],
    ['kwd', 10, 'Amount must be at least KWD 0.010 kwd', 99_999_990, 10],
    ['isk', 100, 'Amount must be at least ISK 1.00 isk', 99_999_900, 100],
    ['idr', 50, 'Amount must be at least IDR 0.50 idr', 999_999_999_999, 1],
  ] as const) {
    it(`accepts ${least} to ${most} of ${currency}, in steps of ${step}`, () => {
      expect(problemOf(least, currency)).to.equal(null);
      expect(problemOf(least - 1, currency)).to.equal(message);
      expect(problemOf(most, currency)).to.equal(null);
      expect(problemOf(most + 100, currency)).to.match(/^Amount must be no more than /);
      if (step > 1) {
        expect(problemOf(least + 1, currency)).to.equal(
          `Invalid amount: in ${currency} it must be evenly divisible by ${step}`,
        );
      }
    });
  }

  it('are refused with the list of the known ones', () => {
    const { engine } = openShop();
    for (const currency of ['euro', 'xyz', 'EURO']) {
      const error = refusal(
        ask(engine, engineOperations.createIntent, { amount: '2000', currency, confirm: 'false' }),
      );
      expect(error).to.include({ status: 400, type: 'invalid_request_error', param: 'currency' });
      expect(error.message).to.match(
        new RegExp(
          `^Invalid currency: ${currency.toLowerCase()}\\. Stripe currently supports these currencies: usd, aed, afn, .*, eur, .*mro$`,
        ),
      );
      expect(error).not.to.have.property('code');
    }
  });

  it('can all be charged, in upper or lower case', () => {
    for (const { code, minimum } of currencies.values()) {
      const shop = openShop();
      const currency = code.toUpperCase();
      const intent = pay(shop, 'pm_card_visa', { amount: minimum, currency });
      expect(intent).to.include({ status: 'succeeded', amount: minimum, currency: code });
      const refund = right(
        shop.engine.call(engineOperations.createRefund, { payment_intent: intent.id }),
      );
      expect(refund).to.include({ amount: minimum, currency: code });
    }
  });

  it('have steps for captures and refunds too', () => {
    const shop = openShop();
    const { engine } = shop;
    const extra = { amount: 5120, currency: 'kwd', capture_method: 'manual' };
    const { id } = pay(shop, 'pm_card_visa', extra);
    const message = 'Invalid amount: in kwd it must be evenly divisible by 10';
    const capture = (amount_to_capture: number) =>
      engine.call(engineOperations.captureIntent, { payment_intent: id, amount_to_capture });
    expect(refusal(capture(5115))).to.include({ message, param: 'amount_to_capture' });
    right(capture(5110));
    const refund = engine.call(engineOperations.createRefund, { payment_intent: id, amount: 15 });
    expect(refusal(refund)).to.include({ message, param: 'amount' });
  });

  it('accept an amount or give the reason, and accept accepted money again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies.values()),
        fc.integer({ min: -1000, max: 2_000_000_000_000 }),
        (currency, amount) => {
          const { code, minimum, maximum, step } = currency;
          const allowed = amount >= minimum && amount <= maximum && amount % step === 0;
          const money = readMoney({ amount, currency: code });
          expect(E.isRight(money)).to.equal(allowed);
          if (E.isRight(money)) expect(readMoney(money.right)).to.deep.equal(money);
          else expect(money.left).to.include({ status: 400 });
        },
      ),
      { seed, numRuns: 2_000 },
    );
  });
});
