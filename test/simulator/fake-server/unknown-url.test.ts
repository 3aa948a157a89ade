import { expect } from 'chai';
import { sdkAt } from '../../sdk/support/use-shop.js';
import { rejectionOf } from '../../support/errors/rejection-of.js';
import { at } from '../../support/json/at.js';
import { useWire } from '../support/use-wire.js';

describe('unknown URLs of the fake server', () => {
  const wire = useWire();

  it('read well as an error of the SDK, which does not send its user to the support of Stripe', async () => {
    const { url } = wire().server;
    const { plans } = sdkAt(url, wire().server.apiKey);
    const message = await rejectionOf(plans.list());
    expect(message).to.include(
      `Unrecognized request URL (GET: /v1/plans). It is not simulated by this server, pasarela fake. Every endpoint that is: ${url}/_processor/endpoints`,
    );
    expect(message).not.to.match(/support|stripe\.com/);
  });

  it('lead to the list of those that the server knows', async () => {
    const { status, body } = await wire().send('GET', '/_processor/endpoints');
    expect(status).to.equal(200);
    expect(at(body, 'endpoints')).to.include.members([
      'GET /v1/balance',
      'POST /v1/payment_intents/:payment_intent/confirm',
      'DELETE /v1/webhook_endpoints/:webhook_endpoint',
    ]);
    expect(at(body, 'endpoints.0')).to.equal('GET /v1/account');
  });

  it('are answered quickly however long they are', async () => {
    const long = `/v1/${'payment_intents/'.repeat(400)}x${'y'.repeat(4000)}`;
    const { status, text } = await wire().send('GET', long);
    expect(status).to.equal(404);
    expect(text).to.include('Near it there is /v1/payment_intents, ');
  });
});
