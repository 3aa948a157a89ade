// Runs requests against the built service, and lists the files whose functions ran for each.
import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Libsql from 'libsql';

const main = new URL('../../build/src/infrastructure/cli/main.js', import.meta.url);
const preload = new URL('preload.mjs', import.meta.url).href;

const apiKey = ['pasarela', 'trace', '0123456789'.repeat(4)].join('_');
const stripeKey = ['sk', 'test', 'trace0123456789'].join('_');
const secret = ['whsec', Buffer.alloc(32, 'trace').toString('base64')].join('_');

// The first requests also run what later ones keep. A timer that comes in between is in one repetition and not in others.
const warmUps = 3;
const repetitions = 5;

const start = async (args, env, cwd) => {
  const { PATH } = process.env;
  const options = { cwd, env: { PATH, ...env }, execArgv: ['--import', preload], silent: true };
  const child = fork(main, args, options);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  const url = /http:\/\/\S+/.exec(line)?.[0];
  if (url === undefined) throw new Error(`pasarela ${args[0]} did not start: ${stderr}`);
  return {
    url,
    ranFiles: async () => {
      child.send('which?');
      return (await once(child, 'message'))[0];
    },
    stop: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

const startReceiver = async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
};

const post = async (url, path, body, headers = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text}`);
  return JSON.parse(text).data;
};

const postEvent = (url, id) => {
  const event = {
    id,
    object: 'event',
    type: 'payment_intent.succeeded',
    created: 1_700_000_000,
    livemode: false,
    data: { object: { id: 'pi_1', object: 'payment_intent' } },
  };
  const now = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${now}.${JSON.stringify(event)}`);
  const headers = { 'stripe-signature': `t=${now},v1=${signature.digest('hex')}` };
  return post(url, '/api/webhooks', event, headers);
};

/** Resolves when the store has the event as handled. A look into the file runs nothing in the service. */
const handled = async (file, id) => {
  const database = new Libsql(file);
  const read = database.prepare('SELECT state FROM pasarela_events WHERE id = ?');
  while (read.get(id)?.state !== 'handled') await pause(5);
  database.close();
};

/** The files that ran each time. `prepare` returns the step that is traced. */
const traced = async ({ ranFiles }, prepare) => {
  let always;
  for (let time = 0; time < warmUps + repetitions; time += 1) {
    const step = await prepare(time);
    await ranFiles();
    await step();
    const ran = await ranFiles();
    if (time >= warmUps) always = new Set(ran.filter((file) => always?.has(file) ?? true));
  }
  return always;
};

/** The paths through the code by their names, each with the set of files that ran. */
export const tracePaths = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-trace-'));
  const file = join(folder, 'pasarela.db');
  const running = [];
  const opened = async (opening) => {
    running.unshift(await opening);
    return running[0];
  };
  try {
    const receiver = await opened(startReceiver());
    const stripe = await opened(start(['fake', '--port', '0'], {}, folder));
    const shared = { API_KEYS: apiKey, LOG_LEVEL: 'info' };
    const service = await opened(
      start(
        ['serve', '--port', '0'],
        {
          ...shared,
          STRIPE_SECRET_KEY: stripeKey,
          STRIPE_BASE_URL: stripe.url,
          DATABASE_URL: `file:${file}`,
          WEBHOOK_SECRET: secret,
          EVENT_FORWARD_URL: receiver.url,
          EVENT_FORWARD_SECRET: secret,
        },
        folder,
      ),
    );
    const memory = await opened(
      start(['serve', '--port', '0'], { ...shared, CONFIRMATION_METHOD: 'automatic' }, folder),
    );
    const contact = { email: 'ana@example.com', name: 'Ana', phone: '+34600000000' };
    const paymentOf = async ({ url }) => ({
      customer_id: (await post(url, '/api/customers', contact)).id,
      amount: 19.99,
      payment_method: 'pm_card_visa',
    });
    const order = await paymentOf(service);
    const orderInMemory = await paymentOf(memory);
    return {
      payment: await traced(service, () => () => post(service.url, '/api/payments', order)),
      keyed: await traced(
        service,
        (time) => () =>
          post(service.url, '/api/payments', order, { 'idempotency-key': `order ${time}` }),
      ),
      event: await traced(service, (time) => async () => {
        await postEvent(service.url, `evt_${time}`);
        await handled(file, `evt_${time}`);
      }),
      confirmation: await traced(memory, async () => {
        const { id } = await post(memory.url, '/api/payments', orderInMemory);
        return () => post(memory.url, '/api/payments/confirm', { paymentId: id });
      }),
    };
  } finally {
    for (const { stop } of running) await stop();
    rmSync(folder, { recursive: true });
  }
};
