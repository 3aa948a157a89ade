import { expect } from 'chai';
import { shownBody, shownValue } from '../../../src/simulator/console/shown.js';

const number = ['4242', '4242', '4242', '4242'].join('');
const secret = ['pi_1', 'secret', 'abc'].join('_');

describe('what the console shows of a value', () => {
  it('has no card numbers, security codes and client secrets at any depth', () => {
    const value = {
      card: { number, cvc: '123', exp_year: 2040 },
      list: [{ client_secret: secret, name: `Ana ${number}` }],
      amount: Number(number),
    };
    expect(shownValue(value)).to.deep.equal({
      card: { number: '[number]', cvc: '[removed]', exp_year: 2040 },
      list: [{ client_secret: '[removed]', name: 'Ana [number]' }],
      amount: '[number]',
    });
  });

  it('has no secret in a field whose name is wrong', () => {
    const given = { cvc2: '123', securityCode: 123, card_cvv: '123', verification_value: '1234' };
    expect(Object.values(shownValue(given) ?? {})).to.deep.equal(Array(4).fill('[removed]'));
    expect(shownValue({ clientSecret: 'x', webhook_secret: 'y' })).to.deep.equal({
      clientSecret: '[removed]',
      webhook_secret: '[removed]',
    });
    expect(shownValue({ cvc_check: 'pass' })).to.deep.equal({ cvc_check: 'pass' });
  });

  it('leaves HTML as the text that it is', () => {
    expect(shownValue({ name: '<script>alert(1)</script>' })).to.deep.equal({
      name: '<script>alert(1)</script>',
    });
  });

  it('reads a form by the names of its fields', () => {
    const form = `card[number]=${number}&card[cvc]=123&metadata[a]=%3Cb%3E&client_secret=${secret}`;
    expect(shownBody(form)).to.deep.equal({
      'card[number]': '[number]',
      'card[cvc]': '[removed]',
      'metadata[a]': '<b>',
      client_secret: '[removed]',
    });
  });

  it('reads JSON, nothing, and other texts', () => {
    expect(shownBody('{"cvc":123,"a":null,"b":true}')).to.deep.equal({
      cvc: '[removed]',
      a: null,
      b: true,
    });
    expect(shownBody('')).to.equal(null);
    expect(shownBody(`a text, ${number}`)).to.equal('a text, [number]');
  });
});
