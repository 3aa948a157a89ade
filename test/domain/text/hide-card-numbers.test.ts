import { expect } from 'chai';
import * as fc from 'fast-check';
import { isLuhnValid } from '../../../src/domain/text/card-number.js';
import {
  hasCardNumber,
  hasPrintedCardNumber,
  hideCardNumbers,
  hidePrintedCardNumbers,
} from '../../../src/domain/text/hide-card-numbers.js';
import { seed } from '../../support/inputs/seed.js';

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
  ['seven spaces between', (digits) => inFours(digits, ' '.repeat(7))],
  ['a hundred spaces between', (digits) => inFours(digits, ' '.repeat(100))],
  ['tabs and line breaks between', (digits) => inFours(digits, '\t\t\r\n\r\n\t\t')],
  ['spaces of web pages between', (digits) => inFours(digits, '\u00a0 \u00a0 \u00a0 \u00a0 ')],
  ['&nbsp; and spaces between', (digits) => inFours(digits, '&nbsp; &nbsp; &nbsp; &nbsp; ')],
  ['many %20 between', (digits) => inFours(digits, '%20'.repeat(9))],
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
  ['superscript digits', (digits) => each(digits, (d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)] ?? '')],
  ['subscript digits', (digits) => each(digits, (d) => '₀₁₂₃₄₅₆₇₈₉'[Number(d)] ?? '')],
  ['circled digits', (digits) => each(digits, (d) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(d)] ?? '')],
  ['filled circles', (digits) => each(digits, (d) => '⓿❶❷❸❹❺❻❼❽❾'[Number(d)] ?? '')],
  ['digits in brackets', (digits) => each(digits, (d) => '0⑴⑵⑶⑷⑸⑹⑺⑻⑼'[Number(d)] ?? '')],
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
    'steps ⑩ ⑪ ⑫ ⑬ ⑭ ⑮ ⑯ ⑰, ½ and ¾ of 20 m²',
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

const test16 = '4539578763621486';

describe('hasPrintedCardNumber', () => {
  for (const text of [
    test16,
    '4539 5787 6362 1486',
    '4539-5787-6362-1486',
    '4539       5787\n6362 1486',
    'card:4539578763621486cvc',
    '5555 5555 5555 4444',
    '2223 0031 2200 3222',
    '3782 822463 10005',
    '371449635398431',
    '3622 720627 1667',
    '3566 0020 2036 0505',
    '6011 1111 1111 1117',
    '6200 0000 0000 0005',
    '6759 6498 2643 8453',
    'order/5105105105105100?paid',
  ]) {
    it(`finds the card of ${JSON.stringify(text)}`, () => {
      expect(hasPrintedCardNumber(text)).to.equal(true);
    });
  }

  // Each has a correct check digit for a card, or a part of it has.
  for (const text of [
    '',
    '+86 138 0013 80010',
    '+5511987654326',
    '+4915123456780',
    '+43 664 123 456 785',
    '+34 600 000 000 / +34 600 000 000',
    '961290000000008',
    '94001000000000000000',
    '2026011512345671',
    '1700000000000004',
    'order-20260115-0000018',
    '0000000000000000',
    '4539578763621487',
    'c0ffee42-4242-4242-4242-424242424242',
    'b5c1e1a0-4f6e-4b1e-9d0a-4242424242ab',
  ]) {
    it(`finds none in ${JSON.stringify(text)}`, () => {
      expect(hasPrintedCardNumber(text)).to.equal(false);
    });
  }

  it('finds none in phone numbers of 15 digits at most, but those that begin as cards of their length do', () => {
    const phone = fc
      .stringMatching(/^[1-9][0-9]{6,14}$/)
      .filter((digits) => !/^(?:3[47]\d{13}|3[0689]\d{12})$/.test(digits));
    fc.assert(
      fc.property(phone, (digits) => {
        expect(hasPrintedCardNumber(`+${digits}`)).to.equal(false);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('finds none in UUIDs, hashes and ids of the processor', () => {
    const id = fc.stringMatching(/^(?:pi|ch|cus|req|evt)_[A-Za-z0-9]{24}$/);
    const hash = fc.stringMatching(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
    fc.assert(
      fc.property(fc.oneof(fc.uuid(), id, hash), (text) => {
        expect(hasPrintedCardNumber(text)).to.equal(false);
      }),
      { seed, numRuns: 1_000 },
    );
  });
});

describe('hidePrintedCardNumbers', () => {
  for (const [text, shown] of [
    ['a@x.example, 4539 5787 6362 1486!', 'a@x.example, [number]!'],
    ['+34 600 000 000', '+34 600 000 000'],
    ['9999888877776661', '9999888877776661'],
    ['https://x.example/4539578763621486?n=1', 'https://x.example/[number]?n=1'],
  ] as const) {
    it(`shows ${text} as ${shown}`, () => {
      expect(hidePrintedCardNumbers(text)).to.equal(shown);
    });
  }
});
