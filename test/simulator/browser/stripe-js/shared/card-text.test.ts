import { expect } from 'chai';
import {
  brandOf,
  checkCode,
  checkExpiry,
  checkNumber,
  checkPostalCode,
  formatCode,
  formatExpiry,
  formatNumber,
  readExpiryText,
} from '../../../../../src/simulator/browser/stripe-js/shared/card-text.js';

describe('the text of a card field', () => {
  const today = new Date(2026, 4, 28);

  for (const [typed, shown] of [
    ['', ''],
    ['4', '4'],
    ['42424', '4242 4'],
    ['4242-4242 4242/4242', '4242 4242 4242 4242'],
    ['42424242424242424', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['6205500000000000004', '6205 5000 0000 0000 004'],
  ] as const) {
    it(`shows the number ${typed} as "${shown}"`, () => {
      expect(formatNumber(typed)).to.equal(shown);
    });
  }

  it('is a complete number if its length is that of the brand and its check digit is right', () => {
    expect(checkNumber('')).to.equal('empty');
    expect(checkNumber('4242 4242')).to.equal('incomplete_number');
    expect(checkNumber('4242 4242 4242 4242')).to.equal('complete');
    expect(checkNumber('4242 4242 4242 4241')).to.equal('invalid_number');
    expect(checkNumber('6200 0000 0000 0005')).to.equal('complete');
    expect(checkNumber('6205 5000 0000 0000 004')).to.equal('complete');
    expect(brandOf('6205 5')).to.equal('unionpay');
  });

  for (const [typed, shown] of [
    ['1', '1'],
    ['2', '02 / '],
    ['13', '01 / 3'],
    ['12', '12 / '],
    ['1/', '01 / '],
    ['1 / 40', '01 / 40'],
    ['1240', '12 / 40'],
    ['12/2040', '12 / 40'],
    ['12 / 405', '12 / 40'],
  ] as const) {
    it(`shows the date ${typed} as "${shown}"`, () => {
      expect(formatExpiry(typed)).to.equal(shown);
    });
  }

  it('loses the separator of a date when it is deleted', () => {
    expect(formatExpiry('12 /', true)).to.equal('12');
    expect(formatExpiry('12 / 4', true)).to.equal('12 / 4');
  });

  it('is a complete date until the end of its month, for fifty years', () => {
    expect(checkExpiry('', today)).to.equal('empty');
    expect(checkExpiry('12 / 4', today)).to.equal('incomplete_expiry');
    expect(checkExpiry('00 / 40', today)).to.equal('incomplete_expiry');
    expect(checkExpiry('05 / 26', today)).to.equal('complete');
    expect(checkExpiry('04 / 26', today)).to.equal('invalid_expiry_month_past');
    expect(checkExpiry('12 / 25', today)).to.equal('invalid_expiry_year_past');
    expect(checkExpiry('12 / 76', today)).to.equal('complete');
    expect(checkExpiry('01 / 77', today)).to.equal('invalid_expiry_year');
    expect(readExpiryText('05 / 31')).to.deep.equal({ month: 5, year: 2031 });
  });

  it('is a security code with as many digits as the brand has', () => {
    expect(formatCode('12345', '')).to.equal('1234');
    expect(formatCode('12345', '4242')).to.equal('123');
    expect(formatCode('1a2', '3782')).to.equal('12');
    expect(checkCode('', '4242')).to.equal('empty');
    expect(checkCode('12', '4242')).to.equal('incomplete_cvc');
    expect(checkCode('123', '4242')).to.equal('complete');
    expect(checkCode('123', '3782')).to.equal('incomplete_cvc');
    expect(checkCode('123', '')).to.equal('complete');
  });

  it('is a postal code of five digits in the United States, of three characters elsewhere', () => {
    expect(checkPostalCode(' ', 'US')).to.equal('empty');
    expect(checkPostalCode('9410', 'US')).to.equal('incomplete_zip');
    expect(checkPostalCode('94107', 'US')).to.equal('complete');
    expect(checkPostalCode('94107-1234', 'US')).to.equal('complete');
    expect(checkPostalCode('W1', 'GB')).to.equal('incomplete_zip');
    expect(checkPostalCode('W1A', '')).to.equal('complete');
  });
});
