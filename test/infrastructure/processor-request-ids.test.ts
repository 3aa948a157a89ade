import { expect } from 'chai';
import type { RequestFacts } from '../../src/adapters/inbound/http/track-request.js';
import type { ProcessorCall } from '../../src/application/ports/telemetry.js';
import { createProcessorRequestIds } from '../../src/infrastructure/processor-request-ids.js';
import { captureTelemetry } from '../support/service/captured-telemetry.js';
import { overStripe } from '../support/service/set-ups.js';
import { useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const call: ProcessorCall = { operation: 'createRefund', outcome: 'done', duration: 1, retries: 0 };

describe('createProcessorRequestIds', () => {
  const setUp = () => {
    const { telemetry, reports } = captureTelemetry();
    const { around, noting } = createProcessorRequestIds();
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
  const { call: send, logged } = useService({}, overStripe);

  it("logs Stripe's id of the call with the request", async () => {
    const body = { email: 'a@b.es', name: 'A', phone: '1' };
    expect((await send('POST', '/api/customers', { body })).status).to.equal(201);
    await until(() => /"route":"\/api\/customers","status":201/u.test(logged()));
    expect(logged()).to.match(/"status":201,.*"processor_request_id":"req_\w+"/u);
  });
});
