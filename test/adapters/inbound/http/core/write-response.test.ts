import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { writeResponse } from '../../../../../src/adapters/inbound/http/core/write-response.js';
import { callAt } from '../../../../support/http/call.js';
import { useHttpServer } from '../../../../support/http/use-http-server.js';
import { until } from '../../../../support/time/until.js';

describe('writeResponse', () => {
  const received: Array<ServerResponse> = [];
  const address = useHttpServer((_message, response) => {
    received.push(response);
  });
  const call = async () => (await callAt(address())('GET', '/')).text;
  const answer = (body: string) => ({ status: 200, headers: {}, body });

  afterEach(() => {
    received.splice(0);
  });

  it('writes the responses of one turn of the event loop at its end', async () => {
    const bodies = Promise.all([call(), call()]);
    await until(() => received.length === 2);
    for (const response of received) void writeResponse(response, answer('añá'));
    await Promise.resolve();
    expect(received.map(({ writableEnded }) => writableEnded)).to.deep.equal([false, false]);
    await endOfTurn();
    expect(received.map(({ writableEnded }) => writableEnded)).to.deep.equal([true, true]);
    expect(await bodies).to.deep.equal(['añá', 'añá']);
  });

  it('keeps what earlier middleware says that the answer varies with', async () => {
    const answered = callAt(address())('GET', '/');
    await until(() => received.length === 1);
    for (const response of received) {
      response.setHeader('Vary', 'Origin');
      void writeResponse(response, { ...answer('ok'), headers: { vary: 'Accept-Language' } });
    }
    expect((await answered).headers.get('vary')).to.equal('Origin, Accept-Language');
  });

  it('ends each response in the async context of its request', async () => {
    const bodies = Promise.all([call(), call()]);
    await until(() => received.length === 2);
    const contexts = new AsyncLocalStorage<number>();
    const seen = received.map(async (response) => {
      await once(response, 'finish');
    });
    const found: Array<readonly [number, number | undefined]> = [];
    for (const [index, response] of received.entries()) {
      response.on('finish', () => found.push([index, contexts.getStore()]));
      void contexts.run(index, () => writeResponse(response, answer('ok')));
    }
    await Promise.all(seen);
    await bodies;
    expect(found).to.have.deep.members([
      [0, 0],
      [1, 1],
    ]);
  });

  it('drops the response of a caller who has left meanwhile, and writes the others', async () => {
    const gone = connect(Number(new URL(address()).port), '127.0.0.1');
    gone.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await until(() => received.length === 1);
    const body = call();
    await until(() => received.length === 2);
    const [left] = received;
    const sent = new Promise((resolve) => {
      left?.once('close', () => resolve(left.writableFinished));
    });
    for (const response of received) void writeResponse(response, answer('ok'));
    left?.req.socket.destroy();
    expect(await sent).to.equal(false);
    expect(await body).to.equal('ok');
  });

  it('rejects with what other middleware throws in place of `end`', async () => {
    const broken = call().catch(() => 'broken');
    await until(() => received.length === 1);
    const [response] = received;
    if (response === undefined) throw new Error('no request');
    const cause = new Error('no session');
    response.end = () => {
      throw cause;
    };
    const outcome = await writeResponse(response, answer('ok')).catch((thrown: unknown) => thrown);
    response.destroy();
    expect(outcome).to.equal(cause);
    expect(await broken).to.equal('broken');
  });
});
