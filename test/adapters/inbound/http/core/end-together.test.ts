import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { endTogether } from '../../../../../src/adapters/inbound/http/core/end-together.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

describe('endTogether', () => {
  const responses = (count: number): ReadonlyArray<ServerResponse> =>
    Array.from({ length: count }, () => new ServerResponse(new IncomingMessage(new Socket())));

  const ended = (all: ReadonlyArray<ServerResponse>): number =>
    all.filter(({ writableEnded }) => writableEnded).length;

  it('ends responses at the end of the turn of the event loop', async () => {
    const two = responses(2);
    for (const response of two) endTogether(response, 'ok', 'utf8');
    await Promise.resolve();
    expect(ended(two)).to.equal(0);
    await endOfTurn();
    expect(ended(two)).to.equal(2);
  });

  it('lets at most 31 responses wait for another', async () => {
    const many = responses(40);
    for (const response of many) endTogether(response, 'ok', 'utf8');
    expect(ended(many)).to.equal(32);
    await endOfTurn();
    expect(ended(many)).to.equal(40);
  });

  const received: Array<ServerResponse> = [];
  const address = useHttpServer((_message, response) => {
    received.push(response);
  });

  it('drops the response of a caller who has left meanwhile, and ends the others', async () => {
    const sockets = [1, 2].map(() => connect(Number(new URL(address()).port), '127.0.0.1'));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => received.length === 2);
    const [gone, stays] = received;
    const sent = new Promise((resolve) => {
      gone?.once('close', () => resolve(gone.writableFinished));
    });
    for (const response of received) endTogether(response, 'ok', 'utf8');
    gone?.req.socket.destroy();
    expect(await sent).to.equal(false);
    await endOfTurn();
    expect(stays?.writableEnded).to.equal(true);
    for (const socket of sockets) socket.destroy();
  });
});
