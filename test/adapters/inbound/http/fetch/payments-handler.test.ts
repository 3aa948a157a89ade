import { expect } from 'chai';
import { build } from 'esbuild';
import {
  createFetchHandler,
  createTimedFetchHandler,
  type PaymentsHandler,
} from '../../../../../src/adapters/inbound/http/fetch/payments-handler.js';
import type { PaymentsRouterOptions } from '../../../../../src/adapters/inbound/http/payments-interface.js';
import { createPayments } from '../../../../../src/index.js';
import { createMemoryProcessor } from '../../../../../src/memory.js';
import { callOf } from '../../../../support/http/call.js';
import { expectFailure, expectSuccess } from '../../../../support/http/expect-answer.js';
import { signatureOf } from '../../../../support/http/signature-of.js';
import { withUseCases } from '../../../../support/http/with-use-cases.js';
import { at } from '../../../../support/json/at.js';

const secret = `${'whsec'}_${'handler0123456789'}`;
const processor = createMemoryProcessor({ seed: 'handler' });
const payments = createPayments({ processor, webhookSecrets: [secret] });
const handlerWith = (options: PaymentsRouterOptions = {}): PaymentsHandler =>
  createFetchHandler(payments, options);
const callWith = (options: PaymentsRouterOptions = {}) =>
  callOf('http://shop.example', handlerWith(options));

const person = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const json = { 'content-type': 'application/json' };

const event = JSON.stringify({
  id: 'evt_handler',
  object: 'event',
  type: 'charge.succeeded',
  created: 1,
  livemode: false,
  data: { object: {} },
});

const delivery = (): Request =>
  new Request('http://shop.example/api/webhooks', {
    method: 'POST',
    headers: {
      ...json,
      'processor-signature': signatureOf(event, secret, Math.floor(Date.now() / 1000)),
    },
    body: event,
  });

const streamed = (body: ReadableStream, init: RequestInit = {}): Request =>
  new Request('http://shop.example/api/customers', {
    method: 'POST',
    headers: json,
    body,
    duplex: 'half',
    ...init,
  });

const piece = (text: string): Uint8Array => new TextEncoder().encode(text);

const codeOf = async (response: Response) => [
  response.status,
  at(JSON.parse(await response.text()), 'code'),
];

describe('createFetchHandler', () => {
  it('answers under its prefix, and everything else with 404 in the envelope', async () => {
    const call = callWith({ prefix: 'shop', verbose: true });
    expectSuccess(await call('GET', '/shop/api/customers'), 200, 'Clientes listados correctamente');
    for (const path of ['/shop/api/nothing', '/api/customers', '/']) {
      const failure = { status: 404, message: `Route not found: ${path}`, code: null };
      expectFailure(await call('GET', path), failure);
    }
  });

  it('answers a caller that has the OpenAPI document without it', async () => {
    const document = await callWith()('GET', '/doc/openapi.json');
    const etag = document.headers.get('etag') ?? '';
    const again = await callWith()('GET', '/doc/openapi.json', {
      headers: { 'if-none-match': etag },
    });
    expect([document.status, again.status, again.text]).to.deep.equal([200, 304, '']);
  });

  it('answers HEAD without a body', async () => {
    const answer = await callWith()('HEAD', '/api/customers');
    expect([answer.status, answer.text]).to.deep.equal([200, '']);
  });

  it('verifies webhooks over the body as it was sent', async () => {
    expect((await handlerWith()(delivery())).status).to.equal(200);
  });

  it('says that the body of a webhook was read before, or is being read', async () => {
    const used = delivery();
    await used.text();
    const locked = delivery();
    locked.body?.getReader();
    for (const request of [used, locked]) {
      const answer = await handlerWith({ verbose: true })(request);
      expect(answer.status).to.equal(500);
      expect(at(await answer.json(), 'stack')).to.match(/^BodyAlreadyRead: .*request\.clone\(\)/);
    }
  });

  it('reads a body that comes in pieces', async () => {
    const [first, second] = [
      piece('{"email":"ada@example.com",'),
      piece('"name":"Ada","phone":"+34600000000"}'),
    ];
    const answer = await handlerWith()(streamed(ReadableStream.from([first, second])));
    expect(answer.status).to.equal(201);
  });

  it('reads no more than the limit of a body that does not end', async () => {
    let cancelled = false;
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(16_384).fill(32)),
      cancel: () => {
        cancelled = true;
      },
    });
    expect(await codeOf(await handlerWith()(streamed(endless)))).to.deep.equal([
      413,
      'body_too_large',
    ]);
    expect(cancelled).to.equal(true);
  });

  it('answers 413 to a caller that sends one byte per chunk, or nothing in each, for ever', async () => {
    for (const bytes of [1, 0]) {
      let pulled = 0;
      let ended = false;
      const endless = new ReadableStream({
        pull: (controller) => {
          pulled += 1;
          controller.enqueue(new Uint8Array(bytes));
        },
        cancel: () => {
          ended = true;
        },
      });
      expect(await codeOf(await handlerWith()(streamed(endless)))).to.deep.equal([
        413,
        'body_too_large',
      ]);
      expect(pulled).to.be.within(10_000, 10_010);
      expect(ended).to.equal(true);
    }
  });

  it('answers 408 to a body that has not arrived within 25 seconds, also when it still comes', async () => {
    for (const goesOn of [true, false]) {
      const late = new AbortController();
      const asked: Array<number> = [];
      let ended = false;
      const slow = new ReadableStream({
        pull: async (controller) => {
          late.abort();
          if (goesOn) controller.enqueue(piece('{'));
          else await new Promise(() => {});
        },
        cancel: () => {
          ended = true;
        },
      });
      const handler = createTimedFetchHandler(payments, {}, (milliseconds) => {
        asked.push(milliseconds);
        return late.signal;
      });
      expect(await codeOf(await handler(streamed(slow)))).to.deep.equal([408, 'invalid_http']);
      expect([asked, ended]).to.deep.equal([[25_000], true]);
    }
  });

  it('refuses a body that says that it is too large before reading it', async () => {
    const request = streamed(new ReadableStream(), {
      headers: { ...json, 'content-length': '200000' },
    });
    expect(await codeOf(await handlerWith()(request))).to.deep.equal([413, 'body_too_large']);
    expect(request.bodyUsed).to.equal(false);
  });

  it('answers a body that breaks off, and one whose caller gives up, as incomplete', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new Error('the connection broke')),
    });
    expect(await codeOf(await handlerWith()(streamed(broken)))).to.deep.equal([
      400,
      'body_incomplete',
    ]);
    const caller = new AbortController();
    const silent = new ReadableStream({ pull: () => caller.abort() });
    const given = streamed(silent, { signal: caller.signal });
    expect(await codeOf(await handlerWith()(given))).to.deep.equal([400, 'body_incomplete']);
    const gone = streamed(new ReadableStream(), { signal: AbortSignal.abort() });
    expect(await codeOf(await handlerWith()(gone))).to.deep.equal([400, 'body_incomplete']);
  });

  it('begins no work for a caller that has given up', async () => {
    const eventsBefore = processor.controls.events().data.length;
    const signal = AbortSignal.abort();
    const create = streamed(ReadableStream.from([piece(JSON.stringify(person))]), { signal });
    const list = new Request('http://shop.example/api/customers', { signal });
    expect((await handlerWith()(create)).status).to.equal(400);
    expect((await handlerWith()(list)).status).to.equal(503);
    expect(processor.controls.events().data.length).to.equal(eventsBefore);
  });

  it('takes an empty body of announced length 0 as none', async () => {
    const request = new Request('http://shop.example/api/events/replay', {
      method: 'POST',
      headers: { 'content-length': '0' },
      body: new Uint8Array(),
    });
    expect((await handlerWith()(request)).status).to.equal(200);
  });

  it('refuses an idempotency key that came twice, and takes one with a comma', async () => {
    const send = (key: string) =>
      callWith()('POST', '/api/customers', { body: person, headers: { 'idempotency-key': key } });
    expect((await send('order 42, order 42')).status).to.equal(400);
    expect((await send('order 42, second try')).status).to.equal(201);
  });

  it('answers a defect in the envelope, and logs it', async () => {
    const lines: Array<string> = [];
    const note = (message: string): void => void lines.push(message);
    const broken = createFetchHandler(
      withUseCases(payments, {
        getCustomer: () => () => {
          throw new Error('defect');
        },
      }),
      { verbose: true, logger: { info: note, warn: note, error: note } },
    );
    expectFailure(await callOf('http://shop.example', broken)('GET', '/api/customers/cus_1'), {
      status: 500,
      message: 'Error interno del servidor',
      code: null,
      outcome: 'not_done',
    });
    expect(lines).to.deep.equal(['request failed']);
  });

  it('throws a TypeError for wrong options', () => {
    expect(() => handlerWith({ apiKeys: ['a b'] })).to.throw(TypeError, 'entry 1');
    // @ts-expect-error Not what createPayments() returns.
    expect(() => createFetchHandler(processor)).to.throw(
      TypeError,
      'createFetchHandler: the first argument must be what createPayments() returns',
    );
  });

  it('needs only these modules of Node, which workers have with nodejs_compat', async () => {
    const { metafile } = await build({
      entryPoints: ['src/fetch.ts', 'src/index.ts', 'src/memory.ts'],
      bundle: true,
      splitting: true,
      platform: 'neutral',
      format: 'esm',
      mainFields: ['module', 'main'],
      external: ['node:*'],
      outdir: 'nowhere',
      write: false,
      metafile: true,
    });
    const imported = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
      imports.flatMap(({ path, kind, external = false }) =>
        external && kind !== 'dynamic-import' && !file.endsWith('/package-version.ts')
          ? [path]
          : [],
      ),
    );
    expect([...new Set(imported)].toSorted()).to.deep.equal([
      'node:crypto',
      'node:timers/promises',
      'node:util',
      'node:zlib',
    ]);
  });
});
