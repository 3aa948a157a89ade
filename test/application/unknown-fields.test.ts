import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { reportUnknownFields } from '../../src/adapters/inbound/report-unknown-fields.js';
import type { LogFields } from '../../src/application/ports/logger.js';
import {
  movesMoney,
  type UnknownFieldsPolicy,
  unknownFieldsCheck,
} from '../../src/application/unknown-fields.js';
import { operations } from '../../src/application/use-cases.js';
import { unknownNames } from '../../src/domain/input/field-names.js';
import { keysOf } from '../support/json/keys-of.js';

const recording = (policy?: UnknownFieldsPolicy) => {
  const lines: Array<readonly [string, LogFields | undefined]> = [];
  const unexpected = (): never => {
    throw new Error('unknown fields are no information and no failure');
  };
  const logger = {
    info: unexpected,
    warn: (message: string, fields?: LogFields) => lines.push([message, fields]),
    error: unexpected,
  };
  return { check: unknownFieldsCheck(reportUnknownFields(logger), policy), lines };
};

const ammount = [{ name: 'ammount', nearest: 'amount' }];
const refusal = E.left({ _tag: 'UnknownFields', fields: ammount });
const taken = E.right(undefined);
const warning = 'unknown fields were ignored';

describe('Unknown fields', () => {
  it('are refused by the operations that move money, and only by these', () => {
    const { check } = recording();
    const refusing = keysOf(operations).filter((name) => E.isLeft(check(name, ammount)()));
    expect(refusing).to.deep.equal([
      'createPaymentIntent',
      'updatePayment',
      'confirmPayment',
      'capturePayment',
      'cancelPayment',
      'createSetupIntent',
      'confirmSetupIntent',
      'cancelSetupIntent',
      'createCheckoutSession',
      'expireCheckoutSession',
      'refundCharge',
      'submitDisputeEvidence',
      'closeDispute',
    ]);
    expect(refusing.every((name) => movesMoney(name))).to.equal(true);
  });

  it('are refused with their names and the nearest known names', () => {
    const { check, lines } = recording();
    expect(check('refundCharge', ammount)()).to.deep.equal(refusal);
    expect(lines).to.deep.equal([]);
  });

  it('are accepted elsewhere, and named in one warning', () => {
    const { check, lines } = recording();
    const emial = [
      { name: 'emial', nearest: 'email' },
      { name: 'x', nearest: null },
    ];
    expect(check('createCustomer', emial)()).to.deep.equal(taken);
    expect(check('createCustomer', emial)()).to.deep.equal(taken);
    expect(check('updateCustomer', emial)()).to.deep.equal(taken);
    const fields = 'emial (nearest: email), x';
    expect(lines).to.deep.equal([
      [warning, { operation: 'createCustomer', fields }],
      [warning, { operation: 'updateCustomer', fields }],
    ]);
  });

  it('are refused everywhere with refuse, and nowhere with ignore', () => {
    expect(recording('refuse').check('listCustomers', ammount)()).to.deep.equal(refusal);
    const { check, lines } = recording('ignore');
    expect(check('refundCharge', ammount)()).to.deep.equal(taken);
    expect(lines).to.deep.equal([
      [warning, { operation: 'refundCharge', fields: 'ammount (nearest: amount)' }],
    ]);
  });

  it('do not fill the log, however many there are', () => {
    const { check, lines } = recording();
    for (let n = 0; n < 10_000; n += 1) {
      check('listCustomers', [{ name: `name${n}`, nearest: null }])();
    }
    expect(lines).to.have.length(21);
    expect(lines.at(-1)).to.deep.equal([
      'further unknown fields of this operation are not logged',
      { operation: 'listCustomers' },
    ]);
  });
});

describe('unknownNames', () => {
  it('returns the unknown names only', () => {
    expect(
      unknownNames(['amount', 'charge'])({ charge: 'ch_1', Amount: 1, foo: null }),
    ).to.deep.equal([
      { name: 'Amount', nearest: 'amount' },
      { name: 'foo', nearest: null },
    ]);
  });

  it('counts undefined as absent', () => {
    expect(unknownNames(['amount'])({ ammount: undefined })).to.deep.equal([]);
  });

  it('names __proto__, constructor and toString like any other name', () => {
    const values: object = JSON.parse('{"__proto__": 1, "constructor": 2, "toString": 3}');
    expect(unknownNames(['amount'])(values).map(({ name }) => name)).to.deep.equal([
      '__proto__',
      'constructor',
      'toString',
    ]);
  });

  it('hides card numbers, keys and control characters, and cuts names at sixty characters', () => {
    const key = `${'sk'}_${'test'}_0123456789`;
    const names = unknownNames([])({
      '4242 4242 4242 4242': 1,
      [key]: 2,
      'a\u0000b\nc\u202ed': 3,
      ['y'.repeat(10_000)]: 4,
    }).map(({ name }) => name);
    expect(names).to.deep.equal(['[number]', '[key]', 'a b c d', `${'y'.repeat(60)}…`]);
  });

  it('hides card numbers in any notation', () => {
    const number = '4242424242424242';
    const names = unknownNames([])({
      [`card_${number}`]: 1,
      [`pan${number}x`]: 2,
      '4242.4242.4242.4242': 3,
      '4_2_4_2_4_2_4_2_4_2_4_2_4_2_4_2': 4,
      [`${'\n'.repeat(300)}${number}`]: 5,
      order_2026_11_22: 6,
    }).map(({ name }) => name);
    expect(names).to.deep.equal([
      'card_[number]',
      'pan[number]x',
      '[number]',
      '[number]',
      ' [number]',
      'order_2026_11_22',
    ]);
  });

  it('returns at most twenty names', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`name${n}`, n]));
    expect(unknownNames([])(many)).to.have.length(20);
  });
});
