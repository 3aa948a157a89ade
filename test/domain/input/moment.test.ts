import { expect } from 'chai';
import * as fc from 'fast-check';
import { IsoMoment, isoOfSeconds, secondsOfIso } from '../../../src/domain/input/moment.js';
import { seed } from '../../support/inputs/seed.js';

const anySecond = fc.integer({ min: -62_167_219_200, max: 253_402_300_799 });

describe('an ISO 8601 timestamp', () => {
  for (const [text, seconds] of [
    ['1970-01-01T00:00:00Z', 0],
    ['2026-09-18T19:56:56.947Z', 1_789_761_416],
    ['2024-02-29T23:59:59.999999999Z', 1_709_251_199],
    ['2026-01-01T00:30:00+01:00', 1_767_223_800],
    ['2025-12-31T23:30:00-01:00', 1_767_227_400],
    ['1969-12-31T23:59:59.5Z', -1],
  ] as const) {
    it(`is decoded: ${text}`, () => {
      expect(secondsOfIso(text)).to.equal(seconds);
      expect(IsoMoment.is(text)).to.equal(true);
    });
  }

  for (const text of [
    '',
    '2026-09-18',
    '2026-09-18T19:56:56',
    '2026-09-18 19:56:56Z',
    '2026-13-01T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '2026-01-01T00:60:00Z',
    '2026-01-01T00:00:60Z',
    '2026-01-01T00:00:00+24:00',
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-00:01',
    '2026-09-18T19:56:56.947Z\n',
  ]) {
    it(`is refused: ${JSON.stringify(text)}`, () => {
      expect(secondsOfIso(text)).to.equal(undefined);
      expect(IsoMoment.is(text)).to.equal(false);
    });
  }

  it('is always written with a year of four digits', () => {
    expect(isoOfSeconds(Number.MAX_SAFE_INTEGER)).to.equal('9999-12-31T23:59:59.000Z');
    expect(isoOfSeconds(Number.MIN_SAFE_INTEGER)).to.equal('0000-01-01T00:00:00.000Z');
  });

  it('is read and written as by Date, over ten thousand years', () => {
    fc.assert(
      fc.property(anySecond, (second) => {
        const text = new Date(second * 1000).toISOString();
        expect(secondsOfIso(text)).to.equal(second);
        expect(isoOfSeconds(second)).to.equal(text);
      }),
      { seed, numRuns: 5000 },
    );
  });
});
