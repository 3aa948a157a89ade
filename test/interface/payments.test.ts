import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onEveryBinding } from '../support/service/use-service.js';

onEveryBinding('interface: payments', {}, ({ call }) => {
  const given = journeys(call);
  const confirm = (body: Readonly<Record<string, unknown>>) =>
    call('POST', '/api/payments/confirm', { body });
  const inStore = async (id: string): Promise<unknown> =>
    at((await call('GET', `/api/payments/${id}`)).body, 'data');

  for (const path of ['/api/payments/create', '/api/payments']) {
    it(`§4.9 §1 §2 §3 E3 P2 P8: POST ${path} creates an intent that waits for its confirmation`, async () => {
      const customer_id = await given.customer();
      const payment_method = await given.card(customer_id);
      const answer = await call('POST', path, {
        body: { amount: 1000, customer_id, payment_method },
      });
      const data = expectSuccess(answer, 201, 'Intento de pago creado correctamente');
      const id = textAt(data, 'id');
      expect(id).to.match(/^pi_[A-Za-z0-9]+$/);
      expect(data).to.deep.include({
        object: 'payment_intent',
        amount: 100_000,
        currency: 'eur',
        customer: customer_id,
        payment_method,
        payment_method_types: ['card'],
        confirmation_method: 'manual',
        status: 'requires_confirmation',
        latest_charge: null,
        livemode: false,
      });
      expect(textAt(data, 'client_secret').startsWith(`${id}_secret_`)).to.equal(true);
      expect(at(data, 'created')).to.be.a('number').that.satisfies(Number.isInteger);
      expect(at(data, 'charges')).to.deep.include({ object: 'list', data: [], has_more: false });
    });

    for (const missing of ['amount', 'customer_id', 'payment_method']) {
      it(`§4.9: POST ${path} without ${missing} is 400`, async () => {
        const whole = { amount: 10, customer_id: 'cus_1', payment_method: 'pm_card_visa' };
        const body = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== missing));
        expectFailure(await call('POST', path, { body }), {
          status: 400,
          message: 'customer_id, amount y payment_method son requeridos',
          code: 'missing_fields',
          fields: [missing],
        });
      });
    }
  }

  it('§2 §4.9: a pm_ id is accepted, too', async () => {
    const customer_id = await given.customer();
    const body = { amount: 10, customer_id, payment_method: 'pm_card_visa' };
    const answer = await call('POST', '/api/payments', { body });
    const data = expectSuccess(answer, 201, 'Intento de pago creado correctamente');
    expect(at(data, 'payment_method')).to.match(/^pm_/);
  });

  it("§4.9 §7: a customer that does not exist is the processor's 400 resource_missing", async () => {
    const body = { amount: 10, customer_id: 'cus_nobody', payment_method: 'pm_card_visa' };
    expectFailure(await call('POST', '/api/payments', { body }), {
      status: 400,
      message: "No such customer: 'cus_nobody'",
      code: 'resource_missing',
    });
  });

  it("§4.9 §7: another customer's card is refused by the processor", async () => {
    const [customer_id, other] = [await given.customer(), await given.customer()];
    const body = { amount: 10, customer_id, payment_method: await given.card(other) };
    const answer = await call('POST', '/api/payments', { body });
    expect(answer.status).to.equal(400);
    expect(answer.body).to.include({ status: false });
  });

  it('§4.9 P3: confirm true creates and confirms in one request, with the response of a creation', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id);
    const body = { amount: 10, customer_id, payment_method, confirm: true };
    const answer = await call('POST', '/api/payments', { body });
    const data = expectSuccess(answer, 201, 'Intento de pago creado correctamente');
    expect(data).to.include({ status: 'succeeded', amount: 1000 });
    expect(at(data, 'client_secret')).to.be.a('string');
  });

  it('P3: confirm false only creates', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id);
    const body = { amount: 10, customer_id, payment_method, confirm: false };
    const answer = await call('POST', '/api/payments', { body });
    expect(at(answer.body, 'data.status')).to.equal('requires_confirmation');
  });

  for (const value of ['true', 1, null]) {
    it(`P3 E14: confirm as ${JSON.stringify(value)} is 400`, async () => {
      const whole = { amount: 10, customer_id: 'cus_1', payment_method: 'pm_card_visa' };
      expectFailure(await call('POST', '/api/payments', { body: { ...whole, confirm: value } }), {
        status: 400,
        message: 'confirm debe ser true o false',
        code: 'invalid_field',
        field: 'confirm',
      });
    });
  }

  it('P3 E5: a decline of a payment with confirm true is 402', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, '4000000000000341');
    const body = { amount: 10, customer_id, payment_method, confirm: true };
    expectFailure(await call('POST', '/api/payments', { body }), {
      status: 402,
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: 'generic_decline',
      payment_intent: /^pi_/,
      charge: /^ch_/,
    });
  });

  it('§4.10 §3 §2 P7 P8: confirming charges, and returns the charge and its id', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id);
    const paymentId = await given.payment({ amount: 19.99, customer_id, payment_method });
    const data = expectSuccess(await confirm({ paymentId }), 200, 'Pago confirmado correctamente');
    expect(data).to.deep.include({ id: paymentId, status: 'succeeded', amount: 1999 });
    const charge = textAt(data, 'latest_charge');
    expect(charge).to.match(/^ch_[A-Za-z0-9]+$/);
    expect(at(data, 'charges')).to.include({ object: 'list', has_more: false });
    expect(at(data, 'charges.data')).to.be.an('array').with.lengthOf(1);
    expect(at(data, 'charges.data.0')).to.include({
      id: charge,
      object: 'charge',
      amount: 1999,
      status: 'succeeded',
      paid: true,
    });
    expect(textAt(data, 'client_secret').startsWith(`${paymentId}_secret_`)).to.equal(true);
  });

  for (const body of [{}, { paymentId: null }, { paymentId: '  ' }, { payment_method: 'pm_1' }]) {
    it(`§4.10: confirming ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await confirm(body), {
        status: 400,
        message: 'paymentId es requerido',
        code: 'missing_fields',
        fields: ['paymentId'],
      });
    });
  }

  it('§4.10 E12: confirming an unknown payment is 404', async () => {
    expectFailure(await confirm({ paymentId: 'pi_unknown' }), {
      status: 404,
      message: 'Pago no encontrado',
      code: 'resource_missing',
    });
  });

  it('§4.10 §7: confirming a payment that has succeeded is refused by the processor', async () => {
    const { payment } = await given.paid();
    expectFailure(await confirm({ paymentId: payment }), {
      status: 400,
      message:
        'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.',
      code: 'payment_intent_unexpected_state',
    });
  });

  for (const [method, message, code, decline_code] of [
    ['pm_card_visa_chargeDeclined', 'Your card was declined.', 'card_declined', 'generic_decline'],
    [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'Your card has insufficient funds.',
      'insufficient_funds',
      'insufficient_funds',
    ],
    [
      'pm_card_visa_chargeDeclinedLostCard',
      'Your card was declined.',
      'card_declined',
      'lost_card',
    ],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.', 'expired_card', 'expired_card'],
    [
      'pm_card_chargeDeclinedIncorrectCvc',
      "Your card's security code is incorrect.",
      'incorrect_cvc',
      'incorrect_cvc',
    ],
    [
      'pm_card_chargeDeclinedProcessingError',
      'An error occurred while processing your card. Try again in a little bit.',
      'processing_error',
      'processing_error',
    ],
  ] as const) {
    it(`§7 §4.10 E4 E5: confirming with ${method} is 402 ${code}`, async () => {
      const customer_id = await given.customer();
      const paymentId = await given.payment({ customer_id, payment_method: method });
      expectFailure(await confirm({ paymentId }), {
        status: 402,
        message,
        code,
        decline_code,
        payment_intent: paymentId,
        charge: /^ch_/,
      });
    });
  }

  it('P4 P5 P7: after a decline the intent waits for another card, which then pays', async () => {
    const customer_id = await given.customer();
    const bad = await given.card(customer_id, '4000000000000341');
    const good = await given.card(customer_id);
    const paymentId = await given.payment({ customer_id, payment_method: bad });
    expect((await confirm({ paymentId })).status).to.equal(402);

    const declined = await inStore(paymentId);
    expect(declined).to.include({ status: 'requires_payment_method', payment_method: null });
    expect(at(declined, 'charges.data.0')).to.include({
      id: at(declined, 'latest_charge'),
      status: 'failed',
      paid: false,
    });

    const paid = expectSuccess(
      await confirm({ paymentId, payment_method: good }),
      200,
      'Pago confirmado correctamente',
    );
    expect(paid).to.include({ id: paymentId, status: 'succeeded', payment_method: good });
    expect(at(paid, 'latest_charge')).not.to.equal(at(declined, 'latest_charge'));
  });

  it('decisions, get payment, P7 P8: GET /api/payments/:id, without client_secret', async () => {
    const { payment, charge, customer } = await given.paid();
    const answer = await call('GET', `/api/payments/${payment}`);
    const data = expectSuccess(answer, 200, 'Pago obtenido correctamente');
    expect(data).to.include({ id: payment, customer, status: 'succeeded', latest_charge: charge });
    expect(at(data, 'charges.data.0.id')).to.equal(charge);
    expect(answer.text).not.to.include('_secret_');
    expect(answer.text).not.to.include('client_secret');
  });

  it('decisions, get payment: an unknown one is 404 resource_missing', async () => {
    expectFailure(await call('GET', '/api/payments/pi_unknown'), {
      status: 404,
      message: 'Pago no encontrado',
      code: 'resource_missing',
    });
  });

  it('decisions, get payment: a blank id is 400', async () => {
    expectFailure(await call('GET', '/api/payments/%20'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
  });

  it('decisions, cancel payment, E3 P8: POST /api/payments/cancel, without client_secret', async () => {
    const customer_id = await given.customer();
    const paymentId = await given.payment({ customer_id, payment_method: 'pm_card_visa' });
    const answer = await call('POST', '/api/payments/cancel', { body: { paymentId } });
    const data = expectSuccess(answer, 200, 'Pago cancelado correctamente');
    expect(data).to.include({ id: paymentId, status: 'canceled' });
    expect(answer.text).not.to.include('client_secret');
  });

  for (const reason of ['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned']) {
    it(`decisions, cancel payment: reason ${reason}`, async () => {
      const customer_id = await given.customer();
      const paymentId = await given.payment({ customer_id, payment_method: 'pm_card_visa' });
      const answer = await call('POST', '/api/payments/cancel', { body: { paymentId, reason } });
      expect(at(answer.body, 'data.cancellation_reason')).to.equal(reason);
    });
  }

  it('decisions, cancel payment, E14: another reason is 400', async () => {
    const body = { paymentId: 'pi_1', reason: 'porque sí' };
    expectFailure(await call('POST', '/api/payments/cancel', { body }), {
      status: 400,
      message: 'reason debe ser uno de: duplicate, fraudulent, requested_by_customer, abandoned',
      code: 'invalid_field',
      field: 'reason',
    });
  });

  it('decisions, cancel payment: without paymentId 400, an unknown one 404', async () => {
    expectFailure(await call('POST', '/api/payments/cancel', { body: {} }), {
      status: 400,
      message: 'paymentId es requerido',
      code: 'missing_fields',
      fields: ['paymentId'],
    });
    expectFailure(
      await call('POST', '/api/payments/cancel', { body: { paymentId: 'pi_unknown' } }),
      {
        status: 404,
        message: 'Pago no encontrado',
        code: 'resource_missing',
      },
    );
  });

  it('§3 decisions, cancel payment: a payment that has succeeded cannot be cancelled', async () => {
    const { payment } = await given.paid();
    expectFailure(await call('POST', '/api/payments/cancel', { body: { paymentId: payment } }), {
      status: 400,
      message:
        'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, expired, processing.',
      code: 'payment_intent_unexpected_state',
    });
  });

  it('§3: a cancelled payment cannot be confirmed', async () => {
    const customer_id = await given.customer();
    const paymentId = await given.payment({ customer_id, payment_method: 'pm_card_visa' });
    await call('POST', '/api/payments/cancel', { body: { paymentId } });
    const answer = await confirm({ paymentId });
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([
      400,
      'payment_intent_unexpected_state',
    ]);
  });
});

onEveryBinding('interface: a payment that stays in processing', {}, (service) => {
  const given = journeys(service.call);

  it('§3 §4.10 P5: processing is a status, not an error', async () => {
    const customer_id = await given.customer();
    const paymentId = await given.payment({ customer_id, payment_method: 'pm_card_visa' });
    await service.controls.failNext({ on: 'confirm', with: 'processing' });
    const answer = await service.call('POST', '/api/payments/confirm', { body: { paymentId } });
    const data = expectSuccess(answer, 200, 'Pago confirmado correctamente');
    expect(data).to.include({ id: paymentId, status: 'processing' });
  });
});
