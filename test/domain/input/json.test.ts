import { expect } from 'chai';
import {
  deepestJson,
  isQuicklyParsed,
  isWithinJsonBounds,
} from '../../../src/domain/input/json.js';

const nested = (depth: number): unknown => {
  let value: unknown = 'inside';
  for (let n = 0; n < depth; n += 1) value = n % 2 === 0 ? [value] : { value };
  return value;
};

describe('isWithinJsonBounds', () => {
  it('accepts a value nested up to the bound, and nothing deeper', () => {
    expect(isWithinJsonBounds(nested(deepestJson))).to.equal(true);
    expect(isWithinJsonBounds(nested(deepestJson + 1))).to.equal(false);
    expect(isWithinJsonBounds(nested(1_000_000))).to.equal(false);
  });

  it('accepts up to 20,000 objects and arrays', () => {
    const lists = (count: number) => Array.from({ length: count - 1 }, (_, n) => (n % 2 ? [] : {}));
    expect(isWithinJsonBounds(lists(20_000))).to.equal(true);
    expect(isWithinJsonBounds(lists(20_001))).to.equal(false);
  });

  it('accepts up to 30,000 names', () => {
    const named = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, n]));
    expect(isWithinJsonBounds(named(30_000))).to.equal(true);
    expect(isWithinJsonBounds(named(30_001))).to.equal(false);
  });

  it('accepts up to a million values', () => {
    expect(isWithinJsonBounds(Array.from({ length: 999_999 }, () => null))).to.equal(true);
    expect(isWithinJsonBounds(Array.from({ length: 1_000_000 }, () => null))).to.equal(false);
  });

  it('accepts up to a million characters in names and texts', () => {
    const text = 'x'.repeat(499_990);
    expect(isWithinJsonBounds({ [text]: [text, { more: '16 characters ok' }] })).to.equal(true);
    expect(isWithinJsonBounds({ [text]: [text, { more: '17 characters, no' }] })).to.equal(false);
    expect(isWithinJsonBounds('x'.repeat(1_000_001))).to.equal(false);
  });

  it('ends for an object that contains itself, and for one that contains the same object many times', () => {
    const ring: Record<string, unknown> = {};
    ring['one'] = ring;
    ring['other'] = ring;
    expect(isWithinJsonBounds(ring)).to.equal(false);
    let twice: unknown = {};
    for (let n = 0; n < 40; n += 1) twice = [twice, twice];
    expect(isWithinJsonBounds(twice)).to.equal(false);
  });

  it('accepts values that are not objects', () => {
    for (const value of [null, undefined, 1, 'text', true]) {
      expect(isWithinJsonBounds(value)).to.equal(true);
    }
  });
});

describe('isQuicklyParsed', () => {
  const lists = (count: number): string =>
    `[${Array(count - 1)
      .fill('{}')
      .join()}]`;
  const names = (count: number): string => `{${Array(count).fill('"a": 1').join()}}`;

  it('accepts up to 20,000 objects and arrays, and 30,000 names', () => {
    expect(
      [lists(20_000), lists(20_001), names(30_000), names(30_001)].map(isQuicklyParsed),
    ).to.deep.equal([true, false, true, false]);
  });

  it('does not count what stands in texts, also behind escaped quotes', () => {
    const text = JSON.stringify([`{[:"\\${'{[:"'.repeat(40_000)}`, '[:'.repeat(40_000)]);
    expect(isQuicklyParsed(text)).to.equal(true);
  });

  it('agrees with isWithinJsonBounds', () => {
    for (const text of [lists(20_000), lists(20_001)]) {
      expect(isQuicklyParsed(text)).to.equal(isWithinJsonBounds(JSON.parse(text)));
    }
  });
});
