import { createServer } from 'node:http';
import { expect } from 'chai';
import { listen, localUrl } from '../../../../../src/adapters/inbound/http/server/listen.js';
import { rejectionOf } from '../../../../support/errors/rejection-of.js';

describe('listen', () => {
  it('returns the URL, with an IPv6 address in brackets, and refuses a port that is in use', async () => {
    const [first, second, third] = [createServer(), createServer(), createServer()];
    const url = await listen(first, '127.0.0.1', 0);
    expect(url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await rejectionOf(listen(third, '127.0.0.1', Number(new URL(url).port)))).to.include(
      'EADDRINUSE',
    );
    expect(await listen(second, '::1', 0)).to.match(/^http:\/\/\[::1\]:\d+$/);
    first.close();
    second.close();
  });
});

describe('localUrl', () => {
  for (const [given, url] of [
    ['http://0.0.0.0:12111', 'http://127.0.0.1:12111'],
    ['http://[::]:3000', 'http://127.0.0.1:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://10.0.0.0:3000', 'http://10.0.0.0:3000'],
  ] as const) {
    it(`is ${url} for ${given}`, () => {
      expect(localUrl(given)).to.equal(url);
    });
  }
});
