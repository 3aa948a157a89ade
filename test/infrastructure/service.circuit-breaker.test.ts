import { expect } from 'chai';
import { useHttpServer } from '../support/http/use-http-server.js';
import { at } from '../support/json/at.js';
import { startTestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

describe('a service on Stripe that does not answer', () => {
  let answers = false;
  let requests = 0;
  const processor = useHttpServer((request, response) => {
    requests += 1;
    if (!answers) {
      request.socket.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"id":"cus_1","object":"customer","created":1,"deleted":true}');
  });

  it('leaves it alone as its variables say, tells callers when to come again, and logs it', async () => {
    const service = await startTestService({
      env: {
        PROCESSOR: 'stripe',
        STRIPE_SECRET_KEY: ['sk', 'test', 'breaker'].join('_'),
        STRIPE_BASE_URL: processor(),
        STRIPE_MAX_RETRIES: '0',
        STRIPE_BREAKER_FAILURES: '2',
        STRIPE_BREAKER_PAUSE_MS: '300',
        METRICS: 'on',
      },
    });
    const get = () => service.call('GET', '/api/customers/cus_1');
    await get();
    await get();
    const sent = requests;
    const { status, headers, body } = await get();
    expect([status, at(body, 'code'), at(body, 'outcome')]).to.deep.equal([
      503,
      'processor_unavailable',
      'not_done',
    ]);
    expect(headers.get('retry-after')).to.equal('1');
    expect(requests).to.equal(sent);
    answers = true;
    for (let answered = 0; answered < 3; ) {
      if ((await get()).status === 404) answered += 1;
    }
    await until(() => service.logged().includes('is closed'));
    const states = service.logged().match(/the circuit breaker is [a-z ]+/g);
    expect(states).to.deep.equal([
      'the circuit breaker is open',
      'the circuit breaker is half open',
      'the circuit breaker is closed',
    ]);
    const { text } = await service.call('GET', '/metrics');
    expect(text).to.match(
      /pasarela_processor_calls_total\{operation="retrieveCustomer",outcome="not_done"\} \d+/,
    );
    await service.close();
  });
});
