import { expect } from 'chai';
import * as fc from 'fast-check';
import { isLuhnValid } from '../../src/domain/card-number.js';
import { hasCardNumber, hideCardNumbers } from '../../src/domain/hide-card-numbers.js';
import { seed } from '../support/inputs/seed.js';

const number = '4242424242424242';
const inFours = (text: string, between: string): string =>
  (text.match(/.{1,4}/gsu) ?? []).join(between);
const each = (text: string, write: (digit: string) => string): string =>
  Array.from(text, write).join('');
const hex = (digit: string): string => digit.charCodeAt(0).toString(16);
const wide = (digit: string): string => String.fromCodePoint(0xff10 + Number(digit));

const notations: ReadonlyArray<readonly [name: string, write: (digits: string) => string]> = [
  ['no separator', (digits) => digits],
  ...[' ', '-', '.', '_', '+', '/', ':', ', ', '\u00a0', '\u2009', '\u200b', '\u2013', '\n'].map(
    (between) =>
      [`${JSON.stringify(between)} between`, (text: string) => inFours(text, between)] as const,
  ),
  ['quotes between', (digits) => inFours(digits, '","')],
  ['escaped quotes between', (digits) => inFours(digits, String.raw`\", \"`)],
  ['%20 between', (digits) => inFours(digits, '%20')],
  ['%2520 between', (digits) => inFours(digits, '%2520')],
  ['%C2%A0 between', (digits) => inFours(digits, '%C2%A0')],
  [String.raw`\u00a0 between`, (digits) => inFours(digits, String.raw`\u00a0`)],
  [String.raw`\\n between`, (digits) => inFours(digits, String.raw`\\n`)],
  ['&nbsp; between', (digits) => inFours(digits, '&nbsp;')],
  ['a dash after each digit', (digits) => each(digits, (digit) => `${digit}-`)],
  ['full-width digits', (digits) => each(digits, wide)],
  ['encoded full-width digits', (digits) => encodeURIComponent(each(digits, wide))],
  ['Arabic digits', (digits) => each(digits, (d) => String.fromCodePoint(0x660 + Number(d)))],
  ['Devanagari digits', (digits) => each(digits, (d) => String.fromCodePoint(0x966 + Number(d)))],
  ['bold digits', (digits) => each(digits, (d) => String.fromCodePoint(0x1d7ce + Number(d)))],
  ['%34', (digits) => each(digits, (digit) => `%${hex(digit)}`)],
  ['%2534', (digits) => each(digits, (digit) => `%25${hex(digit)}`)],
  [String.raw`\u0034`, (digits) => each(digits, (digit) => String.raw`\u00${hex(digit)}`)],
  [String.raw`\x34`, (digits) => each(digits, (digit) => String.raw`\x${hex(digit)}`)],
  ['&#52;', (digits) => each(digits, (digit) => `&#${digit.charCodeAt(0)};`)],
  ['&#x34;', (digits) => each(digits, (digit) => `&#x${hex(digit)};`)],
];

const withCheckDigit = (digits: string): string =>
  Array.from('0123456789', (check) => digits + check).find(isLuhnValid) ?? '';

/** A number of 13 to 19 digits that begins like one of a card, and has the right check digit. */
const arbitraryCard = (): fc.Arbitrary<string> =>
  fc.stringMatching(/^[2-9][0-9]{11,17}$/).map(withCheckDigit);

describe('hideCardNumbers', () => {
  for (const [name, write] of notations) {
    it(`hides numbers with ${name}`, () => {
      fc.assert(
        fc.property(arbitraryCard(), (digits) => {
          expect(hideCardNumbers(`seen ${write(digits)}!`)).to.match(/^seen \[number\]-?!$/);
        }),
        { seed, numRuns: 100 },
      );
    });
  }

  const hidden: ReadonlyArray<readonly [text: string, shown: string]> = [
    [`card_${number}`, 'card_[number]'],
    [`pan${number}x`, 'pan[number]x'],
    ['4242 4242 4242 4242 123', '[number]'],
    ['12 4242 4242 4242 4242', '12 [number]'],
    [`${number}12301234567`, '[number]'],
    [`;${number}=30121011?`, ';[number]=30121011?'],
    ['3782 822463 10005', '[number]'],
    ['1354 1200 0000 005', '[number]'],
    ['a mistyped 4242-4242-4242-4241', 'a mistyped [number]'],
    [`${number}, ${number} and 5`, '[number], [number] and 5'],
    [
      `/40705363-6108-4576-9541-fe4322afceda/${number}`,
      '/40705363-6108-4576-9541-fe4322afceda/[number]',
    ],
  ];
  for (const [text, shown] of hidden) {
    it(`shows ${JSON.stringify(text)} as ${shown}`, () => {
      expect(hideCardNumbers(text)).to.equal(shown);
    });
  }

  for (const text of [
    '2026-11-22T19:06:08.123Z',
    '2026-11-22 19:06:08.123',
    '[22/Nov/2026:19:06:08 +0000]',
    '1700000000000',
    '1732302368123456',
    'Invalid integer: 1999.5',
    '192.168.100.200:3000',
    `${'4070536361084576'}${'a'.repeat(48)}`,
    '100 %, 5%20 and 3&#x20;',
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ]) {
    it(`leaves ${text} as it is`, () => {
      expect(hideCardNumbers(text)).to.equal(text);
    });
  }

  it('leaves UUIDs, hashes and ids of the processor as they are', () => {
    const id = fc.stringMatching(/^(?:pi|ch|cus|req|evt)_[A-Za-z0-9]{24}$/);
    const hash = fc.stringMatching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), id, hash), (text) => {
        expect(hideCardNumbers(`for ${text}: no`)).to.equal(`for ${text}: no`);
      }),
      { seed, numRuns: 1_000 },
    );
  });

  it('hides a whole number, and nothing of the words around it', () => {
    const words = fc.stringMatching(/^[a-z ,.:]{0,20}[a-z]$/);
    fc.assert(
      fc.property(words, arbitraryCard(), words, (before, digits, after) => {
        expect(hideCardNumbers(before + digits + after)).to.equal(`${before}[number]${after}`);
      }),
      { seed, numRuns: 500 },
    );
  });

  it('reads each character a bounded number of times', () => {
    // A text of this size would take minutes if every digit began a search through the rest.
    for (const part of ['4', '4 ', '42-', '1700000000000 ', '%25', '\\', '&#', 'a1-']) {
      const text = part.repeat(100_000 / part.length);
      expect(hideCardNumbers(text)).to.satisfy((shown: string) => shown.length <= text.length);
    }
  });
});

describe('hasCardNumber', () => {
  for (const [name, write] of notations) {
    it(`finds a number with ${name}`, () => {
      expect(hasCardNumber(`card ${write(number)}, thanks`)).to.equal(true);
    });
  }

  for (const text of [
    '',
    'order 42',
    '4242424242424241',
    '2026011512345678',
    '+34 600 000 000',
    '1700000000000',
    'c0ffee42-4242-4242-4242-424242424242',
  ]) {
    it(`finds none in ${JSON.stringify(text)}`, () => {
      expect(hasCardNumber(text)).to.equal(false);
    });
  }
});
