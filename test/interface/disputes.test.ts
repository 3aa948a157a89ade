import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onEveryProcessor } from '../support/service/use-service.js';

const saved = 'Pruebas de la disputa guardadas correctamente';
const closed = 'Disputa cerrada correctamente';
const secrets = {
  customer_name: 'Ana García',
  customer_email_address: 'ana@example.com',
  uncategorized_text: 'The parcel was signed for by her neighbour.',
};
const personal = /Ana|García|ana@example|neighbour/;

onEveryProcessor('interface: disputes', {}, ({ call }) => {
  const given = journeys(call);

  const disputed = async (): Promise<string> => {
    const customer_id = await given.customer();
    const payment = await call('POST', '/api/payments', {
      body: { amount: 10, customer_id, payment_method: 'pm_card_createDispute', confirm: true },
    });
    const charge = textAt(payment.body, 'data.latest_charge');
    const list = await call('GET', '/api/disputes');
    const found = listAt(list.body, 'data.data').find((one) => at(one, 'charge') === charge);
    return textAt(found, 'id');
  };

  const submit = (id: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
    call('POST', `/api/disputes/${id}/evidence`, { body, headers });

  const close = (id: string, headers: Readonly<Record<string, string>> = {}) =>
    call('POST', `/api/disputes/${id}/close`, { headers });

  it('GET /api/disputes has a new dispute with its deadline', async () => {
    const id = await disputed();
    const list = await call('GET', '/api/disputes?limit=1');
    const [dispute] = listAt(list.body, 'data.data');
    expect(dispute).to.include({
      id,
      object: 'dispute',
      amount: 1000,
      currency: 'eur',
      reason: 'fraudulent',
      status: 'needs_response',
    });
    const due = Number(at(dispute, 'evidence_details.due_by'));
    expect(due).to.be.greaterThan(Number(at(dispute, 'created')));
  });

  it('evidence goes to the bank at once, and the answer has the deadline and no evidence', async () => {
    const id = await disputed();
    const answer = await submit(id, { evidence: secrets });
    const data = expectSuccess(answer, 200, saved);
    expect(data).to.include({ id, object: 'dispute', status: 'under_review' });
    expect(at(data, 'evidence_details')).to.deep.equal({
      due_by: at(data, 'evidence_details.due_by'),
      has_evidence: true,
      past_due: false,
      submission_count: 1,
    });
    expect(at(data, 'evidence_details.due_by')).to.be.a('number');
    expect(at(data, 'evidence')).to.equal(undefined);
    expect(answer.text).not.to.match(personal);
  });

  it('submit: false keeps evidence at the processor for a later request', async () => {
    const id = await disputed();
    const kept = expectSuccess(await submit(id, { evidence: secrets, submit: false }), 200, saved);
    expect([
      at(kept, 'status'),
      at(kept, 'evidence_details.has_evidence'),
      at(kept, 'evidence_details.submission_count'),
    ]).to.deep.equal(['needs_response', true, 0]);
    const sent = expectSuccess(await submit(id, { evidence: {}, submit: true }), 200, saved);
    expect(at(sent, 'evidence_details.submission_count')).to.equal(1);
  });

  for (const [body, message, field] of [
    [
      { evidence: { shiping_carrier: 'Correos' } },
      'evidence.shiping_carrier es un campo desconocido (¿Quería decir shipping_carrier?)',
      'evidence',
    ],
    [
      { evidence: { shipping_carrier: 5 } },
      'evidence.shipping_carrier debe ser un texto',
      'evidence',
    ],
    [
      { evidence: 'Correos' },
      'evidence debe ser un objeto con textos, por ejemplo {"shipping_tracking_number": "ES123"}',
      'evidence',
    ],
    // The bank would get nothing, and take nothing that comes later.
    [
      { evidence: {} },
      'evidence debe ser un objeto con textos, por ejemplo {"shipping_tracking_number": "ES123"}',
      'evidence',
    ],
    [{ evidence: {}, submit: 'false' }, 'submit debe ser true o false', 'submit'],
  ] as const) {
    it(`E14 E20: evidence of ${JSON.stringify(body)} is 400`, async () => {
      expectFailure(await submit('du_1', body), {
        status: 400,
        message,
        code: 'invalid_field',
        field,
      });
    });
  }

  it('E20: evidence is required', async () => {
    for (const body of [{}, { submit: true }, { evidence: null }]) {
      expectFailure(await submit('du_1', body), {
        status: 400,
        message: 'id y evidence son requeridos',
        code: 'missing_fields',
        fields: ['evidence'],
      });
    }
  });

  it('E18: a misspelt submit is refused, because the bank would get the evidence', async () => {
    expectFailure(await submit('du_1', { evidence: {}, sumbit: false }), {
      status: 400,
      message: 'Campo desconocido: sumbit (¿Quería decir submit?)',
      code: 'unknown_field',
    });
  });

  it('E12 E13: an unknown dispute is 404', async () => {
    for (const id of ['du_unknown', 'du%2F..']) {
      const failure = { status: 404, message: 'Disputa no encontrada', code: 'resource_missing' };
      expectFailure(await submit(id, { evidence: secrets }), failure);
      expectFailure(await close(id), failure);
    }
  });

  it('a closed dispute is lost, and can be neither closed nor answered again', async () => {
    const id = await disputed();
    const data = expectSuccess(await close(id), 200, closed);
    expect(data).to.include({ id, status: 'lost' });
    expect(at(data, 'evidence_details.due_by')).to.be.a('number');
    for (const again of [await close(id), await submit(id, { evidence: secrets })]) {
      expectFailure(again, {
        status: 400,
        message: 'This dispute is already closed',
        code: 'invalid_request_error',
      });
    }
  });

  it('I2 I3: a key repeats the answer, and is not for other evidence', async () => {
    const id = await disputed();
    const headers = { 'idempotency-key': `evidence of ${id}` };
    const first = await submit(id, { evidence: secrets }, headers);
    const again = await submit(id, { evidence: secrets }, headers);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
    expect(again.body).to.deep.equal(first.body);
    const other = await submit(id, { evidence: { customer_name: 'Eva' } }, headers);
    expect([other.status, at(other.body, 'code')]).to.deep.equal([422, 'idempotency_key_reuse']);
    const closing = { 'idempotency-key': `closing of ${id}` };
    expect((await close(await disputed(), closing)).status).to.equal(200);
  });
});
