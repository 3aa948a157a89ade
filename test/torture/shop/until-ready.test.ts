import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'chai';
import { untilReady } from '../../../src/torture/shop/until-ready.js';
import { at } from '../../support/json/at.js';

describe('untilReady', () => {
  it('tells a program that does not respond from an address at which nothing listens', async () => {
    const server = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${Number(at(server.address(), 'port'))}/`;
    const { signal } = new AbortController();
    expect(await untilReady(url, 50, signal)).to.equal('no response came');
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    expect(await untilReady(url, 50, signal)).to.equal('nothing listens there');
  });
});
