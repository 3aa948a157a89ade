import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { Amount } from '../../../src/domain/money/amount.js';
import { formatAmount } from '../../../src/domain/money/amount-text.js';
import { meantByNumber } from '../../../src/domain/money/number-as-amount.js';
import { AmountOfOther, AmountText, minorUnitsOf } from '../../../src/domain/money/whole-units.js';
import { arbitraryCents } from '../../support/inputs/arbitraries.js';
import { decoded } from '../../support/inputs/decoded.js';
import { seed } from '../../support/inputs/seed.js';
import { withoutReading } from '../../support/inputs/without-reading.js';

const notA = (expected: string) => E.left({ _tag: 'NotA', expected });

describe('an amount as text (decision P19)', () => {
  for (const [text, currency, minor] of [
    ['19.99', undefined, 1999],
    ['20', undefined, 2000],
    ['20', 'EUR', 2000],
    ['1000', 'jpy', 1000],
    ['5.12', 'kwd', 5120],
    ['5', 'isk', 500],
  ] as const) {
    it(`decodes '${text}' of ${currency ?? 'euros'} to ${minor}`, () => {
      expect(AmountText.refine(text, { currency })).to.deep.equal(E.right(minor));
      const amount = decoded(AmountOfOther, text);
      expect(minorUnitsOf(amount, currency ?? 'eur')).to.deep.equal(E.right(minor));
    });
  }

  it('encodes to text that decodes to the same minor units', () => {
    fc.assert(
      fc.property(arbitraryCents(), (cents) => {
        const text = formatAmount(cents, 'eur');
        expect(AmountText.encode(decoded(AmountText, text))).to.equal(text);
        expect(AmountText.refine(text)).to.deep.equal(E.right(cents));
        const other = decoded(AmountOfOther, text);
        expect(AmountOfOther.encode(other)).to.equal(text);
        expect(minorUnitsOf(other, 'usd')).to.deep.equal(E.right(cents));
      }),
      { seed, numRuns: 500 },
    );
  });

  it('is the same in every way to write it', () => {
    for (const text of ['5', '5.0', '5.00']) {
      expect(AmountOfOther.refine(text)).to.deep.equal(E.right('5.00'));
    }
  });

  for (const text of ['', ' ', '1.005', '6,95', '1e3', '+5', '19.99 EUR', true, null, {}, 5n]) {
    it(`refuses ${String(text)}`, () => {
      expect(withoutReading(AmountText.refine(text))).to.deep.equal(notA('whole-units'));
      expect(withoutReading(AmountOfOther.refine(text))).to.deep.equal(notA('whole-units'));
    });
  }

  for (const text of ['0', '0.00', '-5', -5, 0]) {
    it(`refuses ${JSON.stringify(text)} as not positive, in whole units`, () => {
      const refusal = {
        _tag: 'NotPositive',
        read: { unit: 'whole', given: String(text), currency: 'eur' },
      };
      expect(AmountText.refine(text)).to.deep.equal(E.left(refusal));
      expect(AmountOfOther.refine(text)).to.deep.equal(
        E.left({ ...refusal, read: { ...refusal.read, currency: null } }),
      );
    });
  }

  it('refuses decimals of a currency without any, and says how it was read', () => {
    const read = { unit: 'whole', given: '19.99', currency: 'jpy' };
    const refusal = E.left({ _tag: 'NotA', expected: 'whole-amount', read });
    expect(AmountText.refine('19.99', { currency: 'JPY' })).to.deep.equal(refusal);
    expect(minorUnitsOf(decoded(AmountOfOther, '19.99'), 'JPY')).to.deep.equal(refusal);
  });

  it('is not converted for a currency whose decimals are not known', () => {
    expect(minorUnitsOf(decoded(AmountOfOther, '19.99'), 'xyz')).to.deep.equal(
      notA('known-decimals'),
    );
  });

  it('never repeats digits that may be a card number', () => {
    const number = '4242424242424242.001';
    expect(AmountText.refine(number)).to.have.nested.property('left.read.given', null);
    expect(AmountText.refine(4242424242424242)).to.have.nested.property('left.read.given', null);
  });
});

describe('a number in place of text', () => {
  for (const [given, currency, meant] of [
    [19.99, 'eur', [1999]],
    [20, 'eur', [2000, 20]],
    [20.5, 'usd', [2050]],
    [500, 'jpy', [500]],
    [19.99, 'jpy', []],
    [20, 'kwd', [20_000, 20]],
    [25, 'kwd', [25_000]],
    [5.5, 'isk', []],
    [500, 'isk', [50_000, 500]],
    [20, 'xyz', [2000, 20]],
    [0, 'eur', []],
    [-20, 'eur', []],
    [1.005, 'eur', []],
    [1e21, 'eur', []],
    [Number.NaN, 'eur', []],
    [12_345_678_901, 'eur', []],
  ] as const) {
    it(`of ${given} ${currency} means ${meant.join(' or ') || 'nothing'}`, () => {
      expect(meantByNumber(given, currency)).to.deep.equal(meant);
    });
  }

  it('is refused with the amounts that it may have meant', () => {
    for (const [given, meant] of [
      [19.99, [1999]],
      [20, [2000, 20]],
    ] as const) {
      const refusal = E.left({ _tag: 'NumberAsAmount', currency: 'eur', meant });
      expect(AmountText.refine(given)).to.deep.equal(refusal);
      expect(AmountOfOther.refine(given)).to.deep.equal(refusal);
    }
    expect(AmountText.refine(500, { currency: 'jpy' })).to.deep.equal(
      E.left({ _tag: 'NumberAsAmount', currency: 'jpy', meant: [500] }),
    );
  });

  it('means what the same number means over HTTP, among others', () => {
    fc.assert(
      fc.property(
        arbitraryCents(),
        fc.constantFrom('eur', 'jpy', 'kwd', 'isk', 'usd'),
        (cents, currency) => {
          const over = Amount.refine(cents / 100, { currency });
          if (E.isRight(over)) expect(meantByNumber(cents / 100, currency)).to.include(over.right);
        },
      ),
      { seed, numRuns: 500 },
    );
  });
});
