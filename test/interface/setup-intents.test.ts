import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const created = 'Intento de configuración creado correctamente';
const confirmed = 'Intento de configuración confirmado correctamente';
const canceled = 'Intento de configuración cancelado correctamente';
const read = 'Intento de configuración obtenido correctamente';

const notFound = {
  status: 404,
  message: 'Intento de configuración no encontrado',
  code: 'resource_missing',
};

const needsChallenge = '4000002760003184';

type Body = Readonly<Record<string, unknown>>;

onService('interface: setup intents', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const create = (body: Body) => call('POST', '/api/setup-intents', { body });
  const confirm = (body: Body) => call('POST', '/api/setup-intents/confirm', { body });
  const cancel = (body: Body) => call('POST', '/api/setup-intents/cancel', { body });
  const get = (id: string) => call('GET', `/api/setup-intents/${id}`);
  const cardsOf = async (customer: string): Promise<unknown> =>
    at((await call('GET', `/api/cards/${customer}`)).body, 'data');
  const newSetup = async (fields: Body = {}): Promise<string> => {
    const customer_id = await given.customer();
    const answer = await create({ customer_id, payment_method: 'pm_card_visa', ...fields });
    return textAt(expectSuccess(answer, 201, created), 'id');
  };

  for (const path of ['/api/setup-intents', '/api/setup-intents/create']) {
    it(`S1: POST ${path} creates a setup intent for a card of the customer`, async () => {
      const customer_id = await given.customer();
      const body = {
        customer_id,
        payment_method: 'pm_card_visa',
        metadata: { member: '42' },
        description: 'Cuota anual',
      };
      const data = expectSuccess(await call('POST', path, { body }), 201, created);
      expect(data).to.deep.include({
        object: 'setup_intent',
        customer: customer_id,
        status: 'requires_confirmation',
        usage: 'off_session',
        payment_method_types: ['card'],
        metadata: { member: '42' },
        description: 'Cuota anual',
        next_action: null,
        last_setup_error: null,
      });
      expect(textAt(data, 'id')).to.match(/^seti_/);
      expect(textAt(data, 'client_secret')).to.match(/^seti_\w+_secret_\w+$/);
      expect(textAt(data, 'payment_method')).to.match(/^pm_/);
    });
  }

  it('S1: without a payment method the page of the shop asks for the card', async () => {
    const answer = await create({ customer_id: await given.customer() });
    expect(expectSuccess(answer, 201, created)).to.deep.include({
      status: 'requires_payment_method',
      payment_method: null,
    });
  });

  it('S2 P8: confirming saves the card for the customer', async () => {
    const customer_id = await given.customer();
    const setupIntentId = textAt(
      (await create({ customer_id, payment_method: 'pm_card_visa' })).body,
      'data.id',
    );
    expect(await cardsOf(customer_id)).to.deep.equal([]);
    const data = expectSuccess(await confirm({ setupIntentId }), 200, confirmed);
    expect(data).to.include({ id: setupIntentId, status: 'succeeded' });
    expect(textAt(data, 'client_secret')).to.match(/^seti_/);
    expect(at(await cardsOf(customer_id), '0')).to.include({
      id: textAt(data, 'payment_method'),
      last4: '4242',
      customer: customer_id,
    });
  });

  it('S2: confirm true creates and saves in one call, also a card that is assigned already', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id);
    const answer = await create({ customer_id, payment_method, confirm: true });
    expect(expectSuccess(answer, 201, created)).to.include({ status: 'succeeded', payment_method });
  });

  it('S1 P8: GET returns the setup intent, without its client_secret', async () => {
    const id = await newSetup();
    const answer = await get(id);
    expect(expectSuccess(answer, 200, read)).to.include({ id, status: 'requires_confirmation' });
    expect(answer.text).not.to.include('_secret');
  });

  it('S1 P8: cancelling ends a setup intent, and returns no client_secret', async () => {
    const setupIntentId = await newSetup();
    const answer = await cancel({ setupIntentId, reason: 'requested_by_customer' });
    expect(expectSuccess(answer, 200, canceled)).to.include({
      id: setupIntentId,
      status: 'canceled',
      cancellation_reason: 'requested_by_customer',
    });
    expect(answer.text).not.to.include('_secret');
    expectFailure(await confirm({ setupIntentId }), {
      status: 400,
      message: 'You cannot confirm this SetupIntent because it has been canceled.',
      code: 'setup_intent_unexpected_state',
    });
  });

  it('S3 E4 E5 E16: a decline is 402, names the setup intent, and another card can be saved', async () => {
    const setupIntentId = await newSetup({ payment_method: 'pm_card_visa_chargeDeclined' });
    expectFailure(await confirm({ setupIntentId }), {
      status: 402,
      message: 'Your card was declined.',
      code: 'card_declined',
      decline_code: 'generic_decline',
      setup_intent: setupIntentId,
    });
    expect(at((await get(setupIntentId)).body, 'data')).to.include({
      status: 'requires_payment_method',
      payment_method: null,
    });
    const again = await confirm({ setupIntentId, payment_method: 'pm_card_visa' });
    expect(expectSuccess(again, 200, confirmed)).to.include({ status: 'succeeded' });
  });

  it('S3 E16: a declined creation with confirm true names its setup intent too', async () => {
    const customer_id = await given.customer();
    const payment_method = 'pm_card_visa_chargeDeclinedInsufficientFunds';
    expectFailure(await create({ customer_id, payment_method, confirm: true }), {
      status: 402,
      message: 'Your card has insufficient funds.',
      code: 'insufficient_funds',
      decline_code: 'insufficient_funds',
      setup_intent: /^seti_/,
    });
  });

  it('S2: after the challenge the card is saved without a second confirmation', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, needsChallenge);
    const setupIntentId = await newSetup({ customer_id, payment_method });
    const asked = expectSuccess(await confirm({ setupIntentId }), 200, confirmed);
    expect(asked).to.include({ status: 'requires_action' });
    expect(at(asked, 'next_action.type')).to.equal('use_stripe_sdk');
    await service.controls.challenge(setupIntentId, 'approve');
    expect(at((await get(setupIntentId)).body, 'data')).to.include({
      status: 'succeeded',
      payment_method,
    });
  });

  it('S2 P4: with a return_url, the next action is a page that redirects back to it', async () => {
    const return_url = 'https://shop.example/account/cards?lang=es';
    const setupIntentId = await newSetup({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
      return_url,
    });
    const url = textAt((await get(setupIntentId)).body, 'data.next_action.redirect_to_url.url');
    expect(url.startsWith(service.processorAddress)).to.equal(true);

    const page = await (await fetch(url)).text();
    expect(page).to.include('Guardar tarjeta').and.to.include(setupIntentId);
    const body = new URLSearchParams({ outcome: 'approve' });
    const { status, headers } = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(status).to.equal(303);
    const back = new URL(String(headers.get('location')));
    expect(`${back.origin}${back.pathname}`).to.equal('https://shop.example/account/cards');
    expect(back.searchParams.get('lang')).to.equal('es');
    expect(back.searchParams.get('setup_intent')).to.equal(setupIntentId);
    expect(back.searchParams.get('setup_intent_client_secret')).to.match(/^seti_\w+_secret_\w+$/);
    expect(back.searchParams.get('redirect_status')).to.equal('succeeded');
    expect(at((await get(setupIntentId)).body, 'data.status')).to.equal('succeeded');
    expect(await (await fetch(url)).text()).to.include(
      'Esta tarjeta no tiene ninguna autenticación pendiente.',
    );
    const again = await fetch(url, { method: 'POST', body, redirect: 'manual' });
    expect(again.status).to.equal(400);
  });

  it('S2: a customer who fails the challenge needs another card', async () => {
    const setupIntentId = await newSetup({
      payment_method: 'pm_card_authenticationRequired',
      confirm: true,
    });
    await service.controls.challenge(setupIntentId, 'refuse');
    const { body } = await get(setupIntentId);
    expect(at(body, 'data.status')).to.equal('requires_payment_method');
    expect(at(body, 'data.last_setup_error.code')).to.equal('setup_intent_authentication_failure');
  });

  it('E12: an unknown setup intent is 404', async () => {
    expectFailure(await get('seti_unknown'), notFound);
    expectFailure(await confirm({ setupIntentId: 'seti_unknown' }), notFound);
    expectFailure(await cancel({ setupIntentId: 'seti_unknown' }), notFound);
  });

  it('E13: an id that none can be is 404', async () => {
    expectFailure(await get('seti%2F1'), notFound);
    expectFailure(await confirm({ setupIntentId: 'seti/1' }), notFound);
  });

  for (const [path, message, field] of [
    ['/api/setup-intents', 'customer_id es requerido', 'customer_id'],
    ['/api/setup-intents/confirm', 'setupIntentId es requerido', 'setupIntentId'],
    ['/api/setup-intents/cancel', 'setupIntentId es requerido', 'setupIntentId'],
  ] as const) {
    it(`E14: POST ${path} without its id is 400`, async () => {
      expectFailure(await call('POST', path, { body: {} }), {
        status: 400,
        message,
        code: 'missing_fields',
        fields: [field],
      });
    });
  }

  for (const [fields, message] of [
    [{ usage: 'always' }, 'usage debe ser uno de: on_session, off_session'],
    [{ confirm: 'true' }, 'confirm debe ser true o false'],
    [
      { return_url: 'https://shop.example/cards' },
      'return_url solo se puede usar con confirm: true',
    ],
    [{ metadata: { pasarela_key: 'mine' } }, 'metadata.pasarela_key está reservado para Pasarela'],
  ] as const) {
    it(`S1 E14: ${JSON.stringify(fields)} is 400`, async () => {
      expectFailure(await create({ customer_id: 'cus_1', ...fields }), invalidField(message));
    });
  }

  it('S1 E14: a reason that only payments have is 400', async () => {
    expectFailure(await cancel({ setupIntentId: 'seti_1', reason: 'fraudulent' }), {
      status: 400,
      message: 'reason debe ser uno de: abandoned, requested_by_customer, duplicate',
      code: 'invalid_field',
      field: 'reason',
    });
  });

  it("S3 E17: another customer's card is the processor's refusal", async () => {
    const [owner, other] = [await given.customer(), await given.customer()];
    const payment_method = textAt(
      (await create({ customer_id: owner, payment_method: 'pm_card_visa', confirm: true })).body,
      'data.payment_method',
    );
    expectFailure(await create({ customer_id: other, payment_method }), {
      status: 400,
      message: `The PaymentMethod ${payment_method} does not belong to the Customer you supplied ${other}. Please use this PaymentMethod with the Customer that it belongs to instead.`,
      code: 'invalid_request_error',
    });
  });

  it('S3: what has succeeded can be neither confirmed nor cancelled', async () => {
    const setupIntentId = await newSetup({ confirm: true });
    expectFailure(await confirm({ setupIntentId }), {
      status: 400,
      message: 'You cannot confirm this SetupIntent because it has already succeeded.',
      code: 'setup_intent_unexpected_state',
    });
    expectFailure(await cancel({ setupIntentId }), {
      status: 400,
      message:
        'You cannot cancel this SetupIntent because it has a status of succeeded. Only a SetupIntent with one of the following statuses may be canceled: `requires_payment_method`, `requires_confirmation`, or `requires_action`.',
      code: 'setup_intent_unexpected_state',
    });
  });

  it('I2 P14: with an Idempotency-Key a card is saved once, and the setup intent carries a key', async () => {
    const customer_id = await given.customer();
    const body = { customer_id, payment_method: 'pm_card_visa', confirm: true };
    const headers = { 'idempotency-key': 'tarjeta-42' };
    const first = await call('POST', '/api/setup-intents', { body, headers });
    const again = await call('POST', '/api/setup-intents/create', { body, headers });
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(textAt(first.body, 'data.metadata.pasarela_key')).to.match(/^[0-9a-f]{64}$/);
    expect(await cardsOf(customer_id)).to.have.lengthOf(1);
  });
});

onService('interface: later payments with a saved card', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const pay = (fields: Body) => call('POST', '/api/payments', { body: { amount: 10, ...fields } });
  const later = { off_session: true, confirm: true };
  const paid = 'Intento de pago creado correctamente';

  it('S4 P15: a card that was set up is charged while the customer is away', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, '4000002500003155');
    const before = await pay({ customer_id, payment_method, ...later });
    expect([before.status, at(before.body, 'code')]).to.deep.equal([
      402,
      'authentication_required',
    ]);

    const { body } = await call('POST', '/api/setup-intents', {
      body: { customer_id, payment_method, confirm: true },
    });
    await service.controls.challenge(textAt(body, 'data.id'), 'approve');
    const after = await pay({ customer_id, payment_method, ...later });
    expect(expectSuccess(after, 201, paid)).to.include({ status: 'succeeded', payment_method });
  });

  it('S4 P4: a payment that was made before is confirmed while the customer is away', async () => {
    const customer_id = await given.customer();
    const confirm = async (payment_method: string, off_session: unknown) => {
      const paymentId = await given.payment({ customer_id, payment_method });
      return call('POST', '/api/payments/confirm', { body: { paymentId, off_session } });
    };
    const challenged = await given.card(customer_id, needsChallenge);
    const declined = await confirm(challenged, true);
    expect([declined.status, at(declined.body, 'code')]).to.deep.equal([
      402,
      'authentication_required',
    ]);
    const present = await confirm(challenged, false);
    expect(at(present.body, 'data.status')).to.equal('requires_action');
    const charged = await confirm(await given.card(customer_id), true);
    expect(at(charged.body, 'data.status')).to.equal('succeeded');
    expectFailure(await confirm(challenged, 'yes'), {
      status: 400,
      message: 'off_session debe ser true o false',
      code: 'invalid_field',
      field: 'off_session',
    });
  });

  it('S4 E5 P4: authentication_required is 402, and the customer authenticates the same payment later', async () => {
    const customer_id = await given.customer();
    const payment_method = await given.card(customer_id, needsChallenge);
    const declined = await pay({ customer_id, payment_method, ...later });
    expectFailure(declined, {
      status: 402,
      message: 'Your card was declined. This transaction requires authentication.',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: /^pi_/,
      charge: /^ch_/,
    });
    const paymentId = textAt(declined.body, 'payment_intent');
    const confirm = (fields: Body) =>
      call('POST', '/api/payments/confirm', { body: { paymentId, ...fields } });
    const return_url = 'https://shop.example/orders/42';
    const asked = await confirm({ payment_method, return_url });
    expect(at(asked.body, 'data')).to.include({ id: paymentId, status: 'requires_action' });
    const url = textAt(asked.body, 'data.next_action.redirect_to_url.url');
    const body = new URLSearchParams({ outcome: 'approve' });
    expect((await fetch(url, { method: 'POST', body, redirect: 'manual' })).status).to.equal(303);
    expect(at((await confirm({})).body, 'data')).to.include({ id: paymentId, status: 'succeeded' });
  });
});
