import { expect } from 'chai';
import { expectFailure, expectSuccess, invalidField } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { onEveryProcessor, useService } from '../support/service/use-service.js';

/** The lists of the ledger: path, message, path at the processor, and an id that none has. */
const lists = [
  ['/api/charges', 'Cargos obtenidos correctamente', '/v1/charges', 'ch_unknown'],
  ['/api/refunds', 'Reembolsos obtenidos correctamente', '/v1/refunds', 're_unknown'],
  ['/api/disputes', 'Disputas obtenidas correctamente', '/v1/disputes', 'du_unknown'],
  [
    '/api/balance-transactions',
    'Movimientos de saldo obtenidos correctamente',
    '/v1/balance_transactions',
    'txn_unknown',
  ],
  ['/api/payouts', 'Transferencias obtenidas correctamente', '/v1/payouts', 'po_unknown'],
] as const;

/** The fields of one item of each list. Personal data is in none of them. */
const fields: Readonly<Record<string, ReadonlyArray<string>>> = {
  '/api/charges': [
    'amount',
    'amount_captured',
    'amount_refunded',
    'balance_transaction',
    'captured',
    'created',
    'currency',
    'customer',
    'description',
    'disputed',
    'failure_code',
    'id',
    'livemode',
    'metadata',
    'object',
    'paid',
    'payment_intent',
    'payment_method_details',
    'refunded',
    'status',
  ],
  '/api/refunds': [
    'amount',
    'balance_transaction',
    'charge',
    'created',
    'currency',
    'id',
    'metadata',
    'object',
    'payment_intent',
    'reason',
    'status',
  ],
  '/api/disputes': [
    'amount',
    'balance_transactions',
    'charge',
    'created',
    'currency',
    'evidence_details',
    'id',
    'is_charge_refundable',
    'livemode',
    'metadata',
    'object',
    'payment_intent',
    'reason',
    'status',
  ],
  '/api/balance-transactions': [
    'amount',
    'available_on',
    'created',
    'currency',
    'description',
    'exchange_rate',
    'fee',
    'fee_details',
    'id',
    'net',
    'object',
    'reporting_category',
    'source',
    'status',
    'type',
  ],
  '/api/payouts': [
    'amount',
    'arrival_date',
    'automatic',
    'balance_transaction',
    'created',
    'currency',
    'description',
    'failure_balance_transaction',
    'failure_code',
    'failure_message',
    'id',
    'livemode',
    'metadata',
    'object',
    'reconciliation_status',
    'status',
  ],
};

onEveryProcessor('interface: the ledger', {}, (service) => {
  const { call } = service;
  const given = journeys(call);
  const known = { payout: '', charges: ['', ''] };

  const list = async (path: string, message: string, query = ''): Promise<ReadonlyArray<unknown>> =>
    listAt(expectSuccess(await call('GET', `${path}${query}`), 200, message), 'data');

  const ids = async (path: string, message: string, query = ''): Promise<ReadonlyArray<string>> =>
    (await list(path, message, query)).map((item) => textAt(item, 'id'));

  before(async () => {
    const first = await given.paid(19.99);
    await call('POST', '/api/payments/refund', { body: { chargeId: first.charge, amount: 500 } });
    const payout = await service.controls.payOut();
    const payment = await call('POST', '/api/payments', {
      body: {
        amount: '45.00',
        customer_id: first.customer,
        payment_method: 'pm_card_createDispute',
        confirm: true,
        metadata: { order: '42' },
        receipt_email: 'ana@example.com',
        shipping: { name: 'Ana García', address: { line1: 'Calle Mayor 1' } },
      },
    });
    const disputed = textAt(payment.body, 'data.latest_charge');
    const last = await given.paid(7);
    await call('POST', '/api/payments/refund', { body: { chargeId: last.charge } });
    Object.assign(known, { payout, charges: [last.charge, disputed, first.charge] });
  });

  for (const [path, message, url, unknown] of lists) {
    it(`GET ${path} is a list of what a shop needs for its books, without personal data`, async () => {
      const answer = await call('GET', path);
      const data = expectSuccess(answer, 200, message);
      expect(data).to.deep.equal({ object: 'list', data: at(data, 'data'), has_more: false, url });
      const items = listAt(data, 'data');
      expect(items).not.to.deep.equal([]);
      for (const item of items) {
        expect(fields[path]).to.include.members(Object.keys(Object(item)));
      }
      expect(answer.text).not.to.match(
        /Ana|García|ana@example|Mayor|last4|4242|fingerprint|"evidence"|client_secret|receipt_url/,
      );
    });

    it(`P9 P10: GET ${path} has pages by limit and cursor, newest first`, async () => {
      const all = await ids(path, message);
      const [id] = all;
      expect(await ids(path, message, '?limit=1')).to.deep.equal([id]);
      expect(await ids(path, message, `?starting_after=${id}&limit=1`)).to.deep.equal(
        all.slice(1, 2),
      );
      expect(await ids(path, message, `?ending_before=${id}`)).to.deep.equal([]);
      expect(await ids(path, message, '?limit=nada&created_from=')).to.deep.equal(all);
    });

    it(`GET ${path} takes created_from, which is included, and created_to, which is not`, async () => {
      const [newest] = await list(path, message);
      const created = Number(at(newest, 'created'));
      const id = at(newest, 'id');
      expect((await ids(path, message, `?created_from=${created}`))[0]).to.equal(id);
      expect(await ids(path, message, `?created_from=${created + 1}`)).to.deep.equal([]);
      expect(await ids(path, message, `?created_from=0&created_to=${created + 1}`)).to.deep.equal(
        await ids(path, message),
      );
      expect(await ids(path, message, `?created_to=${created}`)).not.to.include(id);
    });

    it(`E14 E20: GET ${path} refuses what is no time, and both cursors`, async () => {
      for (const value of ['ayer', '-1', '1.5', '2026-11-01']) {
        expectFailure(
          await call('GET', `${path}?created_from=${value}`),
          invalidField('created_from debe ser un número entero'),
        );
        expectFailure(
          await call('GET', `${path}?created_to=${value}`),
          invalidField('created_to debe ser un número entero'),
        );
      }
      expectFailure(await call('GET', `${path}?starting_after=a&ending_before=b`), {
        status: 400,
        message: 'starting_after y ending_before no se pueden usar a la vez',
        code: 'invalid_field',
        field: 'ending_before',
      });
    });

    it(`P10: a cursor of ${path} that does not exist is the processor's 400 resource_missing`, async () => {
      const answer = await call('GET', `${path}?starting_after=${unknown}`);
      expect([answer.status, at(answer.body, 'code')], answer.text).to.deep.equal([
        400,
        'resource_missing',
      ]);
    });

    it(`E18: GET ${path} ignores a misspelt parameter, and names it in the log`, async () => {
      expect(await ids(path, message, '?create_from=5')).to.deep.equal(await ids(path, message));
      expect(service.logged()).to.include('?create_from');
    });
  }

  it('GET /api/charges has the charges of all customers, with their orders', async () => {
    const charges = await list('/api/charges', 'Cargos obtenidos correctamente');
    expect(charges.map((charge) => textAt(charge, 'id'))).to.deep.equal(known.charges);
    expect(charges[1]).to.deep.include({
      amount: 4500,
      amount_captured: 4500,
      currency: 'eur',
      disputed: true,
      status: 'succeeded',
      metadata: { order: '42' },
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', country: 'US', funding: 'credit' },
      },
    });
    expect(charges[2]).to.deep.include({ amount: 1999, amount_refunded: 500, refunded: false });
  });

  it('GET /api/balance has the money by currency, in cents', async () => {
    const data = expectSuccess(
      await call('GET', '/api/balance'),
      200,
      'Saldo obtenido correctamente',
    );
    expect(Object.keys(Object(data)).toSorted()).to.deep.equal([
      'available',
      'livemode',
      'object',
      'pending',
    ]);
    expect(at(data, 'object')).to.equal('balance');
    for (const part of [...listAt(data, 'available'), ...listAt(data, 'pending')]) {
      expect(Object.keys(Object(part)).toSorted()).to.deep.equal(['amount', 'currency']);
    }
  });

  it('GET /api/payouts/:id/transactions adds up to zero with the transaction of the payout', async () => {
    const message = 'Movimientos de la transferencia obtenidos correctamente';
    const path = `/api/payouts/${known.payout}/transactions`;
    const all = await list(path, message);
    const own = all.filter((one) => at(one, 'source') === known.payout);
    expect(own).to.have.length(1);
    expect(all.reduce<number>((sum, one) => sum + Number(at(one, 'net')), 0)).to.equal(0);
    const [newest, ...older] = all.map((one) => textAt(one, 'id'));
    expect(await ids(path, message, '?limit=1')).to.deep.equal([newest]);
    expect(await ids(path, message, `?starting_after=${newest}`)).to.deep.equal(older);
  });

  it('E12 E13: the transactions of an unknown payout are 404', async () => {
    for (const id of ['po_unknown', 'po%2F..']) {
      expectFailure(await call('GET', `/api/payouts/${id}/transactions`), {
        status: 404,
        message: 'Transferencia no encontrada',
        code: 'resource_missing',
      });
    }
    expectFailure(await call('GET', '/api/payouts/%20/transactions'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
  });

  it('E19: the ledger is only read', async () => {
    for (const [path] of lists) {
      expectFailure(await call('POST', path, { body: {} }), {
        status: 405,
        message: 'Método no permitido: esta ruta admite GET y HEAD',
        code: 'method_not_allowed',
      });
    }
  });
});

describe('interface: the ledger, where unknown fields are refused', () => {
  const { call } = useService({ env: { UNKNOWN_FIELDS: 'refuse' } });

  for (const path of [...lists.map(([one]) => one), '/api/balance']) {
    it(`E18: GET ${path} refuses an unknown parameter`, async () => {
      const answer = await call('GET', `${path}?create_from=5`);
      expect([answer.status, at(answer.body, 'code')], answer.text).to.deep.equal([
        400,
        'unknown_field',
      ]);
      expect(at(answer.body, 'message')).to.equal(
        path === '/api/balance'
          ? 'Campo desconocido: ?create_from'
          : 'Campo desconocido: ?create_from (¿Quería decir created_from?)',
      );
    });
  }
});
