import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  prepareCompressed,
  prepareContent,
} from '../../../../../src/adapters/inbound/http/reference/prepared-content.js';
import { requestWith } from '../../../../support/http/request-with.js';

const text = '{"openapi": "3.1.0"}\n'.repeat(500);
const json = prepareContent(Buffer.from(text), 'application/json; charset=utf-8', {
  'cache-control': 'no-cache',
});

const asked = (headers: Readonly<Record<string, string>> = {}) => json(requestWith({ headers }));

const plain = (bytes: Uint8Array | string) => Buffer.from(bytes).toString();

describe('a prepared content', () => {
  it('is sent as it is to a caller that accepts nothing else, without a copy', async () => {
    for (const headers of [{}, { 'accept-encoding': 'identity, br;q=0, gzip; q=0.0' }]) {
      const { status, headers: sent, body } = await asked(headers);
      expect([status, plain(body)]).to.deep.equal([200, text]);
      expect(sent).to.include({
        'Content-Type': 'application/json; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'Accept-Encoding',
      });
      expect(sent['content-encoding']).to.equal(undefined);
      expect((await asked(headers)).body).to.equal(body);
    }
  });

  for (const [accepted, coding, read] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['GZIP', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const) {
    it(`is compressed once for ${accepted}`, async () => {
      const answers = await Promise.all(
        [1, 2].map(async () => asked({ 'accept-encoding': accepted })),
      );
      for (const { headers, body } of answers) {
        expect(headers['content-encoding']).to.equal(coding);
        expect(body.length).to.be.below(text.length / 10);
        expect(plain(read(Buffer.from(body)))).to.equal(text);
      }
      expect(answers[0]?.body).to.equal(answers[1]?.body);
    });
  }

  it('is 304 without a body for a caller that has it in this form', async () => {
    const tags = new Set<string>();
    for (const accepted of ['', 'gzip', 'br']) {
      const first = await asked({ 'accept-encoding': accepted });
      const tag = String(first.headers['etag']);
      tags.add(tag);
      for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await asked({ 'accept-encoding': accepted, 'if-none-match': known });
        expect([again.status, again.body]).to.deep.equal([304, '']);
        expect(again.headers).to.include({ etag: tag, vary: 'Accept-Encoding' });
      }
      const changed = await asked({ 'accept-encoding': accepted, 'if-none-match': '"other"' });
      expect(changed.status).to.equal(200);
    }
    expect(tags.size).to.equal(3);
  });

  it('is not compressed when it is an image', async () => {
    const image = prepareContent(Buffer.from(text), 'image/png', {});
    const { headers, body } = await image(
      requestWith({ headers: { 'accept-encoding': 'br, gzip' } }),
    );
    expect(headers['content-encoding']).to.equal(undefined);
    expect(headers).not.to.have.property('vary');
    expect(plain(body)).to.equal(text);
  });
});

describe('a prepared content that is stored with Brotli', () => {
  const stored = brotliCompressSync(text);
  const style = prepareCompressed(stored, 'text/css; charset=utf-8', {
    'cache-control': 'no-cache',
  });

  it('is sent as it is stored to a caller that accepts Brotli', async () => {
    const { headers, body } = await style(requestWith({ headers: { 'accept-encoding': 'br' } }));
    expect(headers).to.include({ 'content-encoding': 'br', 'cache-control': 'no-cache' });
    expect(body).to.equal(stored);
  });

  it('is decompressed once for the others', async () => {
    const zipped = await style(requestWith({ headers: { 'accept-encoding': 'gzip' } }));
    expect(zipped.headers['content-encoding']).to.equal('gzip');
    expect(plain(gunzipSync(Buffer.from(zipped.body)))).to.equal(text);
    const [first, second] = await Promise.all([style(requestWith({})), style(requestWith({}))]);
    expect(first.headers['content-encoding']).to.equal(undefined);
    expect(plain(first.body)).to.equal(text);
    expect(second.body).to.equal(first.body);
  });

  it('has a tag for each of its forms', async () => {
    const tags = ['br', 'gzip', ''].map(async (accepted) => {
      const { headers } = await style(requestWith({ headers: { 'accept-encoding': accepted } }));
      return headers['etag'];
    });
    expect(new Set(await Promise.all(tags)).size).to.equal(3);
  });
});
