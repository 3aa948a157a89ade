import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { useService } from '../support/service/use-service.js';

const customer = JSON.stringify({ email: 'ana@example.com', name: 'Ana', phone: '600000000' });
const creation = `POST /api/customers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${customer.length}\r\n\r\n${customer}`;

describe('pipelined requests', () => {
  const service = useService();

  const answersTo = async (bytes: string): Promise<ReadonlyArray<string>> => {
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    const chunks: Array<Buffer> = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.write(bytes);
    await once(socket, 'close');
    return (
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1 [0-9]{3}/g) ?? []
    );
  };

  it('are answered in their order', async () => {
    const last = 'GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
    expect(await answersTo(`${creation}${creation}${last}`)).to.deep.equal([
      'HTTP/1.1 201',
      'HTTP/1.1 201',
      'HTTP/1.1 200',
    ]);
  });

  it('do not get the 400 of a broken request behind them', async () => {
    expect(await answersTo(`${creation}\u0001 nonsense\r\n\r\n`)).not.to.include('HTTP/1.1 400');
  });

  it('are answered 400 when they are broken and no request is in progress', async () => {
    expect(await answersTo('nonsense\r\n\r\n')).to.deep.equal(['HTTP/1.1 400']);
  });
});
