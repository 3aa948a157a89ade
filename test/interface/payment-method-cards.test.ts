import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { overStripeOfToday } from '../support/service/set-ups.js';
import { useService } from '../support/service/use-service.js';

describe('interface: cards on an account that refuses card tokens, STRIPE_CARDS=payment_methods (P13)', () => {
  const { call, controls } = useService(
    { env: { STRIPE_CARDS: 'payment_methods' } },
    overStripeOfToday,
  );
  const given = journeys(call);

  it('§4.7: assign returns only cardId pm_..., brand and last4', async () => {
    const userId = await given.customer();
    const answer = await call('POST', '/api/cards/assign', {
      body: { userId, source: 'tok_mastercard' },
    });
    const data = expectSuccess(answer, 201, 'Tarjeta añadida con éxito');
    expect(data).to.deep.equal({
      cardId: textAt(data, 'cardId'),
      brand: 'MasterCard',
      last4: '4444',
    });
    expect(at(data, 'cardId')).to.match(/^pm_[A-Za-z0-9]+$/);
  });

  it("§4.8 §2: the list returns the interface's card objects", async () => {
    const userId = await given.customer();
    const older = await given.card(userId);
    const assigned = await call('POST', '/api/cards/assign', {
      body: { userId, source: 'tok_amex' },
    });
    const newer = textAt(assigned.body, 'data.cardId');
    const listed = await call('GET', `/api/cards/${userId}`);
    const cards = expectSuccess(listed, 200, 'Tarjetas listadas correctamente');
    expect(at(cards, '0')).to.include({
      id: newer,
      object: 'card',
      brand: 'American Express',
      last4: '8431',
      country: 'US',
      funding: 'credit',
      customer: userId,
      cvc_check: 'pass',
      address_zip_check: null,
      address_line1_check: null,
    });
    expect(at(cards, '0.fingerprint')).to.match(/^[A-Za-z0-9]+$/);
    expect(at(cards, '1.id')).to.equal(older);
    expect(at(cards, 'length')).to.equal(2);
  });

  it('§4.8 §8: at most ten cards, newest first', async () => {
    const userId = await given.customer();
    const ids: Array<string> = [];
    for (let made = 0; made < 11; made += 1) ids.unshift(await given.card(userId));
    const { body } = await call('GET', `/api/cards/${userId}`);
    expect(listAt(body, 'data').map((card) => at(card, 'id'))).to.deep.equal(ids.slice(0, 10));
  });

  it('decisions, set default card: the customer object has it where Stripe puts payment methods', async () => {
    const userId = await given.customer();
    const card = await given.card(userId);
    const answer = await call('POST', '/api/cards/default', {
      body: { userId, default_source: card },
    });
    const data = expectSuccess(answer, 200, 'Tarjeta predeterminada actualizada correctamente');
    expect(data).to.include({ id: userId, default_source: null });
    expect(at(data, 'invoice_settings.default_payment_method')).to.equal(card);
  });

  it("decisions, remove card: returns the card's id, and the card is no longer listed", async () => {
    const userId = await given.customer();
    const cardId = await given.card(userId);
    const answer = await call('DELETE', '/api/cards/delete', { body: { userId, cardId } });
    expect(expectSuccess(answer, 200, 'Tarjeta eliminada con éxito')).to.deep.equal({ id: cardId });
    const { body } = await call('GET', `/api/cards/${userId}`);
    expect(at(body, 'data')).to.deep.equal([]);
    expectFailure(await call('DELETE', '/api/cards/delete', { body: { userId, cardId } }), {
      status: 404,
      message: `No such PaymentMethod: '${cardId}'`,
      code: 'resource_missing',
    });
  });

  it("decisions, remove card: another customer's card is 404, and is not removed", async () => {
    const [userId, other] = [await given.customer(), await given.customer()];
    const cardId = await given.card(userId);
    const answer = await call('DELETE', '/api/cards/delete', { body: { userId: other, cardId } });
    expectFailure(answer, {
      status: 404,
      message: `No such PaymentMethod: '${cardId}'`,
      code: 'resource_missing',
    });
    const { body } = await call('GET', `/api/cards/${userId}`);
    expect(at(body, 'data.0.id')).to.equal(cardId);
  });

  it('§4.9 §4.10: a payment with it succeeds', async () => {
    const { payment, card } = await given.paid(19.99);
    const { body } = await call('GET', `/api/payments/${payment}`);
    expect(at(body, 'data')).to.include({
      status: 'succeeded',
      amount: 1999,
      payment_method: card,
    });
  });

  it('I2 I5: a repeated assign whose response was lost between its two requests saves one card', async () => {
    const userId = await given.customer();
    const source = await given.token();
    const headers = { 'idempotency-key': 'keep one card' };
    await controls.failNext({ on: 'attach', with: 'timeout_after', times: 3 });
    const lost = await call('POST', '/api/cards/assign', { headers, body: { userId, source } });
    expect([lost.status, at(lost.body, 'outcome')]).to.deep.equal([503, 'unknown']);
    const kept = await call('POST', '/api/cards/assign', { headers, body: { userId, source } });
    const cardId = at(expectSuccess(kept, 201, 'Tarjeta añadida con éxito'), 'cardId');
    const { body } = await call('GET', `/api/cards/${userId}`);
    expect(listAt(body, 'data').map((card) => at(card, 'id'))).to.deep.equal([cardId]);
  });
});

describe('interface: cards on an account that refuses card tokens, STRIPE_CARDS unset (P13)', () => {
  const { call } = useService({}, overStripeOfToday);
  const given = journeys(call);

  it("E17: assign returns the processor's refusal, and names the variable to set", async () => {
    const userId = await given.customer();
    const answer = await call('POST', '/api/cards/assign', {
      body: { userId, source: 'tok_visa' },
    });
    expectFailure(answer, {
      status: 400,
      message:
        'Card Token usage on the Customers API and Charges API has reached end of life. In order to continue processing your payments, you will need to use the Payment Intents and Payment Methods API. Read more about what you should do here: https://docs.stripe.com/payments/payment-methods/integration-options. If you need to continue to use Card Tokens on the Customers and Charges API, enable this functionality in your API policies settings: https://dashboard.stripe.com/settings/developers/api-policies Esta cuenta no admite tokens como tarjetas de un cliente: configure STRIPE_CARDS=payment_methods (en la biblioteca, la opción cards) para guardarlas como métodos de pago.',
      code: 'invalid_request_error',
    });
  });
});
