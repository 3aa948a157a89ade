import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodeMoment } from '../../../src/infrastructure/cli/decode-moment.js';

const read = (text: string) => decodeMoment({ '--clock': text }, '--clock');

describe('a moment', () => {
  const moments: ReadonlyArray<readonly [string, number | undefined]> = [
    ['2026-01-01', 1_767_225_600],
    ['2026-01-01T00:00Z', 1_767_225_600],
    ['2026-01-01T00:00:07Z', 1_767_225_607],
    ['2026-01-01T02:00:00+02:00', 1_767_225_600],
    ['2028-02-29', 1_835_395_200],
    ['', undefined],
  ];
  for (const [text, seconds] of moments) {
    it(`is read: ${text || 'nothing'}`, () => {
      expect(read(text)).to.deep.equal(E.right(seconds));
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
    it(`is refused: ${text}`, () => {
      expect(read(text)).to.deep.equal(
        E.left([
          `--clock must be a day such as 2026-01-31, or a time such as 2026-01-31T18:00:00Z; it is "${text}"`,
        ]),
      );
    });
  }
});
