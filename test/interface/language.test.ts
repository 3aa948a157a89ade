import { expect } from 'chai';
import { recordExamples } from '../adapters/inbound/http/openapi/record-examples.js';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { onEveryBinding, useService } from '../support/service/use-service.js';
import { isSpanish } from '../support/texts/is-spanish.js';

const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };

onEveryBinding('interface: in English', { env: { LOCALE: 'en' } }, (service) => {
  it('answers in English, whatever the caller wants, and without more headers', async () => {
    const headers = { 'accept-language': 'es' };
    const created = await service.call('POST', '/api/customers', { body: contact, headers });
    const id = textAt(expectSuccess(created, 201, 'Customer created'), 'id');
    const found = await service.call('GET', `/api/customers/${id}`, { headers });
    expectSuccess(found, 200, 'Customer retrieved');
    const refused = await service.call('POST', '/api/customers', { body: {}, headers });
    expectFailure(refused, {
      status: 400,
      message: 'email, name and phone are required, and at least one of them is missing or blank',
      code: 'missing_fields',
      fields: ['email', 'name', 'phone'],
    });
    for (const answer of [created, found, refused]) {
      expect(answer.headers.get('content-language')).to.equal(null);
      expect(answer.headers.get('vary')).to.equal(null);
    }
  });

  it('has no Spanish in the answer to an unknown path', async () => {
    const unknown = await service.call('GET', '/api/nada');
    expectFailure(unknown, { status: 404, message: 'Route not found: /api/nada', code: null });
  });
});

onEveryBinding('interface: in both languages', { env: { LOCALE: 'es,en' } }, (service) => {
  const english = { 'accept-language': 'fr, en;q=0.8, es;q=0.5' };

  it('answers in the language that the caller wants more, else in the first', async () => {
    const inEnglish = await service.call('POST', '/api/customers', {
      body: contact,
      headers: english,
    });
    const id = textAt(expectSuccess(inEnglish, 201, 'Customer created'), 'id');
    const read = await service.call('GET', `/api/customers/${id}`, { headers: english });
    expectSuccess(read, 200, 'Customer retrieved');
    const refused = await service.call('GET', '/api/payments/', { headers: english });
    for (const answer of [inEnglish, read, refused]) {
      expect(answer.headers.get('content-language')).to.equal('en');
      expect(answer.headers.get('vary')).to.equal('Accept-Language');
    }
    const inSpanish = await service.call('GET', `/api/customers/${id}`);
    expectSuccess(inSpanish, 200, 'Cliente obtenido correctamente');
    expect(inSpanish.headers.get('content-language')).to.equal('es');
    expect(inSpanish.headers.get('vary')).to.equal('Accept-Language');
  });

  for (const [path, amount, message] of [
    [
      '/api/payments',
      { amount: '6,95' },
      'amount must be an amount in euros with at most two decimals, such as 19.99: received "6,95"',
    ],
    [
      '/api/payments',
      { amount: 19.999 },
      'amount must be an amount in euros with at most two decimals, such as 19.99: 19.999 was read as 19.999 EUR',
    ],
    [
      '/api/payments',
      { amount_minor: '1999' },
      'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR, not text: received "1999"',
    ],
    [
      '/api/payments/refund',
      { amount: 5.5 },
      'amount must be an integer number of cents: 5.5 was read as 5.5 minor units',
    ],
    [
      '/api/payments/refund',
      { amount: '5' },
      'amount must be a number greater than 0, in minor units of the currency, such as cents, not text: received "5"',
    ],
    [
      '/api/payments/refund',
      { amount: 0 },
      'amount must be greater than 0, in minor units of the currency, such as cents: 0 was read as 0 minor units',
    ],
  ] as const) {
    it(`says how ${JSON.stringify(amount)} of ${path} was understood`, async () => {
      const body =
        path === '/api/payments'
          ? { customer_id: 'cus_1', payment_method: 'pm_1', ...amount }
          : { chargeId: 'ch_1', ...amount };
      const answer = await service.call('POST', path, { body, headers: english });
      expectFailure(answer, invalidField(message));
    });
  }

  it('says which fields are missing', async () => {
    const body = { customer_id: 'cus_1', payment_method: 'pm_1' };
    const answer = await service.call('POST', '/api/payments', { body, headers: english });
    expectFailure(answer, {
      status: 400,
      message: 'customer_id, amount and payment_method are required: amount is missing or blank',
      code: 'missing_fields',
      fields: ['amount'],
    });
  });

  it('repeats a stored answer with its data, and words in the language of the repetition', async () => {
    const headers = { 'idempotency-key': 'language-1' };
    const first = await service.call('POST', '/api/customers', { body: contact, headers });
    const again = await service.call('POST', '/api/customers', {
      body: contact,
      headers: { ...headers, ...english },
    });
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    const created = expectSuccess(first, 201, 'Cliente creado correctamente');
    expect(expectSuccess(again, 201, 'Customer created')).to.deep.equal(created);
  });
});

describe('interface: the words of the service in English', () => {
  const service = useService({ env: { LOCALE: 'en', API_KEYS: 'shop:key-of-the-shop' } });

  it('are nowhere Spanish, in the answers of all operations to good and bad requests', async () => {
    const examples = await recordExamples({ LOCALE: 'en' });
    const messages = examples.map(({ answer }) => at(answer, 'message'));
    expect(messages).to.include.members([
      'Customer created',
      'This API key lacks the permission pay, which the operation needs',
      'Internal server error',
    ]);
    expect(messages.filter((message) => isSpanish(String(message)))).to.deep.equal([]);
  });

  it('are English in the controls of the processor', async () => {
    const headers = { authorization: 'Bearer key-of-the-shop' };
    for (const [control, body, message] of [
      ['clock', { advance: 1 }, 'Clock advanced'],
      ['fail-next', { on: 'any', with: 'timeout_before' }, 'Failure planned'],
      ['delay-events', { seconds: 1 }, 'Events delayed'],
      ['reset', {}, 'Processor emptied'],
    ] as const) {
      const answer = await service.call('POST', `/_processor/${control}`, { body, headers });
      expectSuccess(answer, 200, message);
    }
    const refused = await service.call('POST', '/_processor/clock', { body: {} });
    expectFailure(refused, {
      status: 401,
      message: 'API key missing or not valid',
      code: 'unauthorized',
    });
  });

  it('are English on the page of 3D Secure for a browser without a wish', async () => {
    const { status, text } = await service.call('GET', '/_processor/challenges/pi_nothing');
    expect(status).to.equal(404);
    expect(text).to.include('There is no authentication at this address.');
  });
});
