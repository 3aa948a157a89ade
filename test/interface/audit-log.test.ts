import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { at, textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { startTestService } from '../support/service/start-service.js';
import { until } from '../support/time/until.js';

const key = 'key-of-the-shop-1234';

describe('interface: the audit log', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pasarela-audit-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  /** Runs requests, and returns the lines about them. */
  const audited = async (
    requests: (
      call: (method: string, path: string, body?: unknown, headers?: object) => Promise<unknown>,
    ) => Promise<void>,
  ): Promise<ReadonlyArray<unknown>> => {
    const path = join(folder, 'audit.log');
    const service = await startTestService({
      env: { API_KEYS: `shop:${key},plain-key-of-nobody`, AUDIT_LOG: path },
    });
    try {
      await requests(async (method, url, body, headers = {}) => {
        const answer = await service.call(method, url, {
          headers: { authorization: `Bearer ${key}`, ...headers },
          ...(body === undefined ? {} : { body }),
        });
        return answer.body;
      });
    } finally {
      await service.close();
    }
    const text = await readFile(path, 'utf8');
    expect(text)
      .not.to.include(key)
      .and.not.match(/4242424242424242|"314"|_secret_/);
    return text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  };

  it('says who did what to which object with what outcome', async () => {
    const ids: Record<string, string> = {};
    const lines = await audited(async (call) => {
      const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
      const customer = textAt(await call('POST', '/api/customers', contact), 'data.id');
      const card = { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '314' };
      const source = textAt(await call('POST', '/api/cards', card), 'data.token_id');
      const assigned = await call('POST', '/api/cards/assign', { userId: customer, source });
      const payment_method = textAt(assigned, 'data.cardId');
      const pay = { customer_id: customer, payment_method, amount: 19.99, confirm: true };
      const paid = await call('POST', '/api/payments', pay);
      const charge = textAt(paid, 'data.latest_charge');
      const refund = { chargeId: charge, amount: 500 };
      const headers = { 'idempotency-key': 'refund 1' };
      await call('POST', '/api/payments/refund', refund, headers);
      await call('POST', '/api/payments/refund', refund, headers);
      await call('POST', '/api/payments/refund', { chargeId: charge, amount: 99_999 });
      await call('GET', '/api/payments?userId=cus_1');
      await call('DELETE', `/api/events?customer=${customer}`);
      Object.assign(ids, { customer, source, payment_method, charge });
      ids['payment'] = textAt(paid, 'data.id');
    });
    const { customer, payment_method, charge, payment } = ids;
    expect(lines.map((line) => [at(line, 'operation'), at(line, 'outcome')])).to.deep.equal([
      ['createCustomer', 'done'],
      ['tokenizeCard', 'done'],
      ['assignCard', 'done'],
      ['createPaymentIntent', 'done'],
      ['refundCharge', 'done'],
      ['refundCharge', 'replayed'],
      ['refundCharge', 'refused'],
      ['eraseEvents', 'done'],
    ]);
    for (const line of lines) {
      expect(line).to.include({ stream: 'audit', client: 'shop', address: '127.0.0.1' });
      expect(textAt(line, 'request_id')).to.match(/^[0-9a-f-]{36}$/);
      expect(Date.parse(textAt(line, 'time'))).to.be.a('number').and.not.NaN;
    }
    expect(lines[3]).to.include({
      customer,
      payment_method,
      object: payment,
      object_status: 'succeeded',
      amount: 1999,
      currency: 'eur',
      status: 201,
    });
    expect(lines[4]).to.include({ charge, amount: 500, currency: 'eur', status: 201 });
    expect(textAt(lines[4], 'object')).to.match(/^re_/);
    expect(lines[6]).to.include({ charge, amount: 99_999, status: 400 });
    expect(lines[7]).to.include({ customer, status: 200 });
  });

  it('has the amount of a checkout session, made or refused', async () => {
    const lines = await audited(async (call) => {
      const session = {
        success_url: 'https://shop.example/thanks',
        line_items: [
          { name: 'Camiseta', amount: '19.99', quantity: 2 },
          { name: 'Gorra', amount: '5.00' },
        ],
      };
      const made = await call('POST', '/api/checkout-sessions', session);
      await call('POST', '/api/checkout-sessions/expire', { sessionId: textAt(made, 'data.id') });
      await call('POST', '/api/checkout-sessions', { ...session, customer_id: 'cus_none' });
      const customer = await call('POST', '/api/customers', {
        email: 'ana@example.com',
        name: 'Ana',
        phone: '+34600000000',
      });
      await call('POST', '/api/checkout-sessions', {
        mode: 'setup',
        customer_id: textAt(customer, 'data.id'),
        success_url: 'https://shop.example/thanks',
      });
    });
    const [made, expired, refused, , setup] = lines;
    expect(made).to.include({ outcome: 'done', object_status: 'open', amount: 4498 });
    expect(made).to.include({ currency: 'eur' });
    expect(expired).to.include({ object_status: 'expired', amount: 4498, currency: 'eur' });
    expect(refused).to.include({ outcome: 'refused', amount: 4498 });
    expect(setup).to.include({ operation: 'createCheckoutSession', outcome: 'done' });
    expect(setup).not.to.have.property('amount');
  });

  it('has the address of a caller that has left', async () => {
    const path = join(folder, 'audit.log');
    let finish = (): void => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let calls = 0;
    const service = await startTestService({
      env: { AUDIT_LOG: path },
      processor: {
        createCustomer: () => async () => {
          calls += 1;
          await finished;
          return E.right({ id: 'cus_1', object: 'customer', created: 1 });
        },
      },
    });
    const { hostname, port } = new URL(service.address);
    const socket = connect(Number(port), hostname);
    const contact = '{"email":"ana@example.com","name":"Ana","phone":"1"}';
    socket.write(
      `POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${contact.length}\r\n\r\n${contact}`,
    );
    await until(() => calls === 1);
    socket.destroy();
    await until(() => service.logged().includes('499'));
    finish();
    await service.close();
    expect(JSON.parse(await readFile(path, 'utf8'))).to.include({
      operation: 'createCustomer',
      outcome: 'done',
      address: '127.0.0.1',
      object: 'cus_1',
    });
  });

  it('has declines, refusals of access, and clients without a name', async () => {
    const lines = await audited(async (call) => {
      await call('POST', '/api/payments/refund', {}, { authorization: 'Bearer wrong' });
      await call(
        'POST',
        '/api/payments/cancel',
        { paymentId: 'pi_none' },
        {
          authorization: 'Bearer plain-key-of-nobody',
        },
      );
      const customer_id = textAt(
        await call('POST', '/api/customers', {
          email: 'a@b.es',
          name: 'Ana',
          phone: '+34600000000',
        }),
        'data.id',
      );
      await call('POST', '/api/payments', {
        customer_id,
        payment_method: 'pm_card_chargeDeclined',
        amount: 10,
        confirm: true,
      });
    });
    expect(lines[0]).to.include({ outcome: 'refused', status: 401, code: 'unauthorized' });
    expect(lines[0]).not.to.have.property('client');
    expect(lines[1]).to.include({ payment_intent: 'pi_none', status: 404 });
    expect(textAt(lines[1], 'client')).to.match(/^sha256:[0-9a-f]{8}$/);
    expect(lines[3]).to.include({ outcome: 'refused', status: 402, code: 'card_declined' });
    expect(textAt(lines[3], 'payment_intent')).to.match(/^pi_/);
  });
});
