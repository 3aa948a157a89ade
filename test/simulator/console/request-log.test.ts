import { expect } from 'chai';
import { createRequestLog } from '../../../src/simulator/console/request-log.js';
import { requestWith } from '../../support/http/request-with.js';
import { until } from '../../support/time/until.js';

const response = { status: 200, headers: {}, body: '{}' };

/** A request whose endpoint has read its body: it is the same for every limit. */
const readRequest = (body: string) => {
  const request = requestWith({ method: 'POST', path: '/v1/customers', body: Buffer.from(body) });
  return { ...request, readBody: () => request.readBody(Infinity) };
};

describe('the log of requests', () => {
  it('keeps the last ones, newest first, and tells of each', () => {
    let told = 0;
    const log = createRequestLog(3, () => {
      told += 1;
    });
    for (const path of ['/1', '/2', '/3', '/4', '/5']) {
      log.add(requestWith({ path }), response, { startedAt: 0 });
    }
    expect(log.all().map(({ path }) => path)).to.deep.equal(['/5', '/4', '/3']);
    expect(told).to.equal(5);
  });

  it('keeps the body that the endpoint has read', async () => {
    const log = createRequestLog(3, () => undefined);
    log.add(readRequest('name=Ana'), response, { startedAt: 0 });
    await until(() => log.all()[0]?.request === 'name=Ana');
    expect(log.all()[0]).to.include({ method: 'POST', path: '/v1/customers', response: '{}' });
  });

  it('keeps no body that nobody has read, and none that is too long', async () => {
    const log = createRequestLog(3, () => undefined);
    log.add(requestWith({ body: Buffer.from('name=Ana') }), response, { startedAt: 0 });
    log.add(
      readRequest('x'.repeat(20_000)),
      { ...response, body: 'y'.repeat(20_000) },
      {
        startedAt: 0,
      },
    );
    log.add(readRequest('last'), response, { startedAt: 0 });
    await until(() => log.all()[0]?.request === 'last');
    const [, long, unread] = log.all();
    expect(long).to.include({ request: null, response: null });
    expect(unread).to.include({ request: null, response: '{}' });
  });

  it('knows connections that a planned failure cut', () => {
    const log = createRequestLog(3, () => undefined);
    log.add(requestWith({}), { ...response, cut: 'before' }, { startedAt: 0 });
    expect(log.all()[0]?.status).to.equal(null);
  });
});
