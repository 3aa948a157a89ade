import { expect } from 'chai';
import { wrongLine } from '../../../src/infrastructure/cli/env-file.js';

describe('a file of environment variables', () => {
  const right = [
    '',
    '# a comment\n\nPORT=3000\r\n  HOST = 127.0.0.1\n',
    'export PORT=3000',
    '\uFEFFPORT=3000',
    'API_KEYS=\nWEBHOOK_SECRET="a#b=c" # comment',
    "KEY='first\nsecond\n'\nPORT=1",
    'KEY="never closed\nPORT=1',
  ];
  for (const text of right) {
    it(`takes ${JSON.stringify(text)}`, () => expect(wrongLine(text)).to.equal(undefined));
  }

  const wrong: ReadonlyArray<readonly [string, number]> = [
    ['API_KEYS\nPORT=0', 1],
    ['PORT=0\nAPI_KEYS: shop:key', 2],
    ["KEY='first\nsecond'\n=value", 3],
    ['set PORT=0', 1],
  ];
  for (const [text, line] of wrong) {
    it(`names line ${line} of ${JSON.stringify(text)}`, () =>
      expect(wrongLine(text)).to.equal(line));
  }
});
