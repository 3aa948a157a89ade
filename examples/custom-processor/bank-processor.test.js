import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { createPayments } from 'pasarela';
import { createPaymentsListener } from 'pasarela/node';
import { startBank } from './bank.js';
import { createBankProcessor, numberOf } from './bank-processor.js';

const secret = 'the secret of shop and bank';
const pay = {
  amount: '19.99',
  confirm: true,
  return_url: 'https://shop.example/done',
  metadata: { basket: '42' },
};

const heard = () => {
  const events = [];
  const waiting = [];
  return {
    events,
    hear: (event) => {
      events.push(event);
      for (const resolve of waiting.splice(0)) resolve();
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
  };
};

let bank;
let address;
let payments;
const paid = heard();
const server = createServer((request, response) =>
  createPaymentsListener(payments)(request, response),
);

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${server.address().port}`;
  bank = await startBank({ secret, notifyUrl: () => `${address}/api/webhooks` });
  payments = createPayments({
    processor: createBankProcessor({ url: bank.url, secret, merchant: 'shop' }),
    idempotency: { secretInStore: true },
  });
  payments.on('payment_intent.succeeded', paid.hear);
  payments.start();
});

after(async () => {
  await payments.stop();
  await bank.close();
  server.close();
});

test('a key is always the same order number of 12 characters', () => {
  assert.match(numberOf('order-42'), /^[0-9A-Z]{12}$/);
  assert.equal(numberOf('order-42'), numberOf('order-42'));
  assert.notEqual(numberOf('order-42'), numberOf('order-43'));
});

test('a customer pays on the page of the bank, and the shop hears of it', async () => {
  const intent = await payments.withIdempotencyKey('order-1').createPaymentIntent(pay);
  assert.equal(intent.status, 'requires_action');
  assert.equal(intent.metadata.basket, '42');
  const told = paid.next();
  const visit = await bank.visit(intent.next_action.redirect_to_url.url);
  assert.deepEqual(visit, { status: 303, back: pay.return_url });
  await told;
  assert.equal(paid.events.at(-1).data.object.id, intent.id);
  const { status, latest_charge } = await payments.getPayment({ payment_intent: intent.id });
  assert.equal(status, 'succeeded');

  const refund = await payments
    .withIdempotencyKey('refund-1')
    .refundCharge({ charge: latest_charge });
  assert.deepEqual([refund.amount, refund.status], [1999, 'succeeded']);
  await assert.rejects(payments.refundCharge({ charge: latest_charge }));
});

test('the bank is not asked for what it lacks', async () => {
  const asked = bank.requests.length;
  const attempts = {
    customers: payments.createPaymentIntent({ ...pay, customer: 'ada' }),
    savedCards: payments.createPaymentIntent({ ...pay, payment_method: 'pm_1' }),
    capture: payments.capturePayment({ payment_intent: 'AB12CD34EF01' }),
    partialRefunds: payments.refundCharge({ charge: 'AB12CD34EF01', amount_minor: 1 }),
    lists: payments.listRefunds({ payment_intent: 'AB12CD34EF01' }),
  };
  for (const [feature, attempt] of Object.entries(attempts)) {
    await assert.rejects(attempt, { code: 'unsupported_operation', feature });
  }
  assert.equal(bank.requests.length, asked);
});

test('the bank reads *ok*, also for a repetition, which is handled once', async () => {
  const { id, next_action } = await payments.createPaymentIntent(pay);
  const told = paid.next();
  await bank.visit(next_action.redirect_to_url.url);
  await told;
  assert.equal(await bank.notifyAgain(id), '*ok*');
  assert.equal(paid.events.filter(({ data }) => data.object.id === id).length, 1);
});

test('a forged notification is refused', async () => {
  const forged = await fetch(`${address}/api/webhooks`, {
    method: 'POST',
    body: new URLSearchParams({ order: 'A', state: 'paid', signature: 'forged' }),
  });
  assert.equal(forged.status, 400);
});

test('the payment can be read when its notification is lost', async () => {
  bank.incidents.losesNotifications = true;
  const { id, next_action } = await payments.createPaymentIntent(pay);
  await bank.visit(next_action.redirect_to_url.url);
  bank.incidents.losesNotifications = false;
  assert.equal((await payments.getPayment({ payment_intent: id })).status, 'succeeded');
  assert.equal(await bank.notifyAgain(id), '*ok*');
});

test('a declined payment may be tried again', async () => {
  const intent = await payments.createPaymentIntent(pay);
  await bank.visit(intent.next_action.redirect_to_url.url, 'decline');
  const declined = await payments.getPayment({ payment_intent: intent.id });
  assert.equal(declined.status, 'requires_payment_method');
  const again = await payments.confirmPayment({ payment_intent: intent.id });
  assert.equal(again.status, 'requires_action');
});

test('a lost reply, repeated with the same key, makes no second order', async () => {
  const keyed = payments.withIdempotencyKey('order-2');
  const orders = bank.orders.size;
  bank.incidents.lostReplies = 1;
  await assert.rejects(keyed.createPaymentIntent(pay), { _tag: 'ProcessorUnavailable' });
  const intent = await keyed.createPaymentIntent(pay);
  assert.equal(bank.orders.size, orders + 1);
  assert.ok(bank.orders.has(intent.id));
});

const pasarela = () => {
  const manifest = createRequire(import.meta.url).resolve('pasarela/package.json');
  return join(dirname(manifest), createRequire(manifest)('./package.json').bin.pasarela);
};

/** Runs the service on `PROCESSOR=./bank-processor.js`. */
const serve = async (environment) => {
  const child = spawn(process.execPath, [pasarela(), 'serve'], {
    cwd: import.meta.dirname,
    env: {
      ...process.env,
      PROCESSOR: './bank-processor.js',
      PORT: '0',
      DATABASE_URL: 'memory:',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const line = await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(errors))),
  ]);
  return {
    address: /listens on (\S+)/.exec(String(line))[1],
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

test('the whole service runs on the module', async () => {
  let notifyUrl;
  const other = await startBank({ secret, notifyUrl: () => notifyUrl });
  const service = await serve({ BANK_URL: other.url, BANK_SECRET: secret });
  notifyUrl = `${service.address}/api/webhooks`;
  const call = async (method, path, body, headers = {}) => {
    const answer = await fetch(`${service.address}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { ...(await answer.json()), status: answer.status };
  };
  try {
    assert.equal((await call('GET', '/ready')).status, 200);
    const create = () => call('POST', '/api/payments', pay, { 'idempotency-key': 'order-1' });
    const created = await create();
    assert.equal(created.status, 201, JSON.stringify(created));
    assert.equal((await create()).data.id, created.data.id);
    assert.equal(other.orders.size, 1);
    await other.visit(created.data.next_action.redirect_to_url.url);
    assert.equal((await call('GET', `/api/payments/${created.data.id}`)).data.status, 'succeeded');
    const customers = await call('GET', '/api/customers');
    assert.deepEqual([customers.status, customers.code], [501, 'unsupported_operation']);
    const events = await call('GET', '/api/events');
    assert.equal(events.data.data[0].type, 'payment_intent.succeeded');
    assert.equal(await other.notifyAgain(created.data.id), '*ok*');
  } finally {
    await service.stop();
    await other.close();
  }
});

test('the service says what is wrong with its module', async () => {
  await assert.rejects(serve({ PROCESSOR: './no-such-file.js' }), /does not exist/);
  await assert.rejects(serve({ PROCESSOR: './bank.js' }), /createProcessor\(environment\)/);
  await assert.rejects(serve({ BANK_URL: '', BANK_SECRET: '' }), /createProcessor failed/);
});
