import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService } from '../support/service/start-service.js';
import { onService, useService } from '../support/service/use-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

// No test number of Stripe, which the output of all tests is searched for.
const number = '4539578763621486';
const spaced = '4539 5787 6362 1486';
const description = `phone order, card ${spaced} cvc 123`;
const now = 1_800_000_000;
const webhookSecret = `${'whsec'}_${'texts0123456789'}`;

describe('interface: card numbers in texts', () => {
  const sqlite = useSqlite();

  it('A18: an event is stored without the card of its free texts, with its metadata, and the log names client and field once', async () => {
    const file = await sqlite.file();
    const service = await startTestService({
      env: {
        DATABASE_URL: `file:${file}`,
        API_KEYS: 'shop:key0123456789',
        WEBHOOK_SECRET: webhookSecret,
      },
      clock: () => now,
    });
    const headers = { authorization: 'Bearer key0123456789' };
    const object = {
      id: 'pi_1',
      object: 'payment_intent',
      description,
      shipping: { name: spaced, address: { line1: spaced } },
      metadata: { order: `order ${number}` },
    };
    const event = { id: 'evt_1', object: 'event', created: now, livemode: false };
    const raw = JSON.stringify({ ...event, type: 'payment_intent.created', data: { object } });
    const answer = await service.call('POST', '/api/webhooks', {
      raw,
      headers: { 'processor-signature': signatureOf(raw, webhookSecret, now) },
    });
    expectSuccess(answer, 200, 'Webhook recibido correctamente');

    const made = await service.call('POST', '/api/customers', {
      body: {
        email: 'ada@example.com',
        name: `Ada ${spaced}`,
        phone: '1',
        metadata: { order: number },
      },
      headers,
    });
    // The request to the processor is not changed.
    expect(textAt(made.body, 'data.name')).to.equal(`Ada ${spaced}`);
    const stored = await service.call('GET', '/api/events/evt_1', { headers });
    const warned = service
      .logged()
      .split('\n')
      .filter((line) => line.includes('card numbers'));
    const listed = await service.call('GET', '/api/events?type=customer.created', { headers });
    const folder = dirname(file);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    await service.close();

    expect(at(stored.body, 'data.event.data.object')).to.deep.equal({
      ...object,
      description: 'phone order, card [number] cvc [code]',
      shipping: { name: '[number]', address: { line1: '[number]' } },
    });
    expect(listed.text).to.include('Ada [number]').and.to.include(number);
    expect(warned.map((line): unknown => JSON.parse(line))).to.have.length(1);
    expect(JSON.parse(warned[0] ?? '')).to.include({
      client: 'shop',
      operation: 'createCustomer',
      fields: 'metadata.order, name',
    });
    expect(service.logged()).not.to.include(number).and.not.to.include(spaced);
    expect(files.join()).to.include(`order ${number}`).and.not.to.include(spaced);
  });

  it('A18: no text of a request but metadata leaves a card number in the store or in the log', async () => {
    const file = await sqlite.file();
    const service = await startTestService({
      env: { DATABASE_URL: `file:${file}`, WEBHOOK_SECRET: webhookSecret },
      clock: () => now,
    });
    const call = async (path: string, body: object, key: string) => {
      const { status, body: answer } = await service.call('POST', path, {
        body,
        headers: { 'idempotency-key': key },
      });
      expect(status).to.equal(201);
      return answer;
    };
    const wide = '4539       5787       6362       1486';
    const customer = await call(
      '/api/customers',
      { email: `${number}@x.example`, name: `Ada ${wide}`, phone: spaced },
      'key 1',
    );
    const customer_id = textAt(customer, 'data.id');
    await call(
      '/api/payments',
      {
        amount: 10,
        customer_id,
        payment_method: 'pm_card_threeDSecure2Required',
        confirm: true,
        description: Array.from(number)
          .map((digit) => '⓪①②③④⑤⑥⑦⑧⑨'[Number(digit)])
          .join(''),
        receipt_email: `${number}@x.example`,
        return_url: `https://shop.example/${number}`,
        shipping: {
          name: wide,
          phone: number,
          carrier: number,
          tracking_number: spaced,
          address: { line1: wide, line2: number, city: number, state: number, country: number },
        },
      },
      'key 2',
    );
    await service.close();
    const folder = dirname(file);
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    for (const text of [files.join(), service.logged()]) {
      expect(text).to.include('createPaymentIntent');
      expect(text).not.to.include(number).and.not.to.include(spaced).and.not.to.include(wide);
    }
    expect(JSON.parse(files.join().match(/"description":("[^"]*")/)?.[1] ?? '')).to.equal(
      '[number]',
    );
  });

  it('A18: a card number as Idempotency-Key is reported, and the key works', async () => {
    const service = await startTestService();
    const call = () =>
      service.call('POST', '/api/customers', {
        body: { email: 'ada@example.com', name: 'Ada', phone: '1' },
        headers: { 'idempotency-key': number },
      });
    const [first, second] = [await call(), await call()];
    await service.close();
    expectSuccess(first, 201, 'Cliente creado correctamente');
    expect(second.body).to.deep.equal(first.body);
    expect(service.logged()).to.include('"fields":"Idempotency-Key"').and.not.to.include(number);
  });

  it('A18: a webhook is verified over the body as it was sent', async () => {
    const service = await startTestService({
      env: { WEBHOOK_SECRET: webhookSecret },
      clock: () => now,
    });
    const raw = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'charge.updated',
      created: now,
      livemode: false,
      data: { object: { id: 'ch_1', description } },
    });
    const signature = signatureOf(raw.replace(spaced, '[number]'), webhookSecret, now);
    const answer = await service.call('POST', '/api/webhooks', {
      raw,
      headers: { 'processor-signature': signature },
    });
    await service.close();
    expect(answer.status).to.equal(400);
  });
});

onService(
  'interface: a service that refuses card numbers in texts',
  { env: { CARD_NUMBERS_IN_TEXT: 'refuse' } },
  ({ call }) => {
    const given = journeys(call);
    const spanish = (fields: string) => ({
      status: 400,
      message: `Hay un número de tarjeta en ${fields}: no escriba números de tarjeta en textos ni en metadata; cree un token de la tarjeta`,
      code: 'card_number_in_text',
    });

    for (const headers of [{}, { 'idempotency-key': 'a payment' }]) {
      it(`A18: card numbers in free text and metadata are 400${'idempotency-key' in headers ? ' with a key' : ''}`, async () => {
        const customer_id = await given.customer();
        const payment = { amount: 10, customer_id, payment_method: 'pm_card_visa' };
        const create = (differs: object) =>
          call('POST', '/api/payments', { body: { ...payment, ...differs }, headers });
        expectFailure(await create({ description }), spanish('description'));
        expectFailure(
          await create({ description, metadata: { order: '42', note: number } }),
          spanish('description, metadata.note'),
        );
      });
    }

    it('A18: card numbers in every other text are 400', async () => {
      const customer_id = await given.customer();
      const payment = { amount: 10, customer_id, payment_method: 'pm_card_visa', confirm: true };
      const body = {
        ...payment,
        receipt_email: `${number}@shop.example`,
        return_url: `https://shop.example/${number}`,
        shipping: {
          name: 'Ada',
          phone: spaced,
          tracking_number: number,
          address: { line1: 'Calle Mayor 1', postal_code: '4539       5787       6362       1486' },
        },
      };
      expectFailure(
        await call('POST', '/api/payments', { body }),
        spanish(
          'receipt_email, return_url, shipping.address.postal_code, shipping.phone, shipping.tracking_number',
        ),
      );
      expectFailure(
        await call('POST', '/api/customers', {
          body: { email: `${number}@x.example`, name: 'Ada', phone: number },
        }),
        spanish('email, phone'),
      );
    });

    it('A18: a card number as Idempotency-Key is 400', async () => {
      const body = { email: 'ada@example.com', name: 'Ada', phone: '1' };
      for (const key of [number, spaced, `order ${number}`]) {
        expectFailure(
          await call('POST', '/api/customers', { body, headers: { 'idempotency-key': key } }),
          spanish('Idempotency-Key'),
        );
      }
    });

    for (const [key, phone] of [
      ['0b8c1d9e-4242-4242-4242-424242424242', '+34 600 000 000'],
      ['2026011512345671', '+5511987654326'],
      ['1700000000000004', '961290000000008'],
    ] as const) {
      it(`A18: ${key} is taken as Idempotency-Key, and ${phone} as phone`, async () => {
        const answer = await call('POST', '/api/customers', {
          body: { email: 'ada@example.com', name: 'Ada', phone },
          headers: { 'idempotency-key': key },
        });
        expectSuccess(answer, 201, 'Cliente creado correctamente');
      });
    }

    it('A18: a card is tokenized', async () => {
      const body = { number: '4242424242424242', exp_month: 12, exp_year: 2050, cvc: '123' };
      const answer = await call('POST', '/api/cards', {
        body,
        headers: { 'idempotency-key': 'a card' },
      });
      expectSuccess(answer, 201, 'Tarjeta tokenizada correctamente');
    });

    it('A18: texts and metadata without a card number are taken', async () => {
      const customer_id = await given.customer({ metadata: { order: '2026011512345678' } });
      expect(customer_id).to.match(/^cus_/);
    });
  },
);

describe('interface: a service in English that refuses card numbers in texts', () => {
  const { call } = useService({ env: { CARD_NUMBERS_IN_TEXT: 'refuse', LOCALE: 'en' } });

  it('A18: says in English which fields have them', async () => {
    const body = { email: 'ada@example.com', name: `Ada ${spaced}`, phone: '1' };
    expectFailure(await call('POST', '/api/customers', { body }), {
      status: 400,
      message:
        'A card number stands in name: do not write card numbers into texts or metadata, but tokenize the card',
      code: 'card_number_in_text',
    });
  });
});
