import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { useService } from '../support/service/use-service.js';
import { eventually } from '../support/time/until.js';

const listed = 'Dudas obtenidas correctamente';

describe('interface: doubts', () => {
  const { call, controls } = useService();
  const given = journeys(call);
  const doubts = async (query = ''): Promise<ReadonlyArray<unknown>> =>
    listAt(expectSuccess(await call('GET', `/api/doubts${query}`), 200, listed), 'data');

  it('I8: a payment that the processor never received stays in doubt, and is listed without its key', async () => {
    expect(await doubts()).to.deep.equal([]);
    const customer_id = await given.customer();
    const body = {
      customer_id,
      amount: 19.99,
      payment_method: 'pm_card_visa',
      confirm: true,
      metadata: { order_id: 'A-42' },
    };
    await controls.failNext({ on: 'create', with: 'timeout_before' });
    const headers = { 'idempotency-key': 'order A-42 of Ada' };
    expect((await call('POST', '/api/payments', { body, headers })).status).to.equal(503);

    const answer = await call('GET', '/api/doubts');
    expect(answer.text).not.to.contain('of Ada');
    expect(at(answer.body, 'data')).to.deep.include({
      object: 'list',
      has_more: false,
      url: '/api/doubts',
    });
    const [doubt] = listAt(answer.body, 'data.data');
    expect(doubt).to.deep.include({
      object: 'doubt',
      kind: 'unknown_outcome',
      operation: 'createPaymentIntent',
      client: 'open',
      amount: 1999,
      amount_decimal: '19.99',
      currency: 'eur',
      customer: customer_id,
      object_id: null,
      order: 'A-42',
      metadata: { order_id: 'A-42' },
    });
    expect(textAt(doubt, 'derived_key')).to.match(/^[0-9a-f]{64}$/);
  });

  it('I8: a refund in doubt is listed with its amount as it was given', async () => {
    const customer_id = await given.customer();
    const paid = await call('POST', '/api/payments', {
      body: { customer_id, amount: 50, payment_method: 'pm_card_visa', confirm: true },
    });
    const chargeId = textAt(paid.body, 'data.latest_charge');
    const refund = async (key: string, amount: object) => {
      await controls.failNext({ on: 'refund', with: 'timeout_before' });
      const headers = { 'idempotency-key': key };
      const body = { chargeId, ...amount };
      expect((await call('POST', '/api/payments/refund', { body, headers })).status).to.equal(503);
    };
    await refund('text', { amount_decimal: '19.99' });
    await refund('cents', { amount: 300 });
    await refund('everything', {});
    const about = (await doubts())
      .filter((doubt) => at(doubt, 'object_id') === chargeId)
      .map((doubt) => [at(doubt, 'amount'), at(doubt, 'amount_decimal'), at(doubt, 'currency')]);
    expect(about).to.have.deep.members([
      [null, '19.99', null],
      [300, null, null],
      [null, null, null],
    ]);
  });

  it('I8: a payment whose answers were lost is settled by itself', async () => {
    const customer_id = await given.customer();
    const body = { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
    await controls.failNext({ on: 'create', with: 'timeout_after' });
    const headers = { 'idempotency-key': 'lost' };
    expect((await call('POST', '/api/payments', { body, headers })).status).to.equal(503);
    await eventually(async () => {
      const amounts = (await doubts()).map((doubt) => at(doubt, 'amount'));
      expect(amounts).not.to.include(1000);
    });
    const again = await call('POST', '/api/payments', { body, headers });
    expectSuccess(again, 201, 'Intento de pago creado correctamente');
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });

  it('P6: a payment that was authenticated and not confirmed again is listed', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, '4000002760003184');
    const paymentId = await given.payment({ customer_id, payment_method });
    await call('POST', '/api/payments/confirm', { body: { paymentId } });
    const ids = async () =>
      (await doubts('?kind=unconfirmed')).map((doubt) => at(doubt, 'object_id'));
    expect(await ids()).to.deep.equal([]);
    await controls.challenge(paymentId, 'approve');
    expect(await ids()).to.deep.equal([paymentId]);
    expect((await doubts('?kind=unconfirmed'))[0]).to.deep.include({
      amount: 1000,
      amount_decimal: '10.00',
      currency: 'eur',
    });
    await call('POST', '/api/payments/confirm', { body: { paymentId } });
    expect(await ids()).to.deep.equal([]);
  });

  it('E14: an unknown kind or cursor is 400', async () => {
    expectFailure(await call('GET', '/api/doubts?kind=old'), {
      status: 400,
      message: 'kind debe ser uno de: unknown_outcome, unconfirmed',
      code: 'invalid_field',
      field: 'kind',
    });
    for (const query of ['?starting_after=pi_1', '?kind=unconfirmed&starting_after=evt_unknown']) {
      expect((await call('GET', `/api/doubts${query}`)).status).to.equal(400);
    }
  });
});
