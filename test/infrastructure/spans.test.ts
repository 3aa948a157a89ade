import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { context, trace } from '@opentelemetry/api';
import { expect } from 'chai';
import { openSpans } from '../../src/infrastructure/spans.js';
import { at } from '../support/json/at.js';
import { type RecordedSpan, useRecordedSpans } from '../support/service/recorded-spans.js';
import { recordedStripe } from '../support/service/recorded-stripe.js';
import { startTestService } from '../support/service/start-service.js';
import { useService } from '../support/service/use-service.js';
import { until } from '../support/time/until.js';

const customer = { email: 'a@b.es', name: 'A', phone: '1' };
const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

const facts = ({ name, kind, attributes, isError }: RecordedSpan) => ({
  name,
  kind,
  attributes,
  isError,
});

it('openSpans makes no spans before an SDK is registered', () => {
  expect(openSpans('api.stripe.com')).to.equal(undefined);
});

describe('the spans of a service on Stripe', () => {
  const { ended } = useRecordedSpans();
  const { setUp, received } = recordedStripe();
  const { call, controls, logged } = useService({ env: { STRIPE_MAX_RETRIES: '0' } }, setUp);

  afterEach(() => received.splice(0));

  const spanOf = async (kind: string): Promise<RecordedSpan> => {
    await until(() => ended.some((span) => span.kind === kind));
    return ended.find((span) => span.kind === kind) ?? expect.fail();
  };

  it('are one of the request, in the trace of its caller, and one of the call of Stripe, whose id Stripe receives', async () => {
    const headers = { traceparent, tracestate: 'rojo=1' };
    await call('POST', '/api/customers', { body: customer, headers });
    const request = await spanOf('SERVER');
    const made = await spanOf('CLIENT');
    expect(facts(request)).to.deep.equal({
      name: 'POST /api/customers',
      kind: 'SERVER',
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/customers',
        'http.response.status_code': 201,
      },
      isError: false,
    });
    expect(facts(made)).to.deep.equal({
      name: 'createCustomer',
      kind: 'CLIENT',
      attributes: {
        'server.address': '127.0.0.1',
        'pasarela.processor.outcome': 'done',
        'pasarela.processor.retries': 0,
      },
      isError: false,
    });
    expect([request.traceId, request.parentId]).to.deep.equal([traceId, 'b7ad6b7169203331']);
    expect([made.traceId, made.parentId]).to.deep.equal([traceId, request.id]);
    expect(received.map((each) => [each['traceparent'], each['tracestate']])).to.deep.equal([
      [`00-${traceId}-${made.id}-01`, 'rojo=1'],
    ]);
  });

  it('begin a trace where the caller has none, and the log names it', async () => {
    await call('GET', '/api/customers/cus_unknown', { headers: { tracestate: 'rojo=1' } });
    const request = await spanOf('SERVER');
    const made = await spanOf('CLIENT');
    expect(request).to.include({ parentId: undefined, isError: false });
    expect(request.attributes).to.include({ 'http.response.status_code': 404 });
    expect(request.attributes).not.to.have.property('error.type');
    expect(made).to.include({ traceId: request.traceId, parentId: request.id, isError: true });
    expect(made.attributes).to.include({ 'error.type': 'refused' });
    expect(received[0]?.['traceparent']).to.equal(`00-${request.traceId}-${made.id}-01`);
    await until(() => logged().includes(`"trace_id":"${request.traceId}"`));
  });

  it('keep requests at the same time apart', async () => {
    await Promise.all([1, 2, 3].map(() => call('POST', '/api/customers', { body: customer })));
    await until(() => ended.length === 6);
    const requests = ended.filter(({ kind }) => kind === 'SERVER');
    const calls = ended.filter(({ kind }) => kind === 'CLIENT');
    expect(new Set(requests.map((span) => span.traceId)).size).to.equal(3);
    expect(calls.map((span) => span.parentId)).to.have.members(requests.map(({ id }) => id));
  });

  it('tell a failure', async () => {
    await controls.failNext({ on: 'any', with: 'server_error' });
    await call('GET', '/api/customers/cus_1');
    const request = await spanOf('SERVER');
    expect(request.isError).to.equal(true);
    expect(request.attributes['error.type']).to.match(/^Processor/u);
  });

  it('have neither paths nor methods of callers', async () => {
    const card = '4242'.repeat(4);
    await call('PROPFIND', `/api/${card}?number=${card}`);
    expect(facts(await spanOf('SERVER'))).to.deep.equal({
      name: 'HTTP',
      kind: 'SERVER',
      attributes: { 'http.request.method': '_OTHER', 'http.response.status_code': 404 },
      isError: false,
    });
  });
});

describe('the spans of a service that forwards events', () => {
  const { ended, flushes } = useRecordedSpans();

  it('are one of each event, whose id the receiver gets, and are exported before the service ends', async () => {
    const received: Array<IncomingHttpHeaders> = [];
    const shop = createServer((request, response) => {
      received.push(request.headers);
      response.writeHead(received.length === 1 ? 204 : 500).end();
    });
    shop.listen(0, '127.0.0.1');
    await once(shop, 'listening');
    const service = await startTestService({
      env: {
        PROCESSOR: 'memory',
        EVENT_FORWARD_URL: `http://127.0.0.1:${String(at(shop.address(), 'port'))}`,
        EVENT_FORWARD_SECRET: `${'whsec'}_${Buffer.alloc(32, 7).toString('base64')}`,
      },
    });
    const spanOfEvents = () => ended.filter(({ kind }) => kind === 'CONSUMER');
    await service.call('POST', '/api/customers', { body: customer, headers: { traceparent } });
    await until(() => spanOfEvents().length === 1);
    await service.call('POST', '/api/customers', { body: customer });
    await until(() => spanOfEvents().length === 2);
    const [taken, refused] = spanOfEvents();
    expect(taken).to.deep.include({
      name: 'process customer.created',
      parentId: undefined,
      isError: false,
      attributes: {
        'messaging.operation.type': 'process',
        'pasarela.event.type': 'customer.created',
      },
    });
    expect(taken?.traceId).not.to.equal(traceId);
    expect(received[0]?.['traceparent']).to.equal(`00-${taken?.traceId}-${taken?.id}-01`);
    expect(refused?.isError).to.equal(true);
    expect(refused?.attributes['error.type']).to.equal('Error');
    await service.close();
    expect(flushes()).to.equal(1);
    shop.closeAllConnections();
    shop.close();
  });
});

describe('openSpans with an SDK', () => {
  const { ended } = useRecordedSpans();
  const spans = () => openSpans('api.stripe.com') ?? expect.fail();

  it('makes the span of a request a part of one that exists, and tells that the caller has left', () => {
    const { requests } = spans();
    const outer = trace.getTracer('http').startSpan('GET');
    const request = { route: '/health', trace: { traceparent } };
    context.with(trace.setSpan(context.active(), outer), () => requests.began(request, 'GET'));
    requests.ended(
      {
        method: 'GET',
        route: '/health',
        status: 499,
        client: undefined,
        error: undefined,
        seconds: 1,
      },
      request,
    );
    const [span] = ended;
    expect(span).to.deep.include({
      kind: 'INTERNAL',
      parentId: outer.spanContext().spanId,
      isError: true,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/health',
        'error.type': 'caller_left',
      },
    });
  });

  it('removes secrets from texts of others, and cuts them', async () => {
    const { aroundEvent } = spans();
    await aroundEvent(`card ${'4242'.repeat(4)} ${'x'.repeat(1000)}`, async () => undefined);
    const type = String(ended[0]?.attributes['pasarela.event.type']);
    expect(type)
      .to.match(/^card \[number\] x+$/u)
      .and.to.have.length(128);
  });

  it('handles an unknown request without a span', () => {
    expect(spans().around({}, () => 7)).to.equal(7);
  });
});
