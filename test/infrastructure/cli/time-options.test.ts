import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { optional } from '../../../src/application/checked-input.js';
import { aMoment, aPastMoment } from '../../../src/infrastructure/cli/time-options.js';
import { readSetting } from '../../../src/infrastructure/config/settings.js';

const readMoment = (text: string) => readSetting({ '--clock': text }, '--clock', optional(aMoment));

describe('aMoment', () => {
  const moments: ReadonlyArray<readonly [string, number | undefined]> = [
    ['2026-01-01', 1_767_225_600],
    ['2026-01-01T00:00Z', 1_767_225_600],
    ['2026-01-01T00:00:07Z', 1_767_225_607],
    ['2026-01-01T02:00:00+02:00', 1_767_225_600],
    ['2028-02-29', 1_835_395_200],
    ['', undefined],
  ];
  for (const [text, seconds] of moments) {
    it(`reads ${text || 'nothing'}`, () => {
      expect(readMoment(text)).to.deep.equal(E.right(seconds));
    });
  }

  for (const text of [
    'now',
    '2026',
    '2026-02-30',
    '2026-13-01',
    '2026-01-01T25:00:00Z',
    '2026-01-01T10:00:00',
    '1767225600',
    '01/02/2026',
  ]) {
    it(`refuses ${text}`, () => {
      expect(readMoment(text)).to.deep.equal(
        E.left([
          `--clock must be a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z`,
        ]),
      );
    });
  }
});

const now = 1_767_225_600;
const readPastMoment = (text: string) =>
  readSetting({ '--since': text }, '--since', optional(aPastMoment(now)));

describe('aPastMoment', () => {
  const moments: ReadonlyArray<readonly [string, number | undefined]> = [
    ['30m', now - 1800],
    ['24h', now - 86_400],
    ['7d', now - 604_800],
    ['0h', now],
    ['99999d', 0],
    ['2025-12-31', now - 86_400],
    ['2025-12-31T23:00:00Z', now - 3600],
    ['', undefined],
  ];
  for (const [text, seconds] of moments) {
    it(`reads ${text || 'nothing'}`, () => {
      expect(readPastMoment(text)).to.deep.equal(E.right(seconds));
    });
  }

  for (const text of ['soon', '24', '-1h', '1.5h', '1w', '24 h', '123456h', '2026-02-30']) {
    it(`refuses ${text}`, () => {
      expect(readPastMoment(text)).to.deep.equal(
        E.left([
          `--since must be a day such as 2026-01-31, a time such as 2026-01-31T18:00:00Z, or how long ago it was, such as 30m, 24h or 7d`,
        ]),
      );
    });
  }
});
