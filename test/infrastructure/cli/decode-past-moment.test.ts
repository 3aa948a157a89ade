import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { decodePastMoment } from '../../../src/infrastructure/cli/decode-past-moment.js';

const now = 1_767_225_600;
const read = (text: string) => decodePastMoment({ '--since': text }, '--since', now);

describe('a moment in the past', () => {
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
    it(`is read: ${text || 'nothing'}`, () => {
      expect(read(text)).to.deep.equal(E.right(seconds));
    });
  }

  for (const text of ['soon', '24', '-1h', '1.5h', '1w', '24 h', '123456h', '2026-02-30']) {
    it(`is refused: ${text}`, () => {
      expect(read(text)).to.deep.equal(
        E.left([
          `--since must be a day such as 2026-01-31, a time such as 2026-01-31T18:00:00Z, or how long ago it was such as 30m, 24h or 7d; it is "${text}"`,
        ]),
      );
    });
  }
});
