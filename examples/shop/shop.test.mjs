import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { startFakeServer } from 'pasarela/fake-server';
import { idOf, staffKey } from './shop-client.mjs';
import config from './torture.config.mjs';

const good = { number: '4242424242424242', paymentMethod: 'pm_card_visa' };
const refundFails = { number: '4000000000005126', paymentMethod: 'pm_card_refundFail' };
const declined = { number: '4000000000000002', paymentMethod: 'pm_card_visa_chargeDeclined' };

const freePort = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
};

describe('the shop', () => {
  let stripe;
  let program;
  let folder;
  let shop;

  const until = async (isSo) => {
    for (let looks = 0; looks < 600; looks += 1) {
      if (await isSo()) return;
      assert.equal(program.exitCode, null, 'the shop has ended');
      await setTimeout(100);
    }
    assert.fail('it took longer than a minute');
  };

  before(async () => {
    const port = await freePort();
    folder = await mkdtemp(join(tmpdir(), 'shop-'));
    const url = `http://127.0.0.1:${port}`;
    stripe = await startFakeServer({ webhook: { url: `${url}${config.shop.webhook}` } });
    const { apiKey, webhookSecret, url: processor } = stripe;
    const publishableKey = apiKey.replace('sk_', 'pk_');
    const values = { port, folder, processor, apiKey, publishableKey, webhookSecret };
    const fill = (text) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    const env = Object.entries(config.shop.env).map(([name, text]) => [name, fill(text)]);
    const [, ...args] = config.shop.command;
    program = spawn(process.execPath, args, {
      cwd: import.meta.dirname,
      env: { ...process.env, ...Object.fromEntries(env) },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    shop = { url, processor, publishableKey, signal: AbortSignal.timeout(120_000) };
    await until(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });

  after(async () => {
    if (program.exitCode === null) {
      program.kill();
      await once(program, 'exit');
    }
    await stripe.close();
    await rm(folder, { recursive: true });
  });

  const order = (id) => ({ id, amount: 1149, email: 'eva@example.com', method: 'card' });

  /** Presses the button. Without an answer, the customer presses it again. */
  const press = async (id, card, key) => {
    for (let presses = 1; ; presses += 1) {
      try {
        return await config.pay({ ...order(id), card, key }, shop);
      } catch (error) {
        if (presses === 5) throw error;
      }
    }
  };

  /** A customer pays on the shop's page, or on the page of Stripe to which the shop leads. */
  const pay = async (id, card, ...keys) => {
    const answers = await Promise.all(keys.map((key) => press(id, card, key)));
    const led = answers.find(({ outcome }) => outcome === 'action');
    if (led && card !== declined) {
      stripe.processor.controls.completeCheckout(led.payment, { card: card.number });
    }
  };

  const stateOf = async (id) => {
    const { state, shipments, refunded } = (await config.orders(shop)).find((one) => one.id === id);
    return { state, shipments, refunded };
  };

  const becomes = (id, state) => until(async () => (await stateOf(id)).state === state);

  test('an order is sent once when it is paid, however often the button is pressed', async () => {
    await pay('1', good, 'first', 'first', 'in another tab');
    await becomes('1', 'paid');
    await pay('1', good, 'later');
    assert.deepEqual(await stateOf('1'), { state: 'paid', shipments: 1, refunded: 0 });
  });

  test('a declined card leaves the order open, and another card pays it', async () => {
    await pay('2', declined, 'first');
    assert.deepEqual(await stateOf('2'), { state: 'open', shipments: 0, refunded: 0 });
    await pay('2', good, 'second');
    await becomes('2', 'paid');
  });

  test('a body that could fill the memory is refused', async () => {
    const body = 'a'.repeat(1_100_000);
    assert.equal((await fetch(`${shop.url}/orders`, { method: 'POST', body })).status, 413);
  });

  test('the staff gives a part of the money back', async () => {
    await pay('3', good, 'first');
    await becomes('3', 'paid');
    const { outcome } = await config.refund({ id: 'refund-1', order: '3', amount: 149 }, shop);
    assert.equal(outcome, 'refunded');
    await until(async () => (await stateOf('3')).refunded === 149);
  });

  test('the staff gives back what they say, and nothing by a slip', async () => {
    await pay('4', good, 'first');
    await becomes('4', 'paid');
    const path = `${shop.url}/orders/${idOf('4')}/refunds`;
    const refund = (key, body) =>
      fetch(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${staffKey}`, 'idempotency-key': key },
        body,
      });
    for (const [key, body] of ['', '{"amont":149}', '[{"amount":149}]', 'amount=1.49'].entries()) {
      assert.equal((await refund(`slip-${key}`, body)).status, 400);
    }
    assert.equal((await refund('spaces', ' {"amount": 149}')).status, 200);
    await until(async () => (await stateOf('4')).refunded === 149);
    assert.equal((await refund('rest', 'amount=all')).status, 200);
    await until(async () => (await stateOf('4')).refunded === 1149);
  });

  test('an order keeps its items when its form comes again with others', async () => {
    const place = (order) =>
      fetch(`${shop.url}/orders`, {
        method: 'POST',
        body: JSON.stringify(order),
        redirect: 'manual',
      });
    const body = { id: idOf('5'), email: 'eva@example.com' };
    assert.notEqual((await place({ ...body, tea: 1 })).status, 409);
    assert.equal((await place({ ...body, tea: 2 })).status, 409);
  });

  // The last one: it moves the clock of the processor.
  test('a refund that fails later was not given back', async () => {
    await pay('6', refundFails, 'first');
    await becomes('6', 'paid');
    await config.refund({ id: 'refund-2', order: '6', amount: 149 }, shop);
    await until(async () => (await stateOf('6')).refunded === 149);
    stripe.processor.controls.clock.advance(30 * 24 * 60 * 60);
    await until(async () => (await stateOf('6')).refunded === 0);
  });
});
