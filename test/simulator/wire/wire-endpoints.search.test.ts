import { expect } from 'chai';
import { at } from '../../support/json/at.js';
import { keyOf, useWire, withoutLogUrl } from '../support/use-wire.js';

const query = `?query=${encodeURIComponent('email:"ana@example.com"')}`;

describe('searches over HTTP', () => {
  const wire = useWire();

  it('find a customer that was just created', async () => {
    const send = wire().as('found');
    const made = await send('POST', '/v1/customers', { form: 'email=ana@example.com' });
    await send('POST', '/v1/customers', { form: 'email=eva@example.com' });
    const { status, body } = await send('GET', `/v1/customers/search${query}`);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      object: 'search_result',
      data: [made.body],
      has_more: false,
      next_page: null,
      url: '/v1/customers/search',
    });
  });

  // https://github.com/stripe/stripe-cli/issues/1201
  it('are refused before version 2020-08-27', async () => {
    const send = wire().as('old');
    const old = { headers: { 'stripe-version': '2017-08-15' } };
    const refused = await send('GET', `/v1/payment_intents/search${query}`, old);
    expect(refused.status).to.equal(400);
    expect(withoutLogUrl(refused)).to.deep.equal({
      error: {
        type: 'invalid_request_error',
        message:
          'Search is not supported on api version 2017-08-15. Update your API version, or set the API Version of this request to 2020-08-27 or greater.',
      },
    });
    const first = { headers: { 'stripe-version': '2020-08-27' } };
    expect((await send('GET', `/v1/customers/search${query}`, first)).status).to.equal(200);
  });

  it('return charges inside intents in versions that have them', async () => {
    const send = wire().as('charges');
    await send('POST', '/v1/payment_intents', {
      form: 'amount=500&currency=eur&payment_method=pm_card_visa&confirm=true&return_url=https://a.es',
    });
    const { body } = await send(
      'GET',
      '/v1/payment_intents/search?query=amount:500&expand[]=data.charges.data.balance_transaction',
      { headers: { 'stripe-version': '2022-08-01' } },
    );
    expect(at(body, 'data.0.charges.data.0.amount')).to.equal(500);
  });

  it('need a secret key', async () => {
    const { status } = await wire().send('GET', `/v1/charges/search${query}`, {
      headers: { authorization: `Bearer ${keyOf('found', 'pk')}` },
    });
    expect(status).to.equal(401);
  });

  it('do not exist for other objects: search is an id there', async () => {
    const { status, body } = await wire().as('none')('GET', `/v1/refunds/search`);
    expect([status, at(body, 'error.message')]).to.deep.equal([404, "No such refund: 'search'"]);
  });
});

describe('searches with a delay', () => {
  const wire = useWire({ searchDelay: 60 });

  it('find a customer when the delay has passed, while lists have it at once', async () => {
    const { server, as } = wire();
    const send = as('pasarela');
    const count = async (path: string) => at((await send('GET', path)).body, 'data.length');
    await send('POST', '/v1/customers', { form: 'email=ana@example.com' });
    expect(await count('/v1/customers?email=ana@example.com')).to.equal(1);
    expect(await count(`/v1/customers/search${query}`)).to.equal(0);
    server.processor.controls.clock.advance(60);
    expect(await count(`/v1/customers/search${query}`)).to.equal(1);
  });
});
