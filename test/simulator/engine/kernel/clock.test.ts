import { expect } from 'chai';
import { midnightAfter } from '../../../../src/simulator/engine/kernel/clock.js';

const at = (text: string): number => Date.parse(text) / 1000;

const cases = [
  ['2026-09-01T00:00:00Z', 0, '2026-09-01T00:00:00Z'],
  ['2026-09-01T00:00:00Z', 1, '2026-09-02T00:00:00Z'],
  ['2026-09-01T23:59:59Z', 1, '2026-09-02T00:00:00Z'],
  ['2028-02-28T12:00:00Z', 2, '2028-03-01T00:00:00Z'],
] as const;

describe('midnightAfter', () => {
  for (const [now, days, midnight] of cases) {
    it(`is ${midnight}, ${days} days after ${now}`, () => {
      expect(midnightAfter(at(now), days)).to.equal(at(midnight));
    });
  }
});
