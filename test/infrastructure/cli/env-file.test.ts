import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { addEnvFile, wrongLine } from '../../../src/infrastructure/cli/env-file.js';

const nowhere = { write: () => undefined };

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

  for (const [name, bytes] of [
    ['with a byte order mark', Buffer.from('\uFEFFPORT=3000\n', 'utf16le')],
    ['without one', Buffer.from('PORT=3000\n', 'utf16le')],
  ] as const) {
    it(`says that UTF-16 ${name} must be saved as UTF-8`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'pasarela-env-'));
      await writeFile(join(folder, '.env'), bytes);
      const io = { env: {}, cwd: () => folder, stdout: nowhere, stderr: nowhere };
      expect(() => addEnvFile(io, undefined)).to.throw(
        '.env is encoded as UTF-16, as older PowerShells write it: save it as UTF-8',
      );
      await rm(folder, { recursive: true });
    });
  }
});
