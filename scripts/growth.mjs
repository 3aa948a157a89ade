// Sends inputs of doubling size to the service and to the local server, each in this process, and compares the CPU time that they cost:
// what costs more than a few milliseconds must not grow faster than its input. A word as argument chooses the inputs with it in their name.
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { startFakeServer } from '../build/src/fake-server.js';
import { createPayments } from '../build/src/index.js';
import { createMemoryProcessor } from '../build/src/memory.js';
import { createPaymentsListener } from '../build/src/node.js';

const repeat = (count, part) => Array.from({ length: count }, (_, at) => part(at)).join('');
const nested = (count, open, close) => open.repeat(count) + close.repeat(count);

const intent = '/v1/payment_intents';
const payment = 'amount=900&currency=eur&payment_method=pm_card_visa';

// Of `count` parts, as large as a request may be.
const forms = {
  'a list in empty brackets': (n) => repeat(n, () => 'expand[]=a&'),
  'a list in empty brackets, escaped': (n) => repeat(n, () => 'expand%5B%5D=customer&'),
  'a list with names too': (n) => `expand[x]=a&${repeat(n, () => 'expand[]=a&')}`,
  'a list with positions': (n) => repeat(n, (at) => `expand[${at}]=customer&`),
  'many lists': (n) => repeat(n, (at) => `list${at}[]=a&`),
  'the same name': (n) => repeat(n, () => 'amount=1&'),
  'text and hash': (n) => repeat(n, (at) => `a=1&a[${at}]=1&`),
  'other names': (n) => repeat(n, (at) => `name${at}=1&`),
  'escaped names': (n) => repeat(n, (at) => `%6eame${at}=1&`),
  'names of the prototype': (n) => repeat(n, () => '__proto__[a]=1&'),
  metadata: (n) => repeat(n, (at) => `metadata[key${at}]=1&`),
  'brackets in a name': (n) => `a${'[a]'.repeat(n)}=1`,
  'open brackets in a name': (n) => `${'a['.repeat(n)}=1`,
  'percent signs': (n) => `description=${'%41'.repeat(n)}`,
  digits: (n) => `amount=${'9'.repeat(n)}`,
  'digits and spaces': (n) => `amount=${'9 '.repeat(n)}`,
  secrets: (n) => `amount=${'sk_'.repeat(n)}`,
  'empty parts': (n) => '&'.repeat(n),
  'nothing but signs': (n) => '='.repeat(n),
  'event types': (n) =>
    `url=https://a.example&${repeat(n, () => 'enabled_events[]=charge.failed&')}`,
};

const queries = {
  'clauses of a search': (n) => repeat(n, () => 'email:"a" '),
  'a long quotation': (n) => `email:"${'\\"'.repeat(n)}`,
  'white space': (n) => `email:"a"${' '.repeat(n)}AND`,
  'dots in a field': (n) => `${'a.'.repeat(n)}:1`,
};

const bodies = {
  'unknown fields': (n) => `{${repeat(n, (at) => `"amuont${at}":1,`)}"a":1}`,
  'a long name of many words': (n) => `{"${'a_'.repeat(n)}":1}`,
  'a long name of upper case': (n) => `{"${'aB'.repeat(n)}":1}`,
  'repeated keys': (n) => `{${repeat(n, () => '"amount":1,')}"a":1}`,
  'nested arrays': (n) => `{"metadata":${nested(n, '[', ']')}}`,
  'nested objects': (n) => `{"metadata":${'{"a":'.repeat(n)}1${'}'.repeat(n)}}`,
  'nested and escaped': (n) => `{"\\u0061":${nested(n, '[', ']')}}`,
  metadata: (n) => `{"metadata":{${repeat(n, (at) => `"k${at}":"v",`)}"a":"b"}}`,
  'a long number': (n) => `{"amount":${'9'.repeat(n)}}`,
  'zeros in a number': (n) => `{"amount":0.${'0'.repeat(n)}1}`,
  'a decimal text': (n) => `{"amount":"${'0'.repeat(n)}"}`,
  'digits in a text': (n) =>
    `{"amount":1,"customer_id":"${'9 '.repeat(n)}","payment_method":"pm_1"}`,
  'white space in a URL': (n) => `{"paymentId":"pi_1","return_url":"https://a/${' '.repeat(n)}"}`,
  'signs in a URL': (n) => `{"paymentId":"pi_1","return_url":"https://${'/?#'.repeat(n)}"}`,
  'an email address': (n) => `{"email":"${'a@'.repeat(n)}","name":"a","phone":"1"}`,
};

const controls = {
  'nested failure': (n) => `{"on":"create","with":{"decline":${nested(n, '[', ']')}}}`,
  'long failure': (n) => `{"on":"create","with":{"decline":"${'a'.repeat(n)}"}}`,
};

// In the object of an event.
const objects = {
  'nested arrays': (n) => `[${repeat(n, () => `${nested(90, '[', ']')},`)}1]`,
  'empty arrays': (n) => `[${repeat(n, () => '[],')}1]`,
  'nested objects': (n) => `[${repeat(n, () => `${'{"a":'.repeat(90)}1${'}'.repeat(90)},`)}1]`,
  'different names': (n) => `{${repeat(n, (at) => `"k${at}":1,`)}"a":1}`,
  numbers: (n) => `[${repeat(n, () => '1,')}1]`,
  'digits in a description': (n) => `{"description":"${'4 '.repeat(n)}"}`,
};

const listen = (listener) =>
  new Promise((resolve) => {
    const server = createServer(listener).listen(0, '127.0.0.1', () => resolve(server));
  });

const webhookSecret = 'growth';
const fake = await startFakeServer({ seed: 'growth' });
const service = await listen(
  createPaymentsListener(
    createPayments({ processor: createMemoryProcessor(), webhookSecrets: [webhookSecret] }),
  ),
);
const serviceUrl = `http://127.0.0.1:${service.address().port}`;

const post = (url, type, body, headers) => () =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type, ...headers } });
const webhook = (inner) => {
  const id = `evt_${crypto.randomUUID()}`;
  const body = `{"id":"${id}","object":"event","type":"a","created":1,"livemode":false,"data":{"object":{"id":"a","inner":${inner}}}}`;
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', webhookSecret).update(`${time}.${body}`).digest('hex');
  return post(`${serviceUrl}/api/webhooks`, json, body, {
    'processor-signature': `t=${time},v1=${signature}`,
  });
};
const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const key = { authorization: `Bearer ${fake.apiKey}` };

const formTo = (path, prefix) => (text) =>
  post(`${fake.url}${path}`, form, `${prefix}${text}`, key);
const cases = [
  ...Object.entries(forms).flatMap(([name, make]) => [
    [`form: ${name}`, make, formTo(intent, `${payment}&`), 1_000_000],
    [`form of a customer: ${name}`, make, formTo('/v1/customers', ''), 1_000_000],
    [
      `form with a key: ${name}`,
      make,
      (text) =>
        post(`${fake.url}/v1/webhook_endpoints`, form, text, { ...key, 'idempotency-key': 'a' }),
      1_000_000,
    ],
  ]),
  ...Object.entries(forms).map(([name, make]) => [
    `query: ${name}`,
    make,
    (text) => () => fetch(`${fake.url}${intent}?${text}`, { headers: key }),
    15_000,
  ]),
  ...Object.entries(queries).map(([name, make]) => [
    `search: ${name}`,
    make,
    (text) => () =>
      fetch(`${fake.url}/v1/customers/search?query=${encodeURIComponent(text)}`, { headers: key }),
    5_000,
  ]),
  ...Object.entries(bodies).flatMap(([name, make]) =>
    ['/api/payments', '/api/payments/confirm', '/api/customers'].map((path) => [
      `JSON to ${path}: ${name}`,
      make,
      (text) =>
        post(`${serviceUrl}${path}`, json, text, { 'idempotency-key': crypto.randomUUID() }),
      100_000,
    ]),
  ),
  ...Object.entries(objects).map(([name, make]) => [
    `webhook: ${name}`,
    make,
    // Each try has an event of its own.
    (inner) => () => webhook(inner)(),
    990_000,
  ]),
  ...Object.entries(controls).map(([name, make]) => [
    `control: ${name}`,
    make,
    (text) => post(`${fake.url}/_processor/fail-next`, json, text, key),
    100_000,
  ]),
];

const cpuOf = async (ask) => {
  let best = Infinity;
  let status = 0;
  for (let turn = 0; turn < 3; turn += 1) {
    const before = process.cpuUsage();
    const answer = await ask();
    await answer.arrayBuffer();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
    status = answer.status;
    // One slow answer says enough.
    if (best > 2000) break;
  }
  return { ms: best, status };
};

const doublings = 3;
// Below it, the cost of the connection hides that of the input.
const worthComparing = 20;
const mostGrowth = 3;

let failures = 0;
const chosen = cases.filter(([name]) => String(name).includes(process.argv[2] ?? ''));
for (const [name, make, prepare, largest] of chosen) {
  const partSize = (make(64).length - make(32).length) / 32;
  const most = Math.floor((largest * 0.99) / partSize);
  const results = [];
  for (let step = doublings; step >= 0; step -= 1) {
    results.push(await cpuOf(prepare(make(Math.floor(most / 2 ** step)))));
  }
  const grows = results.some(
    ({ ms }, at) =>
      at > 0 && ms > worthComparing && ms > mostGrowth * Math.max(results[at - 1].ms, 5),
  );
  const fails = results.some(({ status }) => status >= 500);
  if (grows || fails) failures += 1;
  const shown = results.map(({ ms, status }) => `${ms.toFixed(0)} ms (${status})`).join(', ');
  if (grows || fails || results.at(-1).ms > 50 || process.env.ALL) {
    console.log(`${grows || fails ? 'BAD ' : '    '}${String(name)}: ${shown}`);
  }
}
console.log(
  `${chosen.length} inputs, doubled ${doublings} times: ${failures} grow too fast or are not refused`,
);
process.exitCode = failures === 0 ? 0 : 1;
service.close();
service.closeAllConnections();
await fake.close();
