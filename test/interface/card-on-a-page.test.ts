import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { expectSuccess } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService, type TestService } from '../support/service/start-service.js';

describe('interface: the customer enters a card on a page of the shop, in an account that refuses card numbers and tokens', () => {
  let server: FakeServer;
  let service: TestService;

  before(async () => {
    server = await startFakeServer({ seed: 'page', cardTokens: false });
    service = await startTestService({
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: server.apiKey, STRIPE_BASE_URL: server.url },
    });
  });
  after(async () => {
    await service.close();
    await server.close();
  });

  /** A request of Stripe.js: the page has the publishable key and the client secret only. */
  const confirmOnPage = async (id: string, client_secret: string, number: string) => {
    const body = new URLSearchParams({
      client_secret,
      key: server.apiKey.replace('sk', 'pk'),
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(cardYear),
      'payment_method_data[card][cvc]': '123',
    });
    const answer = await fetch(`${server.url}/v1/setup_intents/${id}/confirm`, {
      method: 'POST',
      body,
    });
    const confirmed: unknown = await answer.json();
    return confirmed;
  };

  it('S1 S2 S4: the card is saved with 3D Secure, and charged while the customer is away', async () => {
    const customer_id = await journeys(service.call).customer();
    const created = expectSuccess(
      await service.call('POST', '/api/setup-intents', { body: { customer_id } }),
      201,
      'Intento de configuración creado correctamente',
    );
    const id = textAt(created, 'id');
    const asked = await confirmOnPage(id, textAt(created, 'client_secret'), '4000002500003155');
    expect(at(asked, 'status')).to.equal('requires_action');
    server.processor.controls.completeChallenge(id);

    const { body } = await service.call('GET', `/api/setup-intents/${id}`);
    expect(at(body, 'data.status')).to.equal('succeeded');
    const payment_method = textAt(body, 'data.payment_method');
    expect(payment_method).to.match(/^pm_/);
    const cards = await service.call('GET', `/api/cards/${customer_id}`);
    expect(at(cards.body, 'data.0')).to.include({ id: payment_method, last4: '3155' });

    const paid = await service.call('POST', '/api/payments', {
      body: { customer_id, amount: 10, payment_method, off_session: true, confirm: true },
    });
    expect(expectSuccess(paid, 201, 'Intento de pago creado correctamente')).to.include({
      status: 'succeeded',
      payment_method,
    });
  });
});
