import { expect } from 'chai';
import { keyOf, useWire } from '../support/use-wire.js';

/** The headers that Stripe sends with every response, recorded in 2026. */
const recorded = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, HEAD, PUT, PATCH, POST, DELETE',
  'access-control-expose-headers':
    'Request-Id, Stripe-Manage-Version, Stripe-Should-Retry, X-Stripe-External-Auth-Required, X-Stripe-Privileged-Session-Required',
  'access-control-max-age': '300',
};

describe('CORS', () => {
  const wire = useWire();
  const shop = 'https://shop.example';
  const card = 'card[number]=4242424242424242&card[exp_month]=12&card[exp_year]=2040';

  it('gives every response of the API the headers of Stripe, for a request without an origin', async () => {
    for (const [path, status] of [
      ['/v1/customers', 200],
      ['/v1/customers/cus_nope', 404],
      ['/v1/nonsense', 404],
    ] as const) {
      const { status: answered, headers } = await wire().as('shop')('GET', path);
      expect(answered, path).to.equal(status);
      expect(Object.fromEntries(headers), path).to.include({
        ...recorded,
        'access-control-allow-origin': '*',
      });
    }
  });

  it('lets the page of a shop read the response to a publishable key', async () => {
    const { status, headers } = await wire().send('POST', '/v1/tokens', {
      form: `${card}&key=${keyOf('shop', 'pk')}`,
      headers: { origin: shop, 'sec-fetch-site': 'cross-site' },
    });
    expect(status).to.equal(200);
    expect(Object.fromEntries(headers)).to.include({
      ...recorded,
      'access-control-allow-origin': shop,
      vary: 'Origin',
    });
  });

  it('answers a preflight request with what the browser wants to send', async () => {
    const { status, headers, text } = await wire().send('OPTIONS', '/v1/payment_intents/pi_1', {
      headers: {
        origin: shop,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization,stripe-version',
      },
    });
    expect([status, text]).to.deep.equal([204, '']);
    expect(Object.fromEntries(headers)).to.include({
      ...recorded,
      'access-control-allow-origin': shop,
      'access-control-allow-headers': 'authorization,stripe-version',
    });
  });

  it('allows no headers in a preflight request that asks for none', async () => {
    const { status, headers } = await wire().send('OPTIONS', '/v1/tokens', {
      headers: { origin: shop, 'access-control-request-method': 'POST' },
    });
    expect(status).to.equal(204);
    expect(headers.has('access-control-allow-headers')).to.equal(false);
  });

  it('answers OPTIONS without a preflight as an unknown URL', async () => {
    const { status } = await wire().send('OPTIONS', '/v1/tokens');
    expect(status).to.equal(404);
  });

  it('does not let other pages read the controls', async () => {
    for (const path of ['/_processor/deliveries', '/']) {
      const { headers } = await wire().send('GET', path, { headers: { origin: shop } });
      expect(headers.has('access-control-allow-origin'), path).to.equal(false);
    }
  });
});
