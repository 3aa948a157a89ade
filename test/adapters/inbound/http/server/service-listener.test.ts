import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import type { Endpoint } from '../../../../../src/adapters/inbound/http/core/matcher.js';
import type { HttpResponse } from '../../../../../src/adapters/inbound/http/core/message.js';
import { createServiceListener } from '../../../../../src/adapters/inbound/http/server/service-listener.js';
import type { LogFields } from '../../../../../src/application/ports/logger.js';
import { callAt } from '../../../../support/http/call.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

describe('the listener of the service', () => {
  const lines: Array<readonly [message: string, fields: LogFields]> = [];
  const log = (message: string, fields: LogFields = {}) => {
    lines.push([message, fields]);
  };
  const progress = new EventEmitter();
  const text = (more: Partial<HttpResponse> = {}): HttpResponse => ({
    status: 200,
    headers: {},
    body: 'endpoint',
    ...more,
  });
  const endpoint = (path: string, handle: Endpoint['handle']): Endpoint => ({
    method: 'GET',
    path,
    handle,
  });
  const listener = createServiceListener({
    endpoints: [
      endpoint('/here/:id', () => text({ logged: { client: 'shop', error: 'NotFound' } })),
      endpoint('/odd', () => {
        throw new Error('odd');
      }),
      endpoint('/bad-header', () => text({ headers: { location: '/\n' } })),
      endpoint('/slow', async (request) => {
        const closed = new Promise<void>((resolve) => request.onClose(resolve));
        progress.emit('arrived');
        await closed;
        return text();
      }),
      { method: '*', path: '/api/*', handle: () => text({ status: 404 }) },
    ],
    application: async (_message, response) => {
      response.end('application');
    },
    errors: { logger: { info: log, warn: log, error: log }, verbose: false },
  });
  const address = useHttpServer((message, response) => void listener(message, response));
  const get = (path: string) => callAt(address())('GET', path);

  const requestLine = async () => {
    await until(() => lines.some(([message]) => message === 'request'));
    return lines.find(([message]) => message === 'request')?.[1];
  };

  afterEach(() => {
    lines.splice(0);
  });

  it('answers an endpoint with the id of the request, and logs it with what the response says', async () => {
    const { status, text: body, headers } = await get('/here/1');
    expect({ status, body }).to.deep.equal({ status: 200, body: 'endpoint' });
    expect(headers.get('x-content-type-options')).to.equal('nosniff');
    const line = await requestLine();
    expect(line).to.include({ method: 'GET', route: '/here/:id', status: 200 });
    expect(line).to.include({ client: 'shop', error: 'NotFound' });
    expect(line).to.include({ request_id: headers.get('x-request-id') });
  });

  it('logs no route for a path that no endpoint has', async () => {
    expect((await get('/api/x')).status).to.equal(404);
    expect(await requestLine()).to.include({ route: undefined, status: 404 });
  });

  it('leaves other requests to the application', async () => {
    expect((await get('/elsewhere')).text).to.equal('application');
    expect(lines).to.deep.equal([]);
  });

  for (const path of ['/odd', '/bad-header']) {
    it(`answers what cannot be answered in the envelope: ${path}`, async () => {
      const { status, body, headers } = await get(path);
      expect(status).to.equal(500);
      expect(body).to.include({ status: false, message: 'Error interno del servidor' });
      expect(await requestLine()).to.include({ status: 500, error: 'Unexpected' });
      expect(lines[0]).to.deep.include('request failed');
      expect(lines[0]?.[1]).to.include({ request_id: headers.get('x-request-id') });
    });
  }

  it('logs a request whose caller left as 499', async () => {
    const arrived = once(progress, 'arrived');
    const socket = connect(Number(new URL(address()).port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
    await arrived;
    socket.destroy();
    expect(await requestLine()).to.include({ route: '/slow', status: 499 });
  });
});
