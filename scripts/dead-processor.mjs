// Lets the processor of a service hang under load, and prints what callers, /health and the memory of the service show of it. It stands in
// for Stripe itself. Seconds of the hang as argument (60), requests a second as the next one (200).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, createServer, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const [seconds = 60, rate = 200] = process.argv.slice(2).map(Number);
const customer =
  '{"id":"cus_1","object":"customer","created":1,"email":"ana@example.com","name":"Ana","phone":null}';

let hangs = false;
const stripe = createServer((incoming, outgoing) => {
  incoming.resume();
  if (hangs) return;
  setTimeout(() => {
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end(customer);
  }, 20);
});
stripe.listen(0, '127.0.0.1');
await once(stripe, 'listening');

const service = spawn(process.execPath, ['build/src/infrastructure/cli/main.js', 'serve'], {
  env: {
    PATH: process.env.PATH,
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: 'memory:',
    STRIPE_SECRET_KEY: ['sk', 'test', 'hanging'].join('_'),
    STRIPE_BASE_URL: `http://127.0.0.1:${stripe.address().port}`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [line] = await once(service.stdout.setEncoding('utf8'), 'data');
const { port } = new URL(/http:\/\/[\d.:]+/.exec(line)[0]);

// Requests to /health wait for no connection of the load.
const agents = { load: new Agent({ keepAlive: true }), health: new Agent({ keepAlive: true }) };
const call = (agent, method, path, body) =>
  new Promise((resolve) => {
    const began = performance.now();
    const headers = { 'content-type': 'application/json' };
    const end = (status, text) => resolve({ status, text, ms: performance.now() - began });
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, agent, headers },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (part) => {
          text += part;
        });
        answer.on('end', () => end(answer.statusCode, text));
      },
    );
    outgoing.on('error', (error) => end(0, error.code));
    outgoing.end(body);
  });

const fields = JSON.stringify({ email: 'ana@example.com', name: 'Ana', phone: '+34600000000' });
const megabytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${service.pid}/status`, 'utf8'))[1]) / 1024;
const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const ms = (values) => {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((share) => at(sorted, share).toFixed(0)).join(' / ');
};

const kindOf = ({ status, text }) => {
  const outcome = /"outcome":"(\w+)"/.exec(text)?.[1];
  return outcome === undefined ? String(status) : `${status} ${outcome}`;
};
const groupBy = (values, key) => {
  const groups = new Map();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group === undefined) groups.set(key(value), [value]);
    else group.push(value);
  }
  return groups;
};

const phase = async (name, duration) => {
  const answers = [];
  const health = [];
  const memory = [];
  const asked = [];
  const began = performance.now();
  let ticks = 0;
  while (performance.now() - began < duration * 1000) {
    for (; asked.length < ((performance.now() - began) / 1000) * rate; ) {
      asked.push(
        call(agents.load, 'POST', '/api/customers', fields).then((answer) => answers.push(answer)),
      );
    }
    if (ticks % 5 === 0) {
      void call(agents.health, 'GET', '/health').then((answer) => health.push(answer.ms));
      memory.push(megabytes());
    }
    ticks += 1;
    await sleep(20);
  }
  const kinds = groupBy(answers, kindOf);
  console.log(
    `\n${name}: ${duration} s, ${asked.length} requests, ${asked.length - answers.length} still running`,
  );
  for (const [kind, of] of kinds) {
    console.log(
      `  ${String(of.length).padStart(6)} ${kind}, ms p50 / p99 / most: ${ms(of.map((one) => one.ms))}`,
    );
  }
  console.log(`  /health, ms p50 / p99 / most: ${ms(health)}`);
  console.log(
    `  memory, MB first / most / last: ${[memory[0], Math.max(...memory), memory.at(-1)].map((mb) => mb.toFixed(0)).join(' / ')}`,
  );
  return { asked };
};

await phase('warm', 5);
await phase('healthy', 10);
hangs = true;
const { asked } = await phase('hanging', seconds);
hangs = false;
await phase('back, first seconds', 10);
await Promise.all(asked);
await phase('back', 10);
service.kill('SIGTERM');
await once(service, 'exit');
for (const agent of Object.values(agents)) agent.destroy();
stripe.closeAllConnections();
stripe.close();
