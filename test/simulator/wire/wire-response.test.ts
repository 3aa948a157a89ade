import { expect } from 'chai';
import { at, textAt } from '../../support/json/at.js';
import { useWire } from '../support/use-wire.js';

const requestId = /^req_[0-9A-Za-z]{24}$/;

// Headers that the server and the connection add to every response.
const ofHttp = new Set(['connection', 'content-length', 'date', 'keep-alive']);
// `cors.test.ts` checks the headers for browsers.
const forBrowsers = /^(?:access-control-|vary$)/;
const shown = (headers: Headers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...headers]
      .filter(([name]) => !ofHttp.has(name) && !forBrowsers.test(name))
      .map(([name, value]) => [name, requestId.test(value) ? 'req_' : value]),
  );

describe('responses on the wire', () => {
  const wire = useWire();

  it('a list, byte for byte', async () => {
    const { status, headers, text } = await wire().as('empty')('GET', '/v1/customers');
    expect(status).to.equal(200);
    expect(shown(headers)).to.deep.equal({
      'cache-control': 'no-cache, no-store',
      'content-type': 'application/json',
      'request-id': 'req_',
      'stripe-version': '2026-08-26.dahlia',
    });
    expect(text).to.equal(
      '{\n  "object": "list",\n  "data": [],\n  "has_more": false,\n  "url": "/v1/customers"\n}\n',
    );
  });

  it('a deletion, byte for byte', async () => {
    const send = wire().as('deleting');
    const { body } = await send('POST', '/v1/customers', { form: 'name=Ana' });
    const id = String(at(body, 'id'));
    const { status, text } = await send('DELETE', `/v1/customers/${id}`);
    expect(status).to.equal(200);
    expect(text).to.equal(`{\n  "id": "${id}",\n  "object": "customer",\n  "deleted": true\n}\n`);
  });

  it('a creation with a key, and its replay', async () => {
    const send = wire().as('replaying');
    const create = () =>
      send('POST', '/v1/customers', {
        form: 'name=Ana',
        headers: { 'idempotency-key': 'order 7' },
      });
    const first = await create();
    const again = await create();
    expect(shown(first.headers)).to.deep.equal({
      'cache-control': 'no-cache, no-store',
      'content-type': 'application/json',
      'idempotency-key': 'order 7',
      'original-request': 'req_',
      'request-id': 'req_',
      'stripe-should-retry': 'false',
      'stripe-version': '2026-08-26.dahlia',
    });
    expect(first.headers.get('original-request')).to.equal(first.headers.get('request-id'));
    expect(shown(again.headers)).to.deep.equal({
      ...shown(first.headers),
      'idempotent-replayed': 'true',
    });
    expect(again.headers.get('original-request')).to.equal(first.headers.get('request-id'));
    expect(again.headers.get('request-id')).not.to.equal(first.headers.get('request-id'));
    expect(again.text).to.equal(first.text);
  });

  it('an error names the page of its request, also when it is replayed', async () => {
    const send = wire().as('logged');
    const refused = {
      form: 'amount=900&currency=eur&customer=cus_x',
      headers: { 'idempotency-key': 'logged' },
    };
    const first = await send('POST', '/v1/refunds', { form: 'charge=ch_x' });
    expect(textAt(first.body, 'error.request_log_url')).to.match(
      new RegExp(`^https://.+[?]object=${first.headers.get('request-id')}$`),
    );
    const once = await send('POST', '/v1/charges', refused);
    const again = await send('POST', '/v1/charges', refused);
    expect(again.text).to.equal(once.text);
  });

  it('HEAD responds like GET, without a body', async () => {
    const send = wire().as('looking');
    const get = await send('GET', '/v1/customers');
    const head = await send('HEAD', '/v1/customers');
    expect([head.status, head.text]).to.deep.equal([200, '']);
    expect(head.headers.get('content-length')).to.equal(get.headers.get('content-length'));
    expect(shown(head.headers)).to.deep.equal(shown(get.headers));
  });

  it('a token has the IP address of its caller', async () => {
    const form =
      'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040&card[cvc]=123';
    const { status, body } = await wire().as('tokens')('POST', '/v1/tokens', { form });
    expect([status, at(body, 'client_ip')]).to.deep.equal([200, '127.0.0.1']);
  });

  it('parameters may be in the query and in the body, also of a POST', async () => {
    const send = wire().as('asking');
    const form = 'metadata[color]=red';
    const { body } = await send('POST', '/v1/customers?name=Ana', { form });
    expect([at(body, 'name'), at(body, 'metadata')]).to.deep.equal(['Ana', { color: 'red' }]);
    const found = await send('GET', `/v1/customers/${String(at(body, 'id'))}?expand[]=sources`);
    expect(at(found.body, 'sources.object')).to.equal('list');
  });

  it('events name the request and its idempotency key', async () => {
    const send = wire().as('events');
    const created = await send('POST', '/v1/customers', { headers: { 'idempotency-key': 'k' } });
    const { body } = await send('GET', '/v1/events?type=customer.created');
    expect(at(body, 'data.0.request')).to.deep.equal({
      id: created.headers.get('request-id'),
      idempotency_key: 'k',
    });
  });
});
