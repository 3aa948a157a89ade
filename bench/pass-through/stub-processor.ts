import { createServer } from 'node:http';
import { startFakeServer } from '../../src/fake-server.js';

// A processor that answers canned bytes, in a process of its own: both sides of the comparison call it. The bytes are those of
// the local server. Prints its address.
// npx tsc -p bench && node build/bench/pass-through/stub-processor.js

const key = ['sk', 'test', 'bench'].join('_');

const recorded = async () => {
  const fake = await startFakeServer({ port: 0 });
  const ask = async (path: string, form?: string): Promise<string> => {
    const response = await fetch(`${fake.url}${path}`, {
      method: form === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'stripe-version': '2026-08-26.dahlia' },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.text();
  };
  const customer = await ask(
    '/v1/customers',
    'name=Ana&email=ana@example.com&phone=600000000&metadata[order]=1',
  );
  const { id } = JSON.parse(customer);
  const pay = `customer=${id}&amount=1999&currency=eur&payment_method=pm_card_visa&confirm=true&payment_method_types[0]=card&metadata[order]=1&expand[0]=latest_charge`;
  for (let count = 1; count < 10; count += 1) await ask('/v1/payment_intents', pay);
  const payment = await ask('/v1/payment_intents', pay);
  const page = await ask(
    `/v1/payment_intents?customer=${id}&limit=10&expand[0]=data.latest_charge`,
  );
  await fake.close();
  return { customer, payment, page };
};

const { customer, payment, page } = await recorded();

const server = createServer((request, response) => {
  request.resume();
  request.once('end', () => {
    const { method, url = '' } = request;
    const intents = url.startsWith('/v1/payment_intents');
    const body = intents ? (method === 'GET' ? page : payment) : customer;
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'request-id': 'req_bench',
      'stripe-version': '2026-08-26.dahlia',
    });
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) {
    console.info(`http://127.0.0.1:${address.port}`);
  }
});
