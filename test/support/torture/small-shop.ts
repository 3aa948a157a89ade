import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import * as t from 'io-ts';

// The program of a small shop, on no SDK. Its orders are in a file. Webhooks tell it what it does not know.
// The careless one charges whenever it is asked, without a key. The trusting one believes every webhook.
const [, , file = '', processor = '', apiKey = '', secret = '', port = '', fault = ''] =
  process.argv;
const careless = fault === 'careless';

const isSigned = (body: string, header = ''): boolean => {
  const { t: time = '', v1 = '' } = Object.fromEntries(
    header.split(',').map((part) => part.split('=')),
  );
  return v1 === createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
};

const Order = t.type({ id: t.string, amount: t.number, state: t.string });
const Payment = t.type({ id: t.string, amount: t.number, card: t.string, key: t.string });
const Metadata = t.partial({ order: t.string });
const Event = t.type({
  type: t.string,
  data: t.type({ object: t.partial({ metadata: Metadata }) }),
});

const decode = <A>(codec: t.Type<A>, json: string): A => {
  const value: unknown = JSON.parse(json);
  if (!codec.is(value)) throw new Error(`not a ${codec.name}: ${json}`);
  return value;
};

const read = () =>
  existsSync(file) ? decode(t.record(t.string, Order), readFileSync(file, 'utf8')) : {};
// At once, as the shop may be killed at any moment.
const write = (order: t.TypeOf<typeof Order>): void => {
  writeFileSync(`${file}.next`, JSON.stringify({ ...read(), [order.id]: order }));
  renameSync(`${file}.next`, file);
};

const pay = async ({ id, amount, card, key }: t.TypeOf<typeof Payment>) => {
  const order = { id, amount, state: 'open' };
  if (!careless && read()[id]?.state === 'paid') return { outcome: 'paid' };
  write(order);
  const response = await fetch(`${processor}/v1/payment_intents`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(!careless && { 'idempotency-key': key }),
    },
    body: new URLSearchParams({
      amount: String(amount),
      currency: 'eur',
      confirm: 'true',
      payment_method: card,
      'allowed_payment_method_types[]': 'card',
      'metadata[order]': id,
    }),
  });
  if (!response.ok) return { outcome: 'failed' };
  write({ ...order, state: 'paid' });
  return { outcome: 'paid' };
};

const answer = async ({ url, headers }: IncomingMessage, body: string): Promise<unknown> => {
  if (url === '/pay') return pay(decode(Payment, body));
  if (url !== '/webhooks') return Object.values(read());
  if (fault !== 'trusting' && !isSigned(body, String(headers['stripe-signature']))) {
    throw new Error('a wrong signature');
  }
  const { type, data } = decode(Event, body);
  const order = read()[data.object.metadata?.order ?? ''];
  if (type === 'payment_intent.succeeded' && order) write({ ...order, state: 'paid' });
  return {};
};

createServer((request, response) => {
  text(request)
    .then((body) => answer(request, body))
    .then(
      (value) => response.end(JSON.stringify(value)),
      () => response.writeHead(502).end(),
    );
}).listen(Number(port), '127.0.0.1');
