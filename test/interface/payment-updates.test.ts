import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onService } from '../support/service/use-service.js';

const updated = 'Pago actualizado correctamente';

const notFound = { status: 404, message: 'Pago no encontrado', code: 'resource_missing' };

type Body = Readonly<Record<string, unknown>>;

onService('interface: updates of a payment', { env: { CURRENCIES: 'eur,usd,jpy' } }, ({ call }) => {
  const given = journeys(call);
  const onPage = async (fields: Body = {}): Promise<string> =>
    textAt(
      (
        await call('POST', '/api/payments', {
          body: { amount: 19.99, payment_methods: ['card', 'link'], ...fields },
        })
      ).body,
      'data.id',
    );
  const put = (id: string, body: Body) => call('PUT', `/api/payments/${id}`, { body });
  const update = async (fields: Body) => put(await onPage(), fields);
  const amountOf = async (id: string): Promise<unknown> =>
    at((await call('GET', `/api/payments/${id}`)).body, 'data.amount');

  it('P18: PUT /api/payments/:id changes the given fields, and answers with the amount that holds', async () => {
    const id = await onPage({ metadata: { order: '42' }, description: 'Pedido 42' });
    const data = expectSuccess(
      await put(id, { amount: 25, metadata: { cart: '7' } }),
      200,
      updated,
    );
    expect(data).to.deep.include({
      id,
      amount: 2500,
      currency: 'eur',
      status: 'requires_payment_method',
      metadata: { order: '42', cart: '7' },
      description: 'Pedido 42',
    });
    expect(await amountOf(id)).to.equal(2500);
  });

  it('P18: POST /api/payments/update does the same', async () => {
    const paymentId = await onPage();
    const body = { paymentId, amount: '25.00' };
    const data = expectSuccess(await call('POST', '/api/payments/update', { body }), 200, updated);
    expect(data).to.include({ id: paymentId, amount: 2500 });
    expectFailure(await call('POST', '/api/payments/update', { body: { amount: 5 } }), {
      status: 400,
      message: 'paymentId es requerido',
      code: 'missing_fields',
      fields: ['paymentId'],
    });
  });

  it('P18: another paymentId in the body than in the path is refused, and changes neither', async () => {
    const [inPath, inBody] = [await onPage(), await onPage()];
    for (const paymentId of [inBody, 'pi_unknown', ` ${inPath}`, 42]) {
      expectFailure(
        await put(inPath, { paymentId, amount: 25 }),
        invalidField('paymentId no es el id de la ruta: indique solo uno de los dos'),
      );
    }
    expect([await amountOf(inPath), await amountOf(inBody)]).to.deep.equal([1999, 1999]);
  });

  it('P18: the same paymentId in the body, or none, is that of the path', async () => {
    const id = await onPage();
    for (const [index, paymentId] of [id, null, '', ' '].entries()) {
      const data = expectSuccess(await put(id, { paymentId, amount: 25 + index }), 200, updated);
      expect(data).to.include({ id, amount: 2500 + 100 * index });
    }
  });

  it('P8: the answer has no client_secret: that of the creation stays valid', async () => {
    const data = expectSuccess(await update({ amount: 25 }), 200, updated);
    expect(data).not.to.have.property('client_secret');
  });

  for (const [fields, amount, currency] of [
    [{ amount: 25 }, 2500, 'eur'],
    [{ amount: '25.50' }, 2550, 'eur'],
    [{ amount_minor: 2550 }, 2550, 'eur'],
    [{ amount: '3000', currency: 'jpy' }, 3000, 'jpy'],
    [{ amount: 30, currency: 'USD' }, 3000, 'usd'],
  ] as const) {
    it(`P19: ${JSON.stringify(fields)} makes it ${amount} ${currency}`, async () => {
      expect(expectSuccess(await update(fields), 200, updated)).to.include({ amount, currency });
    });
  }

  it('P18: everything else that a cart changes', async () => {
    const customer_id = await given.customer();
    const said = {
      description: 'Pedido 43',
      receipt_email: 'ana@example.com',
      statement_descriptor_suffix: 'PEDIDO 43',
      setup_future_usage: 'off_session',
      capture_method: 'manual',
    };
    const id = await onPage();
    const first = await put(id, { ...said, customer_id, payment_methods: ['card'] });
    expect(expectSuccess(first, 200, updated)).to.deep.include({
      ...said,
      customer: customer_id,
      payment_method_types: ['card'],
    });
    const shipping = { name: 'Ana', address: { line1: 'Mayor 1', country: 'ES' } };
    const second = await put(id, { shipping, setup_future_usage: '', description: '' });
    const data = expectSuccess(second, 200, updated);
    expect(data).to.include({ setup_future_usage: null, description: null });
    expect(at(data, 'shipping.address.line1')).to.equal('Mayor 1');
  });

  for (const [fields, message] of [
    [{ amount: 0 }, 'amount debe ser un número mayor a 0'],
    [
      { amount: '6,95' },
      'amount debe ser un importe con dos decimales como máximo, por ejemplo 19.99: se recibió "6,95"',
    ],
    [
      { amount: 1.005 },
      'amount debe ser un importe con dos decimales como máximo, por ejemplo 19.99: 1.005 se leyó como 1.005 unidades de la divisa',
    ],
    [{ amount: 5, amount_minor: 500 }, 'amount y amount_minor no se pueden usar a la vez'],
    [{ currency: 'usd' }, 'currency solo se puede usar junto con amount'],
    [{ currency: 'gbp', amount: 5 }, 'currency debe ser uno de: eur, usd, jpy'],
    [
      { payment_methods: 'automatic' },
      'payment_methods debe ser una lista de tipos distintos de métodos de pago, por ejemplo ["card", "bizum"]',
    ],
    [
      { payment_methods: ['card', 'bizum'], currency: 'usd', amount: 5 },
      'payment_methods no puede incluir bizum, que solo admite eur, en un pago en usd: quite bizum, o cambie la divisa',
    ],
    [{ metadata: { pasarela_key: 'x' } }, 'metadata.pasarela_key está reservado para Pasarela'],
  ] as const) {
    it(`P18: ${JSON.stringify(fields)} is refused, and changes nothing`, async () => {
      const id = await onPage();
      expectFailure(await put(id, fields), invalidField(message));
      expect(await amountOf(id)).to.equal(1999);
    });
  }

  it('E18: an unknown field is refused', async () => {
    expectFailure(await update({ ammount: 5 }), {
      status: 400,
      message: 'Campo desconocido: ammount (¿Quería decir amount?)',
      code: 'unknown_field',
    });
  });

  it('P18: an update that comes after the confirmation is the refusal of the processor, and says which amount holds', async () => {
    const { payment } = await given.paid(10);
    const headers = { 'idempotency-key': 'too late' };
    const answers = [
      await put(payment, { amount: 25 }),
      await call('PUT', `/api/payments/${payment}`, { body: { amount: 25 }, headers }),
      await call('PUT', `/api/payments/${payment}`, { body: { amount: 25 }, headers }),
    ];
    for (const { status, body } of answers) {
      expect([status, at(body, 'code')]).to.deep.equal([400, 'payment_intent_unexpected_state']);
      expect(textAt(body, 'message')).to.match(
        / No se ha cambiado nada: el pago es de 10\.00 EUR \(succeeded\)\.$/,
      );
    }
    expect(await amountOf(payment)).to.equal(1000);
  });

  it('P18: a refusal for another reason tells no amount', async () => {
    const id = await onPage();
    const answer = await put(id, { payment_methods: ['carrier_pigeon'] });
    expect(answer.status).to.equal(400);
    expect(textAt(answer.body, 'message')).not.to.include('el pago es de');
  });

  it('I1 P18: two updates at the same time with one key are one, and the other is told to wait or gets its answer', async () => {
    const id = await onPage();
    const headers = { 'idempotency-key': 'cart-twice' };
    const both = await Promise.all(
      [1, 2].map(() => call('PUT', `/api/payments/${id}`, { body: { amount: 25 }, headers })),
    );
    const done = both.filter(({ status }) => status === 200);
    expect(done.length).to.be.greaterThan(0);
    for (const { status, body } of both.filter((one) => !done.includes(one))) {
      expect([status, at(body, 'code')]).to.deep.equal([409, 'idempotency_key_in_use']);
    }
    expect(await amountOf(id)).to.equal(2500);
    await put(id, { amount: 30 });
    const again = await call('PUT', `/api/payments/${id}`, { body: { amount: 25 }, headers });
    expect(again.text).to.equal(done[0]?.text);
    expect(await amountOf(id)).to.equal(3000);
  });

  it('P18: two updates at the same time with different keys are both done, and the last one of the processor holds', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await onPage();
      const amounts = [25, 30];
      const both = await Promise.all(
        amounts.map((amount) =>
          call('PUT', `/api/payments/${id}`, {
            body: { amount },
            headers: { 'idempotency-key': `cart-${amount}-${id}` },
          }),
        ),
      );
      expect(both.map(({ body }) => at(body, 'data.amount'))).to.deep.equal([2500, 3000]);
      expect(await amountOf(id)).to.be.oneOf([2500, 3000]);
    }
  });

  it('P18: a payment that does not exist', async () => {
    for (const id of ['pi_none', 'pi%2Fnone']) {
      expectFailure(await put(id, { amount_minor: 500 }), notFound);
      expectFailure(await put(id, { amount: 5 }), notFound);
    }
  });

  it('I1 I2 I3: done once for a key, whatever came after', async () => {
    const id = await onPage();
    const headers = { 'idempotency-key': 'cart-1' };
    const path = `/api/payments/${id}`;
    const first = await call('PUT', path, { body: { amount: 25 }, headers });
    expectSuccess(first, 200, updated);
    expectSuccess(await put(id, { amount: 30 }), 200, updated);
    const again = await call('PUT', path, { body: { amount: 25 }, headers });
    expect([again.text, again.headers.get('idempotent-replayed')]).to.deep.equal([
      first.text,
      'true',
    ]);
    expect(await amountOf(id)).to.equal(3000);
    const other = await call('PUT', path, { body: { amount: 26 }, headers });
    expect([other.status, at(other.body, 'code')]).to.deep.equal([422, 'idempotency_key_reuse']);
    const elsewhere = await call('POST', '/api/payments/confirm', {
      body: { paymentId: id },
      headers,
    });
    expect(elsewhere.status).to.equal(422);
  });
});

onService(
  'interface: ceilings of updates',
  { env: { MAX_PAYMENT_MINOR: '5000', CURRENCIES: 'eur,usd' } },
  ({ call }) => {
    for (const [fields, given] of [
      [{ amount: 50.01 }, '50.01 EUR'],
      [{ amount_minor: 5001 }, '50.01 EUR'],
      [{ amount: '50.01', currency: 'usd' }, '50.01 USD'],
    ] as const) {
      it(`P20: ${JSON.stringify(fields)} is above the ceiling of payments`, async () => {
        const made = await call('POST', '/api/payments', {
          body: { amount: 5, payment_methods: ['card'] },
        });
        const id = textAt(made.body, 'data.id');
        const answer = await call('PUT', `/api/payments/${id}`, { body: fields });
        expectFailure(answer, {
          status: 400,
          message: `El pago de ${given} supera el máximo de 50.00 ${given.slice(-3)}`,
          code: 'payment_too_large',
        });
        const allowed = await call('PUT', `/api/payments/${id}`, { body: { amount: 50 } });
        expectSuccess(allowed, 200, updated);
      });
    }
  },
);
