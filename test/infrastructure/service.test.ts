import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { patienceMs } from '../../src/infrastructure/service.js';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

describe('patienceMs', () => {
  it('is ten seconds with the in-memory processor', () => {
    expect(patienceMs({ kind: 'memory', seed: undefined })).to.equal(10_000);
  });

  it('is ten seconds longer than a call to Stripe can take, with all its attempts, pauses and look-ups', () => {
    const stripe = {
      kind: 'stripe',
      secretKey: ['sk', 'test', 'patience'].join('_'),
      baseUrl: undefined,
      apiVersion: '2026-08-26.dahlia',
      cards: 'sources',
      maxCalls: 120,
      maxWaitingCalls: 256,
      breakerFailures: 10,
      breakerFailuresInRow: 3,
      breakerPauseMs: 5000,
    } as const;
    const long = { ...stripe, totalTimeoutMs: 7_200_000 };
    // Three attempts, pauses of 0.5 and 1 second, and half the time-out of an attempt.
    const usual = 10_000 + 90_000 + 1_500 + 15_000;
    expect(patienceMs({ ...long, timeoutMs: 30_000, maxRetries: 2 })).to.equal(usual);
    expect(patienceMs({ ...long, timeoutMs: 500, maxRetries: 0 })).to.equal(10_750);
    // Pauses grow up to ten times the first one: 0.5, 1, 2, 4, 5 and 5 seconds.
    const withPauses = 10_000 + 700 + 17_500 + 50;
    expect(patienceMs({ ...long, timeoutMs: 100, maxRetries: 6 })).to.equal(withPauses);
    // All of that ends with the time for the whole call.
    const usualTotal = { ...stripe, totalTimeoutMs: 20_000, timeoutMs: 30_000, maxRetries: 2 };
    expect(patienceMs(usualTotal)).to.equal(30_000);
  });
});

describe('the service', () => {
  it('answers at its address until it is closed', async () => {
    const service = await startTestService();
    expect((await service.call('GET', '/health')).status).to.equal(200);
    await service.close();
    const after = await service.call('GET', '/health').catch(() => 'refused');
    expect(after).to.equal('refused');
  });

  it('waits for the request of a disconnected client before it closes', async () => {
    const order: Array<string> = [];
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const asked = { times: 0 };
    const service = await startTestService({
      processor: {
        createCustomer: () => async () => {
          asked.times += 1;
          await finished;
          order.push('done');
          return E.left({ _tag: 'Unexpected', cause: null });
        },
      },
    });
    const { hostname, port } = new URL(service.address);
    const body = '{"email": "ada@example.com", "name": "Ada", "phone": "1"}';
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(
      `POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await until(() => asked.times === 1);
    socket.destroy();
    await until(() => service.logged().includes('"status":499'));
    const closed = service.close().then(() => order.push('closed'));
    // Long enough for a service that does not wait to close.
    let turns = 0;
    await until(() => {
      turns += 1;
      return order.length > 0 || turns === 1000;
    });
    finish();
    await closed;
    expect(order).to.deep.equal(['done', 'closed']);
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === '::1'),
  );
  if (hasIpv6) {
    it('puts an IPv6 address into brackets', async () => {
      const service = await startTestService({ env: { HOST: '::1' } });
      expect(service.address).to.match(/^http:\/\/\[::1\]:\d+$/);
      expect((await service.call('GET', '/health')).status).to.equal(200);
      await service.close();
    });
  }

  it('creates the same ids with the same seed', async () => {
    const ids: Array<string> = [];
    for (const seed of ['a', 'a', 'b']) {
      const service = await startTestService({ env: { MEMORY_SEED: seed } });
      ids.push(await journeys(service.call).customer());
      await service.close();
    }
    expect(ids[0]).to.equal(ids[1]);
    expect(ids[0]).not.to.equal(ids[2]);
  });

  it('starts challenge URLs with PUBLIC_URL', async () => {
    const service = await startTestService({ env: { PUBLIC_URL: 'https://pay.example/' } });
    const given = journeys(service.call);
    const customer_id = await given.customer();
    const answer = await service.call('POST', '/api/payments', {
      body: {
        amount: 10,
        customer_id,
        payment_method: 'pm_card_authenticationRequired',
        confirm: true,
        return_url: 'https://shop.example/',
      },
    });
    const url = textAt(answer.body, 'data.next_action.redirect_to_url.url');
    expect(url).to.equal(
      `https://pay.example/_processor/challenges/${textAt(answer.body, 'data.id')}`,
    );
    await service.close();
  });

  it('starts the URLs of checkout sessions with PUBLIC_URL', async () => {
    const service = await startTestService({ env: { PUBLIC_URL: 'https://pay.example/' } });
    const answer = await service.call('POST', '/api/checkout-sessions', {
      body: {
        line_items: [{ name: 'Camiseta', amount: '10.00', quantity: 1 }],
        success_url: 'https://shop.example/thanks',
      },
    });
    const id = textAt(answer.body, 'data.id');
    expect(textAt(answer.body, 'data.url')).to.equal(
      `https://pay.example/_processor/checkout/${id}`,
    );
    const page = await service.call('GET', `/_processor/checkout/${id}`);
    expect([page.status, page.headers.get('content-type')]).to.deep.equal([
      200,
      'text/html; charset=utf-8',
    ]);
    await service.close();
  });

  it('logs one line for each request, with its route pattern but without path, query and body', async () => {
    const service = await startTestService();
    await service.call('GET', '/api/customers/cus_of-the-caller');
    await service.call('GET', '/api/customers?email=someone@example.com');
    await service.call('GET', '/nothing/of/the/caller');
    await service.call('GET', '/health');
    await service.close();
    const lines = service
      .logged()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(
      lines.map((line) => [at(line, 'route'), at(line, 'status'), at(line, 'error')]),
    ).to.deep.equal([
      ['/api/customers/:id', 404, 'NotFound'],
      ['/api/customers', 200, undefined],
      [undefined, 404, 'RouteNotFound'],
      ['/health', 200, undefined],
    ]);
    for (const line of lines) {
      expect(line).to.include({ level: 'info', msg: 'request', method: 'GET' });
      expect(at(line, 'request_id')).to.be.a('string');
      expect(at(line, 'duration_ms')).to.be.a('number');
    }
    expect(service.logged()).not.to.include('caller').and.not.to.include('someone');
  });

  it('leaves out probes of the log that succeed, if told so', async () => {
    const service = await startTestService({
      env: { LOG_PROBES: 'failed', METRICS: 'on' },
      eventStore: { ready: TE.left(paymentErrors.StoreUnavailable) },
    });
    for (const path of ['/health', '/metrics', '/ready', '/api/customers']) {
      await service.call('GET', path);
    }
    await service.close();
    const routes = service
      .logged()
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line))
      .filter((line) => at(line, 'msg') === 'request')
      .map((line) => at(line, 'route'));
    expect(routes).to.deep.equal(['/ready', '/api/customers']);
  });

  it('forbids browsers to guess content types', async () => {
    const service = await startTestService();
    for (const path of ['/health', '/doc', '/api/customers', '/api/nada']) {
      const { headers } = await service.call('GET', path);
      expect(headers.get('x-content-type-options'), path).to.equal('nosniff');
    }
    await service.close();
  });

  it('sends the request id of the log line to the client', async () => {
    const service = await startTestService();
    const answer = await service.call('GET', '/health');
    await service.close();
    expect(service.logged()).to.include(`"request_id":"${answer.headers.get('x-request-id')}"`);
  });
});
