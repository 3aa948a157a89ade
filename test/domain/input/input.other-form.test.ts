import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { confirmedOnPage } from '../../../src/application/confirmed-on-page.js';
import { decodeInput, input, isDecodedInput } from '../../../src/domain/input/input.js';
import { flag, text } from '../../../src/domain/input/primitives.js';

const some = text('any');

const Payment = input(
  { customer: some, amount: some, payment_method: some },
  {
    payment_methods: some,
    confirmation_token: some,
    mandate: some,
    confirm: flag('any'),
    off_session: flag('any'),
  },
  {},
  ['customer', 'payment_method'],
  confirmedOnPage(['payment_method', 'off_session']),
);

const decode = (raw: object) => decodeInput(Payment)({ ...raw });

const usual = { customer: 'c', amount: '1', payment_method: 'p' };
const page = { amount: '1', payment_methods: 'a' };

describe('an input with another form', () => {
  for (const raw of [
    usual,
    { ...usual, confirm: true, off_session: true },
    page,
    { ...page, customer: 'c', confirm: false },
    { ...page, confirm: true, confirmation_token: 't' },
    { ...page, confirm: true, confirmation_token: 't', mandate: 'm' },
  ]) {
    it(`takes ${JSON.stringify(raw)}`, () => {
      expect(decode(raw)).to.deep.equal(E.right(raw));
      expect(isDecodedInput(Payment, raw)).to.equal(true);
    });
  }

  const together = (field: string) => ({ field, _tag: 'Excludes', other: 'payment_methods' });
  for (const [raw, { field, ...refusal }] of [
    [{ ...page, payment_method: 'p' }, together('payment_method')],
    [{ ...usual, payment_methods: 'a' }, together('payment_method')],
    [{ payment_methods: 'a', payment_method: '' }, together('payment_method')],
    [{ ...page, off_session: false }, together('off_session')],
    [
      { ...page, confirm: true },
      {
        field: 'confirm',
        _tag: 'ConfirmedOnPage',
        other: 'payment_methods',
        token: 'confirmation_token',
      },
    ],
    [
      { ...page, confirmation_token: 't' },
      { field: 'confirmation_token', _tag: 'OnlyWith', other: 'confirm' },
    ],
    [
      { ...page, confirmation_token: 't', confirm: false },
      { field: 'confirmation_token', _tag: 'OnlyWith', other: 'confirm' },
    ],
    [
      { ...usual, confirmation_token: 't', confirm: true },
      { field: 'confirmation_token', _tag: 'Requires', other: 'payment_methods' },
    ],
    [
      { ...usual, mandate: 'm', confirm: true },
      { field: 'mandate', _tag: 'Requires', other: 'confirmation_token' },
    ],
    [
      { ...page, mandate: 'm' },
      { field: 'mandate', _tag: 'Requires', other: 'confirmation_token' },
    ],
  ] as const) {
    it(`refuses ${field} in ${JSON.stringify(raw)}`, () => {
      expect(decode(raw)).to.deep.equal(E.left({ _tag: 'InvalidInput', field, refusal }));
    });
  }

  for (const [raw, required, fields] of [
    [{}, ['customer', 'amount', 'payment_method'], ['customer', 'amount', 'payment_method']],
    [{ payment_methods: 'a' }, ['amount'], ['amount']],
    [{ payment_methods: null }, ['amount'], ['amount']],
  ] as const) {
    it(`names what is missing in ${JSON.stringify(raw)}`, () => {
      expect(decode(raw)).to.deep.equal(E.left({ _tag: 'MissingInput', required, fields }));
    });
  }

  it('decoded, has the fields of one of its forms', () => {
    expect(isDecodedInput(Payment, { payment_methods: 'a' })).to.equal(false);
    expect(isDecodedInput(Payment, {})).to.equal(false);
  });
});
