import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { freeShopPort } from '../../../src/torture/shop/free-port.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';

describe('a free port for a shop', () => {
  const server = createServer();
  let taken: number;

  before(async () => {
    taken = await freeShopPort();
    await once(server.listen(taken, '127.0.0.1'), 'listening');
  });

  after(() => server.close());

  it('is one at which nothing listens', async () => {
    const free = await freeShopPort();
    const drawn = [taken, taken, free];
    expect(await freeShopPort(() => drawn.shift() ?? 0)).to.equal(free);
    expect(drawn).to.deep.equal([]);
  });

  it('is not looked for without end', async () => {
    const problem = await rejectionOf(freeShopPort(() => taken));
    expect(problem).to.match(
      /^TortureProblem: no free port .* set shop\.url to an address that is free$/,
    );
  });
});
