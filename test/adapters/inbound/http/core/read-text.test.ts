import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import type { HttpRequest } from '../../../../../src/adapters/inbound/http/core/message.js';
import { readText } from '../../../../../src/adapters/inbound/http/core/read-text.js';
import { requestWith } from '../../../../support/http/request-with.js';

const sent = (body: string | Uint8Array, encoding?: string): HttpRequest =>
  requestWith({
    headers: encoding === undefined ? {} : { 'content-encoding': encoding },
    body: Buffer.from(body),
  });

describe('readText', () => {
  it('decodes UTF-8, and drops a byte order mark', async () => {
    expect(await readText(sent('\uFEFFseñor'), 100)).to.deep.equal(E.right('señor'));
    expect(await readText(sent(''), 100)).to.deep.equal(E.right(''));
  });

  it('decompresses a body', async () => {
    for (const [encoding, bytes] of [
      ['identity', Buffer.from('text')],
      ['gzip', gzipSync('text')],
      ['deflate', deflateSync('text')],
      ['br', brotliCompressSync('text')],
    ] as const) {
      expect(await readText(sent(bytes, encoding), 100), encoding).to.deep.equal(E.right('text'));
    }
  });

  it('bounds the decompressed text', async () => {
    const bomb = gzipSync('x'.repeat(100_000));
    expect(await readText(sent(bomb, 'gzip'), 1_000)).to.deep.equal(E.left('too-large'));
  });

  it('refuses bytes that do not decompress, and encodings that it does not know', async () => {
    expect(await readText(sent('text', 'gzip'), 100)).to.deep.equal(E.left('malformed'));
    expect(await readText(sent('text', 'zstd'), 100)).to.deep.equal(E.left('unsupported-encoding'));
  });

  it('passes on why a body could not be read', async () => {
    expect(await readText(sent('text'), 3)).to.deep.equal(E.left('too-large'));
  });
});
