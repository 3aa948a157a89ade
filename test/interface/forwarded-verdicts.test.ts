import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { expectSuccess } from '../support/http/expect-answer.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const now = 1_800_000_000;
const webhookSecret = `${'whsec'}_${'abc0123456789'}`;
const forwardSecret = `${'whsec'}_${Buffer.alloc(32, 9).toString('base64')}`;

const eventText = (id: string, type: string, differs: object = {}): string =>
  JSON.stringify({
    id,
    object: 'event',
    created: now,
    type,
    livemode: false,
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
    ...differs,
  });

const verdictOf = (headers: IncomingHttpHeaders): unknown => ({
  id: headers['webhook-id'],
  attempt: headers['webhook-attempt'],
  created: headers['webhook-event-created'],
  replay: headers['webhook-replay'],
  superseded: headers['webhook-superseded'],
});

describe('interface: what forwarded events say', () => {
  let receiver: Server;
  let service: TestService | undefined;
  let received: Array<unknown>;

  beforeEach(async () => {
    received = [];
    receiver = createServer((request, response) => {
      void text(request).then(() => {
        received.push(verdictOf(request.headers));
        response.writeHead(204).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });
  afterEach(async () => {
    await service?.close();
    receiver.closeAllConnections();
    receiver.close();
    await once(receiver, 'close');
  });

  const serve = async (env: { readonly [name: string]: string } = {}): Promise<TestService> => {
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    service = await startTestService({
      env: {
        WEBHOOK_SECRET: webhookSecret,
        EVENT_FORWARD_URL: `http://127.0.0.1:${port}/events`,
        EVENT_FORWARD_SECRET: forwardSecret,
        ...env,
      },
      clock: () => now,
    });
    return service;
  };

  /** Delivers a webhook, and waits until its event is handled or ignored. */
  const settled = async ({ call }: TestService, id: string, body?: string): Promise<unknown> => {
    if (body !== undefined) {
      const headers = { 'processor-signature': signatureOf(body, webhookSecret, now) };
      const answer = await call('POST', '/api/webhooks', { raw: body, headers });
      expectSuccess(answer, 200, 'Webhook recibido correctamente');
    }
    let event: unknown;
    await until(async () => {
      event = at((await call('GET', `/api/events/${id}`)).body, 'data');
      return at(event, 'state') !== 'pending';
    });
    return { state: at(event, 'state'), reason: at(event, 'reason') };
  };

  const succeeded = eventText('evt_2', 'payment_intent.succeeded');
  const sent = {
    id: 'evt_2',
    attempt: '1',
    created: String(now),
    replay: 'false',
    superseded: 'false',
  };

  for (const [when, created] of [
    ['an hour before', now - 3600],
    ['in the same second', now],
  ] as const) {
    const lateFailure = eventText('evt_1', 'payment_intent.payment_failed', { created });

    it(`W12: a payment_failed that happened ${when} and comes after succeeded is forwarded as superseded`, async () => {
      const running = await serve();
      await settled(running, 'evt_2', succeeded);
      const failed = await settled(running, 'evt_1', lateFailure);
      expect(failed).to.deep.equal({ state: 'handled', reason: null });
      expect(received).to.deep.equal([
        sent,
        { ...sent, id: 'evt_1', created: String(created), superseded: 'true' },
      ]);
    });

    it(`W12: with FORWARD_SUPERSEDED=skip the payment_failed ${when} is ignored with the reason, also when it is replayed`, async () => {
      const running = await serve({ FORWARD_SUPERSEDED: 'skip' });
      const ignored = {
        state: 'ignored',
        reason:
          'a newer event of the same object was handled before, and superseded events are skipped here',
      };
      await settled(running, 'evt_2', succeeded);
      expect(await settled(running, 'evt_1', lateFailure)).to.deep.equal(ignored);
      await running.call('POST', '/api/events/evt_1/replay');
      expect(await settled(running, 'evt_1')).to.deep.equal(ignored);
      expect(received).to.deep.equal([sent]);
    });
  }

  it('W12: a replay is forwarded as one, with the number of its attempt', async () => {
    const running = await serve();
    await settled(running, 'evt_2', succeeded);
    await running.call('POST', '/api/events/evt_2/replay');
    await until(() => received.length === 2);
    expect(received[1]).to.deep.equal({ ...sent, attempt: '2', replay: 'true' });
  });

  it('W11: an event of an account that WEBHOOK_ACCOUNTS does not name is ignored with the reason, the others are forwarded', async () => {
    const running = await serve({ WEBHOOK_ACCOUNTS: 'acct_ours' });
    const foreign = eventText('evt_1', 'payment_intent.created', { account: 'acct_theirs' });
    expect(await settled(running, 'evt_1', foreign)).to.deep.equal({
      state: 'ignored',
      reason:
        'this is an event of account acct_theirs, which WEBHOOK_ACCOUNTS (option webhookAccounts) does not name',
    });
    const ours = eventText('evt_2', 'payment_intent.created', { account: 'acct_ours' });
    expect(await settled(running, 'evt_2', ours)).to.deep.equal({ state: 'handled', reason: null });
    expect(received).to.deep.equal([sent]);
  });

  it('W11: events of another API version than that of the calls are forwarded, and the log notes the version once', async () => {
    const running = await serve({
      PROCESSOR: 'stripe',
      STRIPE_SECRET_KEY: `${'sk'}_${'test'}_versions`,
    });
    for (const id of ['evt_1', 'evt_2']) {
      const body = eventText(id, 'payment_intent.created', { api_version: '2024-06-20' });
      expect(await settled(running, id, body)).to.deep.equal({ state: 'handled', reason: null });
    }
    expect(received).to.have.length(2);
    const noted = running
      .logged()
      .split('\n')
      .filter((line) => line.includes('2024-06-20'));
    expect(noted).to.have.length(1);
    expect(JSON.parse(noted[0] ?? '')).to.include({
      event: 'evt_1',
      version: '2024-06-20',
      pinned: '2026-08-26.dahlia',
    });
  });
});
