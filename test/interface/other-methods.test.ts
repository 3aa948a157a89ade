import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../src/fake-server.js';
import { expectSuccess } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';

const created = 'Intento de pago creado correctamente';

const billing = {
  'payment_method_data[billing_details][name]': 'Ana García',
  'payment_method_data[billing_details][email]': 'ana@example.com',
};
const ideal = { 'payment_method_data[type]': 'ideal', ...billing };
// An IBAN of https://docs.stripe.com/payments/sepa-debit/accept-a-payment#test-integration
const sepaDebit = {
  'payment_method_data[type]': 'sepa_debit',
  'payment_method_data[sepa_debit][iban]': 'ES0700120345030000067890',
  ...billing,
};

describe('interface: methods besides cards, confirmed on the server with the token of the page', () => {
  let server: FakeServer;
  let service: TestService;

  before(async () => {
    server = await startFakeServer({ seed: 'methods' });
    service = await startTestService({
      env: { PROCESSOR: 'stripe', STRIPE_SECRET_KEY: server.apiKey, STRIPE_BASE_URL: server.url },
    });
  });
  after(async () => {
    await service.close();
    await server.close();
  });

  /** A request that Stripe.js makes on the page. */
  const tokenOf = async (form: Readonly<Record<string, string>>): Promise<string> => {
    const answer = await fetch(`${server.url}/v1/test_helpers/confirmation_tokens`, {
      method: 'POST',
      headers: { authorization: `Bearer ${server.apiKey}` },
      body: new URLSearchParams(form),
    });
    return textAt(await answer.json(), 'id');
  };
  const pay = async (form: Readonly<Record<string, string>>, more: object) =>
    service.call('POST', '/api/payments', {
      body: {
        amount: 19.99,
        confirm: true,
        confirmation_token: await tokenOf(form),
        ...more,
      },
    });
  const statusOf = async (id: string): Promise<unknown> =>
    at((await service.call('GET', `/api/payments/${id}`)).body, 'data.status');

  it('P16: a method that redirects waits for the customer at its page, and then goes on by itself', async () => {
    const return_url = 'https://shop.example/back';
    const answer = await pay(ideal, { payment_methods: ['card', 'ideal'], return_url });
    const data = expectSuccess(answer, 201, created);
    expect(data).to.deep.include({
      status: 'requires_action',
      payment_method_types: ['card', 'ideal'],
    });
    expect(at(data, 'next_action.type')).to.equal('redirect_to_url');
    expect(at(data, 'next_action.redirect_to_url.return_url')).to.equal(return_url);
    const id = textAt(data, 'id');
    server.processor.controls.completeChallenge(id);
    expect(await statusOf(id)).to.equal('succeeded');
  });

  it('P16: a method that redirects needs a return_url at its confirmation, says the processor', async () => {
    const answer = await pay(ideal, { payment_methods: ['ideal'] });
    expect(answer.status).to.equal(400);
    expect(at(answer.body, 'message')).to.match(/must provide a `return_url`/);
  });

  it('P16: a direct debit has its mandate, and is in processing until the bank decides', async () => {
    const answer = await pay(sepaDebit, {
      payment_methods: ['sepa_debit'],
      mandate: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
    });
    const data = expectSuccess(answer, 201, created);
    expect(at(data, 'status')).to.equal('processing');
    expect(at(data, 'charges.data.0.payment_method_details.sepa_debit.mandate')).to.match(
      /^mandate_/,
    );
    const id = textAt(data, 'id');
    server.processor.controls.settle(id);
    expect(await statusOf(id)).to.equal('succeeded');
  });
});
