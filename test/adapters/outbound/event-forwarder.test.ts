import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import {
  createEventForwarder,
  signStandardWebhook,
} from '../../../src/adapters/outbound/event-forwarder.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { endlessResponses, startEndlessServer } from '../../support/http/endless-server.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { event } = processorObjects;
const key = Buffer.alloc(32, 7);
const secret = `${'whsec'}_${key.toString('base64')}`;
const published = `${'whsec'}_${'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}`;
const never = new AbortController().signal;

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

describe('the event forwarder', () => {
  let server: Server;
  let url: string;
  let status: number | 'none';
  let received: Array<Received>;

  beforeEach(async () => {
    received = [];
    status = 204;
    server = createServer((request, response) => {
      void text(request).then((body) => {
        received.push({ headers: request.headers, body });
        if (status === 'none') return;
        response.writeHead(status, { location: '/elsewhere' }).end('what it says');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/events`;
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  const forward = (timeoutMs = 5000, signal = never, differs = {}): Promise<void> =>
    createEventForwarder({ url, secrets: [secret], timeoutMs, clock: () => 1_700_000_005 })(event, {
      signal,
      attempt: 1,
      replay: false,
      superseded: false,
      ...differs,
    });
  const refusal = async (outcome: Promise<void>): Promise<string> =>
    outcome.then(
      () => 'taken',
      (error: unknown) => String(error),
    );

  it('W8: sends the unchanged event, signed according to Standard Webhooks', async () => {
    await forward();
    const [first] = received;
    expect(JSON.parse(first?.body ?? '')).to.deep.equal(event);
    const signature = createHmac('sha256', key)
      .update(`evt_1.1700000005.${first?.body}`)
      .digest('base64');
    expect(first?.headers).to.include({
      'content-type': 'application/json',
      'webhook-id': 'evt_1',
      'webhook-timestamp': '1700000005',
      'webhook-signature': `v1,${signature}`,
    });
  });

  it('W12: says in headers what the handlers of the library are told, and when the event happened', async () => {
    await forward();
    await forward(5000, never, { attempt: 3, replay: true, superseded: true });
    const told = received.map(({ headers }) => [
      headers['webhook-attempt'],
      headers['webhook-event-created'],
      headers['webhook-replay'],
      headers['webhook-superseded'],
    ]);
    expect(told).to.deep.equal([
      ['1', '1700000000', 'false', 'false'],
      ['3', '1700000000', 'true', 'true'],
    ]);
  });

  it('makes the signature of the published example', () => {
    const signed = signStandardWebhook({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1_614_265_330,
      body: '{"test": 2432232314}',
      secrets: [published],
    });
    expect(signed['webhook-signature']).to.equal('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  it('signs with each of several secrets', () => {
    const call = { id: 'evt_1', timestamp: 1_700_000_005, body: '{}' };
    const [one, other, both] = [[secret], [published], [secret, published]].map(
      (secrets) => signStandardWebhook({ ...call, secrets })['webhook-signature'],
    );
    expect(both).to.equal(`${one} ${other}`);
  });

  for (const answer of [200, 201, 202, 299]) {
    it(`succeeds on ${answer}`, async () => {
      status = answer;
      expect(await refusal(forward())).to.equal('taken');
    });
  }

  for (const answer of [301, 302, 400, 404, 410, 429, 500, 503]) {
    it(`fails on ${answer}, and follows no redirect`, async () => {
      status = answer;
      expect(await refusal(forward())).to.equal(
        `Error: not forwarded: the receiver responded with HTTP ${answer}`,
      );
      expect(received).to.have.length(1);
    });
  }

  it('fails when no response comes in time', async () => {
    status = 'none';
    expect(await refusal(forward(20))).to.match(/^Error: not forwarded: .*timeout/);
  });

  it('fails in time also when the garbage is collected meanwhile', async () => {
    status = 'none';
    const outcome = refusal(forward(200));
    for (let round = 0; round < 5; round += 1) {
      await turn();
      collectGarbage();
    }
    expect(await outcome).to.match(/^Error: not forwarded: .*timeout/);
  });

  for (const [what, head, again] of endlessResponses) {
    it(`ends the connection of endless ${what}`, async () => {
      const endless = await startEndlessServer(head, again);
      url = endless.url;
      const outcome = await refusal(forward(200));
      await endless.left();
      await endless.close();
      expect(outcome).to.match(what.endsWith('chunks') ? /^taken$/ : /^Error: not forwarded: /);
    });
  }

  it('stops when it is aborted', async () => {
    status = 'none';
    expect(await refusal(forward(5000, AbortSignal.abort()))).to.match(/^Error: not forwarded: /);
  });

  it('reports a refused connection', async () => {
    url = 'http://127.0.0.1:1/events';
    expect(await refusal(forward())).to.match(/^Error: not forwarded: .*ECONNREFUSED|bad port/);
  });
});
