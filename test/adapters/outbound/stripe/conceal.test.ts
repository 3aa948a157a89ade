import { expect } from 'chai';
import { conceal } from '../../../../src/adapters/outbound/stripe/errors.js';

const cases: ReadonlyArray<
  readonly [what: string, secrets: ReadonlyArray<string>, text: string, shown: string]
> = [
  ['every time that it stands there', ['12345678'], '12345678, 12345678.', '[removed], [removed].'],
  ['with others', ['12345678', 'abcdefgh'], '12345678abcdefgh', '[removed][removed]'],
  ['also when it looks like a pattern', ['$&.*[a-z]'], 'is $&.*[a-z]', 'is [removed]'],
  [
    'not when it is a part of ordinary words',
    ['', 'no', '1234567'],
    'none 1234567',
    'none 1234567',
  ],
];

describe('a secret in the text of somebody else is removed', () => {
  for (const [what, secrets, text, shown] of cases) {
    it(what, () => {
      expect(conceal(secrets)(text)).to.equal(shown);
    });
  }
});
