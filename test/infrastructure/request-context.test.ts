import { expect } from 'chai';
import type { RequestFacts } from '../../src/adapters/inbound/http/server/track-request.js';
import type { ProcessorCall } from '../../src/application/ports/telemetry.js';
import { createRequestContext } from '../../src/infrastructure/request-context.js';
import { captureTelemetry } from '../support/service/captured-telemetry.js';
import { recordedStripe } from '../support/service/recorded-stripe.js';
import { useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const call: ProcessorCall = { operation: 'createRefund', outcome: 'done', duration: 1, retries: 0 };

describe('createRequestContext', () => {
  const setUp = () => {
    const { telemetry, reports } = captureTelemetry();
    const { around, noting } = createRequestContext();
    const { processorCallEnded } = noting(telemetry);
    const request = async (...ids: ReadonlyArray<string>): Promise<RequestFacts> => {
      const facts: RequestFacts = {};
      await around(facts, async () => {
        for (const requestId of ids) {
          await new Promise(setImmediate);
          processorCallEnded({ ...call, requestId });
        }
      });
      return facts;
    };
    return { processorCallEnded, request, reports };
  };

  it('notes the last id with the request that made the call, also of requests at the same time', async () => {
    const { request } = setUp();
    expect(
      await Promise.all([request('req_1', 'req_2'), request('req_3'), request()]),
    ).to.deep.equal([{ processorRequestId: 'req_2' }, { processorRequestId: 'req_3' }, {}]);
  });

  it('notes no unusual id', async () => {
    const { request } = setUp();
    expect(await request('a b', '<script>', 'x'.repeat(65))).to.deep.equal({});
  });

  it('passes every report on, also of calls outside requests', () => {
    const { processorCallEnded, reports } = setUp();
    processorCallEnded(call);
    expect(reports).to.deep.equal([['processorCallEnded', call]]);
  });
});

describe('a service on Stripe', () => {
  const { setUp, received } = recordedStripe();
  const { call: send, logged } = useService({}, setUp);
  const customer = { email: 'a@b.es', name: 'A', phone: '1' };
  const create = (headers = {}) => send('POST', '/api/customers', { body: customer, headers });

  afterEach(() => received.splice(0));

  it("logs Stripe's id of the call with the request", async () => {
    expect((await create()).status).to.equal(201);
    await until(() => /"route":"\/api\/customers","status":201/u.test(logged()));
    expect(logged()).to.match(/"status":201,.*"processor_request_id":"req_\w+"/u);
    expect(logged()).not.to.include('trace_id');
  });

  it('passes the trace of a request on, and logs its id', async () => {
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    const trace = {
      traceparent: `00-${traceId}-b7ad6b7169203331-01`,
      tracestate: 'rojo=1,congo=2',
    };
    const [answer] = await Promise.all([create(trace), create()]);
    expect(answer.status).to.equal(201);
    expect(
      received.map(({ traceparent, tracestate }) => ({ traceparent, tracestate })),
    ).to.have.deep.members([trace, { traceparent: undefined, tracestate: undefined }]);
    await until(() => logged().includes(`"trace_id":"${traceId}"`));
  });

  it('passes nothing on that is no trace', async () => {
    await create({ traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, tracestate: 'rojo=1' });
    await create({ tracestate: 'rojo=1' });
    expect(received).to.have.length(2);
    for (const headers of received)
      expect(headers).not.to.have.any.keys('traceparent', 'tracestate');
  });
});
