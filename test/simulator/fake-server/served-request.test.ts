import { expect } from 'chai';
import type { FakeServerOptions } from '../../../src/simulator/fake-server/fake-server-options.js';
import type { ServedRequest } from '../../../src/simulator/fake-server/served-request.js';
import { useWire } from '../support/use-wire.js';

const served: Array<ServedRequest> = [];
const errors: Array<string> = [];

const options: FakeServerOptions = {
  onRequest: (request) => {
    if (request.path === '/v1/balance') throw new Error('mine');
    served.push(request);
  },
  logger: {
    info: () => undefined,
    warn: () => undefined,
    error: (message) => errors.push(message),
  },
};

describe('the requests that the fake server reports', () => {
  const wire = useWire(options);
  const shop = (): ReturnType<ReturnType<typeof wire>['as']> => wire().as('shop');

  beforeEach(() => {
    served.length = 0;
    errors.length = 0;
  });

  it('have the method, the path without its query, the status and the id of the object', async () => {
    const { headers, body } = await shop()('POST', '/v1/customers?name=Ana', { form: 'phone=1' });
    const { id } = Object(body);
    expect(served).to.have.length(1);
    expect(served[0]).to.deep.include({
      id: headers.get('request-id'),
      method: 'POST',
      path: '/v1/customers',
      status: 200,
      object: id,
      error: null,
    });
    expect(served[0]?.ms).to.be.greaterThan(0);
    expect(served[0]?.created).to.be.greaterThan(1_780_000_000);
    await shop()('GET', `/v1/customers/${id}`);
    expect(served[1]).to.include({ method: 'GET', path: `/v1/customers/${id}`, object: id });
    await shop()('GET', '/v1/customers');
    expect(served[2]).to.include({ object: null, error: null });
  });

  it('have the decline code, the code or the type of an error', async () => {
    const pay =
      'amount=100&currency=eur&confirm=true&return_url=https://shop.example&payment_method=';
    await shop()('POST', '/v1/payment_intents', {
      form: `${pay}pm_card_visa_chargeDeclinedInsufficientFunds`,
    });
    await shop()('GET', '/v1/customers/cus_x');
    await wire().send('GET', '/v1/customers');
    expect(served.map(({ status, error, object }) => [status, error, object])).to.deep.equal([
      [402, 'insufficient_funds', served[0]?.object],
      [404, 'resource_missing', null],
      [401, 'invalid_request_error', null],
    ]);
  });

  it('name the payment that was declined', async () => {
    await shop()('POST', '/v1/payment_intents', {
      form: 'amount=100&currency=eur&confirm=true&return_url=https://shop.example&payment_method=pm_card_chargeDeclined',
    });
    expect(served[0]?.object).to.match(/^pi_\w+$/);
  });

  it('show no card number of the path', async () => {
    await shop()('GET', '/v1/customers/4242424242424242');
    expect(served[0]?.path).to.equal('/v1/customers/[number]');
  });

  it('say when a planned failure cut the connection', async () => {
    await shop()('POST', '/_processor/fail-next', {
      form: '{"on": "any", "with": "unreachable"}',
      headers: { 'content-type': 'application/json' },
    });
    await shop()('POST', '/v1/customers').catch(() => undefined);
    expect(served.map(({ path, status, error }) => [path, status, error])).to.deep.equal([
      ['/_processor/fail-next', 200, null],
      ['/v1/customers', null, null],
    ]);
  });

  it('include refused controls, and leave out pages, reads of controls and preflights', async () => {
    await shop()('GET', '/_processor/deliveries');
    await shop()('GET', '/');
    await shop()('OPTIONS', '/v1/customers', {
      headers: { 'access-control-request-method': 'POST' },
    });
    await shop()('POST', '/_processor/settle', {
      form: '{"id": "pi_x"}',
      headers: { 'content-type': 'application/json' },
    });
    await shop()('POST', '/_processor/checkout/cs_x');
    expect(served.map(({ path, error }) => [path, error])).to.deep.equal([
      ['/_processor/settle', 'resource_missing'],
      ['/_processor/checkout/cs_x', null],
    ]);
  });

  it('are answered when the function that receives them throws', async () => {
    expect((await shop()('GET', '/v1/balance')).status).to.equal(200);
    expect(errors).to.deep.equal(['onRequest threw an error']);
  });
});
