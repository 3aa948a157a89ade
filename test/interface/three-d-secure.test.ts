import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const needsChallenge = '4000002760003184';

onService('interface: 3D Secure, finished by the server', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const confirm = (body: Readonly<Record<string, unknown>>) =>
    call('POST', '/api/payments/confirm', { body });
  const newPayment = async (number = needsChallenge): Promise<string> => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, number);
    return given.payment({ customer_id, payment_method });
  };

  it('§3 §4.10 P6: confirm, challenge, confirm again', async () => {
    const paymentId = await newPayment();
    const asked = expectSuccess(await confirm({ paymentId }), 200, 'Pago confirmado correctamente');
    expect(asked).to.include({ status: 'requires_action', latest_charge: null });
    expect(at(asked, 'next_action.type')).to.equal('use_stripe_sdk');

    await service.controls.challenge(paymentId, 'approve');
    const between = await call('GET', `/api/payments/${paymentId}`);
    expect(at(between.body, 'data.status')).to.equal('requires_confirmation');

    const paid = expectSuccess(await confirm({ paymentId }), 200, 'Pago confirmado correctamente');
    expect(paid).to.include({ id: paymentId, status: 'succeeded' });
    expect(at(paid, 'charges.data.0.paid')).to.equal(true);
  });

  it('P4: with a return_url, the next action is a page that redirects back to it', async () => {
    const return_url = 'https://shop.example/orders/42';
    const answer = await confirm({ paymentId: await newPayment(), return_url });
    const data = expectSuccess(answer, 200, 'Pago confirmado correctamente');
    expect(data).to.include({ status: 'requires_action' });
    expect(at(data, 'next_action.type')).to.equal('redirect_to_url');
    expect(at(data, 'next_action.redirect_to_url.return_url')).to.equal(return_url);
    expect(
      textAt(data, 'next_action.redirect_to_url.url').startsWith(service.processorAddress),
    ).to.equal(true);
  });

  it('P3 P4: confirm true with a return_url requires the challenge in the same response', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, needsChallenge);
    const return_url = 'https://shop.example/orders/43';
    const body = { amount: 10, customer_id, payment_method, confirm: true, return_url };
    const answer = await call('POST', '/api/payments', { body });
    const data = expectSuccess(answer, 201, 'Intento de pago creado correctamente');
    expect(data).to.include({ status: 'requires_action' });
    expect(at(data, 'next_action.redirect_to_url.return_url')).to.equal(return_url);
  });

  for (const return_url of ['/orders/42', 'shop.example', 'javascript:alert(1)', '', 42, null]) {
    it(`P4 E14: a return_url of ${JSON.stringify(return_url)} is 400`, async () => {
      expectFailure(await confirm({ paymentId: 'pi_1', return_url }), {
        status: 400,
        message:
          'return_url debe ser una URL absoluta, por ejemplo https://tienda.example/pedidos/42',
        code: 'invalid_field',
        field: 'return_url',
      });
    });
  }

  it('P5 P6: a customer who fails the challenge needs another card', async () => {
    const paymentId = await newPayment();
    await confirm({ paymentId });
    await service.controls.challenge(paymentId, 'refuse');
    const answer = await call('GET', `/api/payments/${paymentId}`);
    expect(at(answer.body, 'data.status')).to.equal('requires_payment_method');
    const paid = await confirm({ paymentId, payment_method: 'pm_card_visa' });
    expect(at(paid.body, 'data.status')).to.equal('succeeded');
  });

  it('P6 E4: a card may be declined after its challenge', async () => {
    const paymentId = await newPayment('4000008260003178');
    await confirm({ paymentId });
    await service.controls.challenge(paymentId, 'approve');
    expectFailure(await confirm({ paymentId }), {
      status: 402,
      message: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      payment_intent: paymentId,
      charge: /^ch_/,
    });
  });

  it('§3 decisions, cancel payment: a payment that waits for the customer can be cancelled', async () => {
    const paymentId = await newPayment();
    await confirm({ paymentId });
    const answer = await call('POST', '/api/payments/cancel', { body: { paymentId } });
    expect(at(answer.body, 'data.status')).to.equal('canceled');
  });
});

const onTheClient = { env: { CONFIRMATION_METHOD: 'automatic' } };

onService('interface: 3D Secure, finished on the client', onTheClient, (service) => {
  const given = journeys(service.call);

  it('P2 P6: after the challenge the payment continues without a second confirmation', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, needsChallenge);
    const paymentId = await given.payment({ customer_id, payment_method });
    const asked = await service.call('POST', '/api/payments/confirm', { body: { paymentId } });
    expect(at(asked.body, 'data')).to.include({
      status: 'requires_action',
      confirmation_method: 'automatic',
    });
    await service.controls.challenge(paymentId, 'approve');
    const answer = await service.call('GET', `/api/payments/${paymentId}`);
    expect(at(answer.body, 'data.status')).to.equal('succeeded');
  });
});
