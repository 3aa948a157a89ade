import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../../support/http/expect-answer.js';
import { at, textAt } from '../../support/json/at.js';
import { journeys } from '../../support/service/journeys.js';
import { useService } from '../../support/service/use-service.js';

describe('the controls of the in-memory processor over HTTP', () => {
  const service = useService();
  const { customer, card, payment, paid } = journeys((...request) => service.call(...request));
  const control = async (name: string, body?: unknown) =>
    service.call('POST', `/_processor/${name}`, { body });
  const confirm = async (paymentId: string) =>
    service.call('POST', '/api/payments/confirm', { body: { paymentId } });
  const newPayment = async (number?: string): Promise<string> => {
    const customer_id = await customer();
    return payment({ customer_id, payment_method: await card(customer_id, number) });
  };

  it('a challenge is approved, and the payment confirmed again', async () => {
    const id = await newPayment('4000002760003184');
    expect(at((await confirm(id)).body, 'data.status')).to.equal('requires_action');
    const data = expectSuccess(
      await control('challenge', { id, outcome: 'approve' }),
      200,
      'Autenticación terminada',
    );
    expect(at(data, 'status')).to.equal('requires_confirmation');
    expect(data).not.to.have.property('client_secret');
    expect(at((await confirm(id)).body, 'data.status')).to.equal('succeeded');
  });

  it('a challenge is refused', async () => {
    const id = await newPayment('4000002760003184');
    await confirm(id);
    const data = expectSuccess(
      await control('challenge', { id, outcome: 'refuse' }),
      200,
      'Autenticación terminada',
    );
    expect(at(data, 'status')).to.equal('requires_payment_method');
  });

  it('a pending refund settles, and one of another card fails', async () => {
    const refund = async (number: string): Promise<string> => {
      const id = await newPayment(number);
      const chargeId = textAt((await confirm(id)).body, 'data.latest_charge');
      const { body } = await service.call('POST', '/api/payments/refund', { body: { chargeId } });
      expect(at(body, 'data.status')).to.equal('pending');
      return textAt(body, 'data.id');
    };
    const settled = await control('settle', { id: await refund('4000000000007726') });
    expect(at(expectSuccess(settled, 200, 'Operación completada'), 'status')).to.equal('succeeded');
    const failed = await control('fail', { id: await refund('4000000000007726') });
    expect(at(expectSuccess(failed, 200, 'Marcado como fallido'), 'status')).to.equal('failed');
  });

  it('the next confirmation is declined, once', async () => {
    const plan = { on: 'confirm', with: { decline: 'insufficient_funds' } };
    expect(expectSuccess(await control('fail-next', plan), 200, 'Fallo programado')).to.deep.equal(
      plan,
    );
    expectFailure(await confirm(await newPayment()), {
      status: 402,
      message: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      payment_intent: /^pi_/,
      charge: /^ch_/,
    });
    expect((await confirm(await newPayment())).status).to.equal(200);
  });

  it('the next confirmation is done, but its response is lost', async () => {
    const id = await newPayment();
    await control('fail-next', { on: 'confirm', with: 'timeout_after' });
    const lost = await confirm(id);
    expect([lost.status, at(lost.body, 'code')]).to.deep.equal([503, 'processor_unavailable']);
    const found = await service.call('GET', `/api/payments/${id}`);
    expect(at(found.body, 'data.status')).to.equal('succeeded');
  });

  it('the clock moves forward', async () => {
    const before = at((await control('clock', { advance: 0 })).body, 'data.now');
    const data = expectSuccess(
      await control('clock', { advance: 86_400 }),
      200,
      'Reloj adelantado',
    );
    expect(at(data, 'now')).to.be.at.least(Number(before) + 86_400);
    const { body } = await service.call('GET', `/api/customers/${await customer()}`);
    expect(at(body, 'data.created')).to.be.at.least(Number(before) + 86_400);
  });

  it('reset forgets everything', async () => {
    const { payment: id } = await paid();
    expectSuccess(await control('reset'), 200, 'Datos borrados');
    expect((await service.call('GET', `/api/payments/${id}`)).status).to.equal(404);
  });

  const refusals = [
    ['settle', {}, 400, 'id es requerido', 'missing_fields', { fields: ['id'] }],
    [
      'settle',
      { id: 'pi_nothing' },
      404,
      "No such payment_intent: 'pi_nothing'",
      'resource_missing',
    ],
    [
      'challenge',
      { id: 'pi_1', outcome: 'maybe' },
      400,
      'outcome debe ser uno de: approve, refuse',
      'invalid_field',
      { field: 'outcome' },
    ],
    [
      'clock',
      { advance: -1 },
      400,
      'advance debe ser un número entero',
      'invalid_field',
      { field: 'advance' },
    ],
    [
      'fail-next',
      { on: 'lunch', with: 'rate_limit' },
      400,
      'on debe ser uno de: tokenize, attach, create, confirm, capture, cancel, refund, any',
      'invalid_field',
      { field: 'on' },
    ],
    [
      'fail-next',
      { on: 'any', with: 'rain' },
      400,
      'with debe ser uno de: rate_limit, server_error, unreachable, timeout_before, timeout_after, cut_short, processing, {"decline": "<code>"}, {"delay": <milliseconds>}',
      'invalid_field',
      { field: 'with' },
    ],
    [
      'settle',
      { id: 'typo' },
      404,
      "id must be the id of a payment intent (pi_...), a refund (re_...), a dispute (du_...) or a payout (po_...), not 'typo'",
      'resource_missing',
    ],
    [
      'clock',
      { advance: 3_155_760_001 },
      400,
      'seconds must be a whole number from 0 to 3155760000 (100 years in all), not 3155760001',
      'invalid_request_error',
    ],
    [
      'fail-next',
      { on: 'any', with: 'rate_limit', times: 0 },
      400,
      'times must be a positive integer, not 0',
      'invalid_request_error',
    ],
    [
      'fail-next',
      { on: 'any', with: { decline: 'lost_card', delay: 5 } },
      400,
      'with debe ser uno de: rate_limit, server_error, unreachable, timeout_before, timeout_after, cut_short, processing, {"decline": "<code>"}, {"delay": <milliseconds>}',
      'invalid_field',
      { field: 'with' },
    ],
    ['fail-next', [], 400, 'El cuerpo debe ser un objeto JSON válido', 'invalid_json'],
  ] as const;
  for (const [name, body, status, message, code, names = {}] of refusals) {
    it(`refuses ${name} with ${JSON.stringify(body)}`, async () => {
      expectFailure(await control(name, body), { status, message, code, ...names });
    });
  }

  it('refuses an unknown decline code', async () => {
    const plan = { on: 'any', with: { decline: 'bogus' } };
    const { status, body } = await control('fail-next', plan);
    expect([status, at(body, 'code')]).to.deep.equal([400, 'invalid_request_error']);
    expect(textAt(body, 'message')).to.match(/^with\.decline must be one of .*, not 'bogus'$/);
  });

  it('refuses deep and long values, without repeating them', async () => {
    const deep = (value: unknown, levels: number): unknown =>
      levels === 0 ? value : deep([value], levels - 1);
    for (const failure of [
      { decline: 'lost_card', more: deep(1, 2000) },
      { decline: deep(1, 2000) },
      deep('processing', 2000),
    ]) {
      const { status } = await control('fail-next', { on: 'any', with: failure });
      expect(status).to.equal(400);
    }
    const { status, text } = await control('fail-next', {
      on: 'any',
      with: { decline: 'x'.repeat(50_000) },
    });
    expect(status).to.equal(400);
    expect(text).to.have.length.below(5000);
  });

  it('answers 404 for other controls', async () => {
    expectFailure(await control('win'), {
      status: 404,
      message: 'Route not found: /_processor/win',
      code: null,
    });
  });
});

describe('the controls of the in-memory processor with API keys', () => {
  const key = ['key', 'of', 'tests'].join('-');
  const service = useService({ env: { API_KEYS: key } });

  it('answers only callers with a key', async () => {
    expectFailure(await service.call('POST', '/_processor/reset'), {
      status: 401,
      message: 'API key inválida o ausente',
      code: 'unauthorized',
    });
    const headers = { authorization: `Bearer ${key}` };
    expect((await service.call('POST', '/_processor/reset', { headers })).status).to.equal(200);
  });
});
