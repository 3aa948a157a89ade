import { expect } from 'chai';
import { holdsNoCardData } from '../../src/contract/holds-no-card-data.js';

const number = '4242424242424242';
const cards = [{ number, cvc: '737' }];
const circular: { self?: object; text: string } = { text: 'nothing' };
circular.self = circular;

describe('holdsNoCardData', () => {
  const numberAt = (path: string) => `${path} must not hold the card number`;
  const codeAt = (path: string) => `${path} must not hold the security code`;
  const leaks: ReadonlyArray<readonly [what: string, value: unknown, message: string]> = [
    ['a text', number, numberAt('it')],
    ['groups of digits', { card: '4242 4242-4242 4242' }, numberAt('it.card')],
    ['a number', { deep: [{ card: Number(number) }] }, numberAt('it.deep.0.card')],
    ['bytes', { body: Buffer.from(`number=${number}`) }, numberAt('it.body.bytes')],
    ['a map', new Map([['sent', number]]), numberAt('it.sent')],
    ['a set', new Set(['nothing', number]), numberAt('it.1')],
    [
      'the cause of an error',
      new Error('lost', { cause: { number } }),
      numberAt('it.cause.number'),
    ],
    ['a security code alone', { code: '737' }, codeAt('it.code')],
    ['a security code in a form', { body: 'card[cvc]=737' }, codeAt('it.body')],
    ['a security code in a message', new Error('the code 737 is wrong'), codeAt('it.message')],
  ];

  for (const [what, value, message] of leaks) {
    it(`finds card data in ${what}`, () => {
      expect(() => holdsNoCardData('it', value, cards)).to.throw(message);
    });
  }

  const harmless: ReadonlyArray<readonly [what: string, value: unknown]> = [
    ['the last digits', { last4: '4242' }],
    ['a length that is the code by chance', { 'content-length': '737' }],
    ['an object that holds itself', circular],
    ['a getter that computes it', Object.defineProperty({}, 'card', { get: () => number })],
  ];
  for (const [what, value] of harmless) {
    it(`takes ${what} for harmless`, () => {
      expect(() => holdsNoCardData('it', value, cards)).not.to.throw();
    });
  }

  it('finds nothing where no card was used', () => {
    expect(() => holdsNoCardData('it', number, [])).not.to.throw();
  });
});
