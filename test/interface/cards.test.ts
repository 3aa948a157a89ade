import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const visa = { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '314' };

const without = (field: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(visa).filter(([name]) => name !== field));

onService('interface: cards', {}, ({ call }) => {
  const given = journeys(call);

  for (const path of ['/api/cards', '/api/cards/create']) {
    it(`§4.6 §2 E3: POST ${path} returns the token, without the number or the security code`, async () => {
      const answer = await call('POST', path, { body: visa });
      const data = expectSuccess(answer, 201, 'Tarjeta tokenizada correctamente');
      expect(data).to.deep.equal({
        token_id: textAt(data, 'token_id'),
        card_id: textAt(data, 'card_id'),
        card_brand: 'Visa',
        card_last4: '4242',
      });
      expect(at(data, 'token_id')).to.match(/^tok_[A-Za-z0-9]+$/);
      expect(at(data, 'card_id')).to.match(/^card_[A-Za-z0-9]+$/);
    });

    for (const field of ['number', 'exp_month', 'exp_year', 'cvc']) {
      it(`decisions, tokenize: POST ${path} without ${field} is 400`, async () => {
        expectFailure(await call('POST', path, { body: without(field) }), {
          status: 400,
          message: 'number, exp_month, exp_year y cvc son requeridos',
          code: 'missing_fields',
          fields: [field],
        });
      });
    }
  }

  it('decisions, tokenize: month and year may be texts of digits', async () => {
    const body = { ...visa, exp_month: '07', exp_year: String(cardYear) };
    const answer = await call('POST', '/api/cards', { body });
    const data = expectSuccess(answer, 201, 'Tarjeta tokenizada correctamente');
    const userId = await given.customer();
    const source = textAt(data, 'token_id');
    await call('POST', '/api/cards/assign', { body: { userId, source } });
    const listed = await call('GET', `/api/cards/${userId}`);
    expect(at(listed.body, 'data.0')).to.include({ exp_month: 7, exp_year: cardYear });
  });

  for (const [field, value, message] of [
    ['exp_month', 'doce', 'exp_month debe ser un número entero'],
    ['exp_month', 1.5, 'exp_month debe ser un número entero'],
    ['exp_year', '20 35', 'exp_year debe ser un número entero'],
    ['exp_year', {}, 'exp_year debe ser un número entero'],
    ['number', 4_242, 'number debe ser un texto'],
    ['cvc', 314, 'cvc debe ser un texto'],
  ] as const) {
    it(`decisions, tokenize, E14: ${field} as ${JSON.stringify(value)} is 400`, async () => {
      expectFailure(await call('POST', '/api/cards', { body: { ...visa, [field]: value } }), {
        status: 400,
        message,
        code: 'invalid_field',
        field,
      });
    });
  }

  for (const [what, change, message, code] of [
    [
      'a number with a wrong digit',
      { number: '4242424242424241' },
      'Your card number is incorrect.',
      'incorrect_number',
    ],
    [
      'month 13',
      { exp_month: 13 },
      "Your card's expiration month is invalid.",
      'invalid_expiry_month',
    ],
    [
      'a past year',
      { exp_year: 2019 },
      "Your card's expiration year is invalid.",
      'invalid_expiry_year',
    ],
    ['a short code', { cvc: '1' }, "Your card's security code is invalid.", 'invalid_cvc'],
  ] as const) {
    it(`§4.6 E5: ${what} is the processor's 402 ${code}`, async () => {
      expectFailure(await call('POST', '/api/cards', { body: { ...visa, ...change } }), {
        status: 402,
        message,
        code,
      });
    });
  }

  it('§4.7: POST /api/cards/assign returns only cardId, brand and last4', async () => {
    const userId = await given.customer();
    const source = await given.token('5555555555554444');
    const answer = await call('POST', '/api/cards/assign', { body: { userId, source } });
    const data = expectSuccess(answer, 201, 'Tarjeta añadida con éxito');
    expect(data).to.deep.equal({
      cardId: textAt(data, 'cardId'),
      brand: 'MasterCard',
      last4: '4444',
    });
    expect(at(data, 'cardId')).to.match(/^card_[A-Za-z0-9]+$/);
  });

  for (const [body, fields] of [
    [undefined, ['userId', 'source']],
    [{}, ['userId', 'source']],
    [{ userId: 'cus_1' }, ['source']],
    [{ source: 'tok_visa' }, ['userId']],
    [{ userId: '', source: 'tok_visa' }, ['userId']],
    [{ userId: 'cus_1', source: null }, ['source']],
  ] as const) {
    it(`decisions, assign card: ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await call('POST', '/api/cards/assign', { body }), {
        status: 400,
        message: 'userId y source son requeridos',
        code: 'missing_fields',
        fields,
      });
    });
  }

  it("§4.7 §7: an unknown token is the processor's resource_missing", async () => {
    const userId = await given.customer();
    const body = { userId, source: 'tok_unknown' };
    expectFailure(await call('POST', '/api/cards/assign', { body }), {
      status: 400,
      message: "No such token: 'tok_unknown'",
      code: 'resource_missing',
    });
  });

  it("§4.7 §7: an unknown customer is the processor's 404 resource_missing", async () => {
    const body = { userId: 'cus_nobody', source: await given.token() };
    expectFailure(await call('POST', '/api/cards/assign', { body }), {
      status: 404,
      message: "No such customer: 'cus_nobody'",
      code: 'resource_missing',
    });
  });

  it('§4.6: a token is used once', async () => {
    const userId = await given.customer();
    const source = await given.token();
    await call('POST', '/api/cards/assign', { body: { userId, source } });
    expectFailure(await call('POST', '/api/cards/assign', { body: { userId, source } }), {
      status: 400,
      message: `You cannot use a Stripe token more than once: ${source}.`,
      code: 'token_already_used',
    });
  });

  for (const [number, message, code, decline_code] of [
    ['4000000000000002', 'Your card was declined.', 'card_declined', 'generic_decline'],
    [
      '4000000000009995',
      'Your card has insufficient funds.',
      'insufficient_funds',
      'insufficient_funds',
    ],
  ] as const) {
    it(`§4.7 E4 E5: a card that its bank declines when it is attached is 402 ${code}`, async () => {
      const body = { userId: await given.customer(), source: await given.token(number) };
      expectFailure(await call('POST', '/api/cards/assign', { body }), {
        status: 402,
        message,
        code,
        decline_code,
      });
    });
  }

  it('§4.8 §2: GET /api/cards/:id returns an array of card objects', async () => {
    const userId = await given.customer();
    const id = await given.card(userId);
    const data = expectSuccess(
      await call('GET', `/api/cards/${userId}`),
      200,
      'Tarjetas listadas correctamente',
    );
    expect(data).to.be.an('array').with.lengthOf(1);
    expect(at(data, '0')).to.include({
      id,
      object: 'card',
      brand: 'Visa',
      last4: '4242',
      exp_month: 12,
      exp_year: cardYear,
      country: 'US',
      funding: 'credit',
      customer: userId,
      cvc_check: 'pass',
      address_zip_check: null,
      address_line1_check: null,
    });
    expect(at(data, '0.fingerprint')).to.be.a('string').with.length.greaterThan(0);
    expect(at(data, '0')).not.to.have.any.keys('number', 'cvc');
  });

  it('§4.8 §8: at most ten cards, newest first', async () => {
    const userId = await given.customer();
    const ids: Array<string> = [];
    for (let n = 0; n < 12; n += 1) ids.push(await given.card(userId));
    const answer = await call('GET', `/api/cards/${userId}`);
    const listed = listAt(answer.body, 'data').map((card) => at(card, 'id'));
    expect(listed).to.deep.equal(ids.toReversed().slice(0, 10));
  });

  it('§4.8: a customer without cards has an empty array', async () => {
    const answer = await call('GET', `/api/cards/${await given.customer()}`);
    expect(expectSuccess(answer, 200, 'Tarjetas listadas correctamente')).to.deep.equal([]);
  });

  it('§4.8 §7: the cards of an unknown customer are 404 resource_missing', async () => {
    expectFailure(await call('GET', '/api/cards/cus_nobody'), {
      status: 404,
      message: "No such customer: 'cus_nobody'",
      code: 'resource_missing',
    });
  });

  it('§4.8: a blank id is 400', async () => {
    expectFailure(await call('GET', '/api/cards/%20'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
  });

  it('decisions, set default card: POST /api/cards/default returns the customer with the new default card', async () => {
    const userId = await given.customer();
    await given.card(userId);
    const default_source = await given.card(userId, '5555555555554444');
    const answer = await call('POST', '/api/cards/default', { body: { userId, default_source } });
    const data = expectSuccess(answer, 200, 'Tarjeta predeterminada actualizada correctamente');
    expect(data).to.include({ id: userId, object: 'customer', default_source });
  });

  for (const [body, fields] of [
    [undefined, ['userId', 'default_source']],
    [{}, ['userId', 'default_source']],
    [{ userId: 'cus_1' }, ['default_source']],
    [{ default_source: 'card_1' }, ['userId']],
  ] as const) {
    it(`decisions, set default card: ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await call('POST', '/api/cards/default', { body }), {
        status: 400,
        message: 'userId y default_source son requeridos',
        code: 'missing_fields',
        fields,
      });
    });
  }

  it("decisions, set default card: another customer's card is refused by the processor", async () => {
    const [userId, other] = [await given.customer(), await given.customer()];
    const default_source = await given.card(other);
    const answer = await call('POST', '/api/cards/default', { body: { userId, default_source } });
    expect(answer.status).to.be.within(400, 404);
    expect(at(answer.body, 'code')).to.equal('resource_missing');
  });

  it("decisions, remove card: DELETE /api/cards/delete returns the card's id, and the next card becomes the default", async () => {
    const userId = await given.customer();
    const cardId = await given.card(userId);
    const next = await given.card(userId);
    const answer = await call('DELETE', '/api/cards/delete', { body: { userId, cardId } });
    expect(expectSuccess(answer, 200, 'Tarjeta eliminada con éxito')).to.deep.equal({ id: cardId });
    const customer = await call('GET', `/api/customers/${userId}`);
    expect(at(customer.body, 'data.default_source')).to.equal(next);
  });

  for (const [body, fields] of [
    [undefined, ['userId', 'cardId']],
    [{}, ['userId', 'cardId']],
    [{ userId: 'cus_1' }, ['cardId']],
    [{ cardId: 'card_1' }, ['userId']],
  ] as const) {
    it(`decisions, remove card: ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await call('DELETE', '/api/cards/delete', { body }), {
        status: 400,
        message: 'userId y cardId son requeridos',
        code: 'missing_fields',
        fields,
      });
    });
  }

  it("decisions, remove card: an unknown card is the processor's 404 resource_missing", async () => {
    const userId = await given.customer();
    const body = { userId, cardId: 'card_unknown' };
    const answer = await call('DELETE', '/api/cards/delete', { body });
    expect([answer.status, at(answer.body, 'code')]).to.deep.equal([404, 'resource_missing']);
  });
});
