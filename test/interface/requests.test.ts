import { Agent, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { rawRequest } from '../support/http/raw-request.js';
import { at, textAt } from '../support/json/at.js';
import { explodingDependencies } from '../support/processors/exploding-dependencies.js';
import { onEveryBinding, onEveryProcessor, useService } from '../support/service/use-service.js';

const ana = { email: 'ana@example.com', name: 'Ana', phone: '1' };

// Spaces, compressed once for all bindings.
const fiveMegabytes = gzipSync(Buffer.alloc(5_000_000, ' '));
const fiftyMegabytes = gzipSync(Buffer.alloc(50_000_000, ' '));

const notJson = {
  status: 400,
  message: 'El cuerpo debe ser un objeto JSON válido',
  code: 'invalid_json',
};

const notJsonType = {
  status: 415,
  message: 'El cuerpo debe enviarse como application/json en UTF-8',
  code: 'unsupported_media_type',
};

const tooLarge = {
  status: 413,
  message: 'El cuerpo supera el máximo de 100 kB',
  code: 'body_too_large',
};

const missing = {
  status: 400,
  message: 'email, name y phone son requeridos',
  code: 'missing_fields',
  fields: ['email', 'name', 'phone'],
};

// Every path that reads a JSON body.
const withBody: ReadonlyArray<readonly [method: string, path: string]> = [
  ['POST', '/api/customers/create'],
  ['POST', '/api/customers'],
  ['PUT', '/api/customers/update'],
  ['PUT', '/api/customers/cus_1'],
  ['DELETE', '/api/customers/delete'],
  ['DELETE', '/api/customers/cus_1'],
  ['POST', '/api/cards'],
  ['POST', '/api/cards/create'],
  ['POST', '/api/cards/assign'],
  ['POST', '/api/cards/default'],
  ['DELETE', '/api/cards/delete'],
  ['POST', '/api/payments/create'],
  ['POST', '/api/payments'],
  ['POST', '/api/payments/confirm'],
  ['POST', '/api/payments/capture'],
  ['POST', '/api/payments/cancel'],
  ['POST', '/api/payments/refund'],
];

onEveryBinding('interface: bodies', {}, (service) => {
  const { call } = service;

  for (const [method, path] of withBody) {
    it(`E11: ${method} ${path} with malformed JSON, an array or a scalar is 400 invalid_json`, async () => {
      for (const raw of [
        '{',
        '{"a": }',
        "{'a': 1}",
        'hola',
        '[]',
        '[{}]',
        '7',
        '"texto"',
        'true',
        'null',
      ]) {
        expectFailure(await call(method, path, { raw }), notJson);
      }
    });

    it(`E6: ${method} ${path} with another content type is 415`, async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/xml',
        'nonsense',
      ]) {
        const answer = await call(method, path, { raw: '{}', headers: { 'content-type': type } });
        expectFailure(answer, notJsonType);
      }
    });

    it(`A4: ${method} ${path} with more than 100 kB is 413`, async () => {
      const raw = JSON.stringify({ name: 'x'.repeat(110_000) });
      expectFailure(await call(method, path, { raw }), tooLarge);
    });
  }

  it('A4: 100 kB (102 400 bytes) are accepted, and one byte more is refused', async () => {
    const raw = JSON.stringify(ana);
    const taken = await call('POST', '/api/customers', { raw: raw.padEnd(102_400) });
    expectSuccess(taken, 201, 'Cliente creado correctamente');
    const refused = await call('POST', '/api/customers', { raw: raw.padEnd(102_401) });
    expectFailure(refused, tooLarge);
  });

  it('§4.1 E11: without a body, every field counts as missing', async () => {
    expectFailure(await call('POST', '/api/customers'), missing);
    expectFailure(await call('POST', '/api/customers', { raw: '' }), missing);
  });

  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/vnd.shop+json',
  ]) {
    it(`E6: ${type} is JSON, in UTF-8`, async () => {
      const raw = JSON.stringify({ ...ana, name: 'Ñandú €' });
      const answer = await call('POST', '/api/customers', {
        raw,
        headers: { 'content-type': type },
      });
      expect(expectSuccess(answer, 201, 'Cliente creado correctamente')).to.include({
        name: 'Ñandú €',
      });
    });
  }

  for (const charset of ['latin1', 'iso-8859-1', 'utf-16', 'windows-1252', 'nonsense']) {
    it(`E6: charset ${charset} is 415`, async () => {
      const headers = { 'content-type': `application/json; charset=${charset}` };
      const answer = await call('POST', '/api/customers', { raw: JSON.stringify(ana), headers });
      expectFailure(answer, notJsonType);
    });
  }

  it('E6: a body without content type is 415', async () => {
    const answer = await rawRequest(
      service.address,
      'POST /api/customers HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}',
    );
    expect([answer.status, at(JSON.parse(answer.body), 'code')]).to.deep.equal([
      415,
      'unsupported_media_type',
    ]);
  });

  it('§4.1: unknown fields are dropped', async () => {
    const body = { ...ana, id: 'cus_mine', metadata: { a: 'b' }, constructor: 1, toString: 'x' };
    const data = expectSuccess(
      await call('POST', '/api/customers', { body }),
      201,
      'Cliente creado correctamente',
    );
    expect(data).to.deep.equal({ id: textAt(data, 'id'), ...ana });
    expect(at(data, 'id')).not.to.equal('cus_mine');
  });

  it('E11: a body with a __proto__ key is 400', async () => {
    for (const raw of [
      `{"__proto__": ${JSON.stringify(ana)}}`,
      `{"__proto__": {}, ${JSON.stringify(ana).slice(1)}`,
      `{"name": {"__proto__": {}}}`,
    ]) {
      expectFailure(await call('POST', '/api/customers', { raw }), notJson);
    }
  });

  const post = (
    agent: Agent,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
  ): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(
        `${service.address}/api/customers`,
        { method: 'POST', agent, headers: { 'content-type': 'application/json', ...headers } },
        (answer) => {
          answer.resume();
          answer.on('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });

  it('E6: a compressed body is read, and the limit applies to its decompressed size', async () => {
    const agent = new Agent();
    const headers = { 'content-encoding': 'gzip' };
    expect(await post(agent, headers, gzipSync(JSON.stringify(ana)))).to.equal(201);
    expect(await post(agent, headers, fiveMegabytes)).to.equal(413);
    expect(await post(agent, headers, Buffer.from('{}'))).to.equal(400);
  });

  it('A4: after a refused body, the next request on the same connection gets a response', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const chunked = { 'transfer-encoding': 'chunked' };
    const statuses = [
      await post(agent, chunked, Buffer.alloc(300_000, 32)),
      await post(agent, {}, Buffer.from(JSON.stringify(ana))),
      await post(agent, { 'content-encoding': 'gzip' }, fiftyMegabytes),
      await post(agent, {}, Buffer.from(JSON.stringify(ana))),
      await post(agent, { ...chunked, 'content-type': 'text/plain' }, Buffer.alloc(300_000, 32)),
      await post(agent, {}, Buffer.from(JSON.stringify(ana))),
    ];
    agent.destroy();
    expect(statuses).to.deep.equal([413, 201, 413, 201, 415, 201]);
  });
});

describe('interface: invalid ids', () => {
  // A call of the processor or of the event store would be a 500.
  const { call } = useService({
    processor: explodingDependencies,
    eventStore: { ...explodingDependencies.eventStore, onDue: () => () => undefined },
  });

  for (const id of [
    '..%2F..%2Fv1%2Fcharges',
    'cus_1%2Fsources',
    'cus_1%3Fexpand',
    'cus%5F1%00',
    'cus_1%0D%0AX-Header:%201',
    'cus.1',
    'cus_ñ',
    '%F0%9F%92%B3',
    '%',
    '%zz',
    '%E0%A4%A',
    '%C3%28',
    'a'.repeat(200).concat('!'),
  ]) {
    it(`E13: GET /api/customers/${id.slice(0, 30)} never reaches the processor`, async () => {
      expectFailure(await call('GET', `/api/customers/${id}`), {
        status: 404,
        message: 'Cliente no encontrado',
        code: 'resource_missing',
      });
    });
  }

  for (const [method, path, body, message] of [
    ['PUT', '/api/customers/update', { userId: '../x' }, 'Cliente no encontrado'],
    ['DELETE', '/api/customers/delete', { userId: 'cus 1' }, 'Cliente no encontrado'],
    ['POST', '/api/cards/assign', { userId: 'cus_1', source: 'tok/1' }, 'Token no encontrado'],
    [
      'POST',
      '/api/cards/default',
      { userId: 'cus_1', default_source: 'card?1' },
      'Tarjeta no encontrada',
    ],
    ['DELETE', '/api/cards/delete', { userId: 'cus_1', cardId: 'ñ' }, 'Tarjeta no encontrada'],
    [
      'POST',
      '/api/payments',
      { amount: 1, customer_id: 'cus_1', payment_method: 'pm 1' },
      'Método de pago no encontrado',
    ],
    ['POST', '/api/payments/confirm', { paymentId: 'pi#1' }, 'Pago no encontrado'],
    ['POST', '/api/payments/capture', { paymentId: 'pi&1' }, 'Pago no encontrado'],
    ['POST', '/api/payments/cancel', { paymentId: 'pi&1' }, 'Pago no encontrado'],
    ['POST', '/api/payments/refund', { chargeId: 'ch;1' }, 'Cargo no encontrado'],
  ] as const) {
    it(`E13: ${method} ${path} with ${JSON.stringify(body)} never reaches the processor`, async () => {
      expectFailure(await call(method, path, { body }), {
        status: 404,
        message,
        code: 'resource_missing',
      });
    });
  }

  for (const [method, path] of [
    ['GET', '/api/payments/pi%201'],
    ['GET', '/api/payments/pi%2F1/refunds'],
    ['GET', '/api/payments?userId=cus%2F1'],
    ['GET', '/api/cards/cus%2F1'],
    ['GET', '/api/events/evt%2F1'],
  ] as const) {
    it(`E13: ${method} ${path} never reaches the processor`, async () => {
      const answer = await call(method, path);
      expect([answer.status, at(answer.body, 'code')]).to.deep.equal([404, 'resource_missing']);
    });
  }
});

onEveryProcessor('interface: routes', {}, (service) => {
  const { call } = service;

  for (const [method, path, shown] of [
    ['GET', '/nada', '/nada'],
    ['POST', '/nada', '/nada'],
    ['GET', '/nada?x=1&y=2', '/nada'],
    ['GET', '/api', '/api'],
    ['GET', '/api/', '/api/'],
    ['GET', '/api/nada', '/api/nada'],
    ['GET', '/api/nada?userId=cus_1', '/api/nada'],
    ['GET', '/api/customers/cus_1/cards', '/api/customers/cus_1/cards'],
    ['GET', '/api//customers', '/api//customers'],
    ['GET', '/customers', '/customers'],
    ['GET', '/%C3%B1and%C3%BA', '/%C3%B1and%C3%BA'],
    ['GET', '/%E0%A4%A', '/%E0%A4%A'],
    ['GET', '/api/%zz', '/api/%zz'],
  ] as const) {
    it(`§7 E10: ${method} ${path} is 404`, async () => {
      expectFailure(await call(method, path), {
        status: 404,
        message: `Route not found: ${shown}`,
        code: null,
      });
    });
  }

  for (const [method, path, allow] of [
    ['PATCH', '/api/customers/cus_1', 'DELETE, GET, HEAD, PUT'],
    ['OPTIONS', '/api/customers', 'GET, HEAD, POST'],
    ['PUT', '/api/payments', 'GET, HEAD, POST'],
    ['PUT', '/api/PAYMENTS/?x=1', 'GET, HEAD, POST'],
    ['DELETE', '/api/payments/pi_1', 'GET, HEAD, PUT'],
    ['PATCH', '/api/payments/create', 'GET, HEAD, POST, PUT'],
    ['GET', '/api/cards', 'POST'],
    ['HEAD', '/api/cards', 'POST'],
    ['GET', '/api/webhooks', 'POST'],
    ['POST', '/api/events', 'DELETE, GET, HEAD'],
    ['POST', '/health', 'GET, HEAD'],
  ] as const) {
    it(`§7 E19: ${method} ${path} is 405 with the methods of the path`, async () => {
      const answer = await call(method, path);
      expect(answer.headers.get('allow')).to.equal(allow);
      const { headers } = answer;
      expect([answer.status, headers.get('cache-control')]).to.deep.equal([405, 'no-store']);
      if (method === 'HEAD') return;
      expectFailure(answer, {
        status: 405,
        message: `Método no permitido: esta ruta admite ${allow.replaceAll(/, (?!.*,)/g, ' y ')}`,
        code: 'method_not_allowed',
      });
    });
  }

  for (const [path, status] of [
    ['/api/customers', 200],
    ['/api/customers/cus_nobody', 404],
    ['/api/nada', 404],
    ['/health', 200],
  ] as const) {
    it(`§7: HEAD ${path} is ${status}, without a body`, async () => {
      const answer = await call('HEAD', path);
      expect([answer.status, answer.text]).to.deep.equal([status, '']);
    });
  }

  it('decisions, operations: /health and /ready, outside the envelope', async () => {
    const health = await call('GET', '/health');
    expect([health.status, health.body]).to.deep.equal([200, { status: 'ok' }]);
    const ready = await call('GET', '/ready');
    expect([ready.status, ready.body]).to.deep.equal([200, { status: 'ready' }]);
  });

  it('§1 decisions, reference: /doc is a page, /doc/openapi.json its document', async () => {
    const page = await call('GET', '/doc');
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    const document = await call('GET', '/doc/openapi.json');
    expect(document.status).to.equal(200);
    expect(at(document.body, 'openapi')).to.match(/^3\.1\./);
  });

  for (const [what, bytes, status] of [
    ['not HTTP', 'HOLA\r\n\r\n', 400],
    ['HTTP/1.1 without a Host', 'GET /api/customers HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a space in the path', 'GET /api/cust omers HTTP/1.1\r\nHost: x\r\n\r\n', 400],
    [
      'headers of 20 kB',
      `GET /api/customers HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
    ],
    [
      'a body shorter than its Content-Length',
      'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"email":',
      400,
    ],
    [
      'a chunk that ends too early',
      'POST /api/customers HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"e',
      400,
    ],
  ] as const) {
    it(`§1 §7: ${what} is ${status} in the envelope`, async () => {
      const answer = await rawRequest(service.address, bytes, { hangUp: true });
      expect(answer.status, answer.head).to.equal(status);
      expect(answer.head).to.include('Content-Type: application/json; charset=utf-8');
      const body: unknown = JSON.parse(answer.body);
      expect(body).to.deep.equal({
        status: false,
        message: 'La petición HTTP no es válida',
        code: 'invalid_http',
        stack: at(body, 'stack'),
      });
      expect((await call('GET', '/health')).status).to.equal(200);
    });
  }

  it('§1: an unknown Expect header is ignored', async () => {
    const answer = await rawRequest(
      service.address,
      'GET /api/customers HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\nConnection: close\r\n\r\n',
    );
    expect(answer.status).to.equal(200);
  });
});
