import { createServer } from 'node:http';
import { expect } from 'chai';
import { attachToServer } from '../../../../src/adapters/inbound/http/attach-to-server.js';
import { writeResponse } from '../../../../src/adapters/inbound/http/core/write-response.js';
import { rawRequest } from '../../../support/http/raw-request.js';
import { useListening } from '../../../support/http/use-http-server.js';

describe('attachToServer', () => {
  const server = createServer();
  attachToServer(
    server,
    (message, response) => {
      // Another request is never answered.
      if (message.url === '/ready')
        void writeResponse(response, { status: 200, headers: {}, body: 'ok' });
    },
    (status) => ({ status, headers: {}, body: { broken: status } }),
  );
  const address = useListening(server);
  const send = (bytes: string) => rawRequest(address(), bytes);

  it('writes the responses that are ready before the answer to what is not HTTP', async () => {
    const { head, body } = await send(
      `${'GET /ready HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2)}nonsense\r\n\r\n`,
    );
    expect(`${head}${body}`.match(/HTTP\/1\.1 \d+/g)).to.deep.equal([
      'HTTP/1.1 200',
      'HTTP/1.1 200',
      'HTTP/1.1 400',
    ]);
    expect(body).to.match(/\{"broken":400\}$/);
  });

  it('writes the response to a request of HTTP/1.0 with bytes after it', async () => {
    const { status, body } = await send('GET /ready HTTP/1.0\r\n\r\nGET /ready HTTP/1.0\r\n\r\n');
    expect(status).to.equal(200);
    expect(body).to.match(/^ok/);
  });

  it('answers nothing when an earlier request has no response yet', async () => {
    const { head } = await send('GET /late HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    expect(head).to.equal('');
  });
});
