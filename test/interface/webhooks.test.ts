import { createHash } from 'node:crypto';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { Stripe } from 'stripe';
import type { Answer } from '../support/http/call.js';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at, listAt } from '../support/json/at.js';
import { onEveryBinding, useService } from '../support/service/use-service.js';

const now = 1_800_000_000;
const clock = () => now;
const secret = `${'whsec'}_${'old0123456789'}`;
const newSecret = `${'whsec'}_${'new9876543210'}`;
const stripe = new Stripe(`${'sk'}_${'test'}_none`);

const eventText = (id: string, type = 'payment_intent.succeeded'): string =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-08-26.dahlia',
    created: now,
    type,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    data: {
      object: { id: 'pi_ñandú€', object: 'payment_intent', client_secret: 'pi_1_secret_abc' },
    },
  });

const received = 'Webhook recibido correctamente';

const rejected = (detail: string) => ({
  status: 400,
  message: `Webhook signature verification failed: ${detail}`,
  code: 'webhook_signature_invalid',
});

const noMatch = rejected('no signature matches the body with a configured secret');
const tooOld = rejected('the timestamp is more than 300 seconds away from now');

const severalSecrets = { env: { WEBHOOK_SECRET: `${secret}, ${newSecret}` }, clock };

onEveryBinding('interface: webhooks', severalSecrets, (service) => {
  const send = (
    body: string,
    headers: Readonly<Record<string, string>>,
    path = '/api/webhooks/processor',
  ): Promise<Answer> => service.call('POST', path, { raw: body, headers });
  const sendSigned = (body: string, signedAt = now, by = secret): Promise<Answer> =>
    send(body, { 'processor-signature': signatureOf(body, by, signedAt) });

  for (const path of ['/api/webhooks/processor', '/api/webhooks', '/api/webhooks/stripe']) {
    for (const header of ['processor-signature', 'stripe-signature']) {
      it(`§4.13 §6 E3 W1 W4: POST ${path} with ${header} is 200`, async () => {
        const body = eventText(`evt_${path.length}_${header.length}`);
        const answer = await send(body, { [header]: signatureOf(body, secret, now) }, path);
        const data = expectSuccess(answer, 200, received);
        expect(data).to.deep.equal({ received: true, type: 'payment_intent.succeeded' });
      });
    }
  }

  it('W9: a thin event is 200, is stored unchanged, and is a duplicate when it arrives again', async () => {
    const thin = {
      id: 'evt_thin',
      object: 'v2.core.event',
      type: 'v1.billing.meter.error_report_triggered',
      created: '2026-09-18T19:56:56.947Z',
      livemode: false,
      context: null,
      reason: { type: 'request', request: { id: 'req_1', idempotency_key: 'key_1' } },
      related_object: {
        id: 'mtr_1',
        type: 'billing.meter',
        url: '/v1/billing/meters/mtr_1',
      },
    };
    const body = JSON.stringify(thin);
    expect(expectSuccess(await sendSigned(body), 200, received)).to.deep.equal({
      received: true,
      type: 'v1.billing.meter.error_report_triggered',
    });
    expect(at((await sendSigned(body)).body, 'data.duplicate')).to.equal(true);
    const { body: found } = await service.call('GET', '/api/events/evt_thin');
    expect(at(found, 'data.event')).to.deep.equal(thin);
    expect(at(found, 'data')).to.deep.include({
      object: 'stored_event',
      type: 'v1.billing.meter.error_report_triggered',
      object_id: 'mtr_1',
      api_version: null,
      account: null,
    });
    const list = await service.call('GET', '/api/events?object_id=mtr_1');
    expect(listAt(list.body, 'data.data').map((one) => at(one, 'id'))).to.deep.equal(['evt_thin']);
  });

  it('W9: an event shows its API version, its account and the secret that signed it', async () => {
    const withAccount = (id: string): string =>
      eventText(id).replace('"object":"event"', '"object":"event","account":"acct_1"');
    const secrets = [secret, newSecret];
    for (const [n, by] of secrets.entries()) await sendSigned(withAccount(`evt_by_${n}`), now, by);
    for (const [n, by] of secrets.entries()) {
      const { body } = await service.call('GET', `/api/events/evt_by_${n}`);
      expect(at(body, 'data')).to.deep.include({
        api_version: '2026-08-26.dahlia',
        account: 'acct_1',
        signed_with: createHash('sha256').update(by).digest('hex').slice(0, 8),
      });
    }
  });

  for (const differs of [
    { created: 1_800_000_000 },
    { created: '2026-09-18' },
    { created: '2026-13-18T19:56:56Z' },
    { livemode: undefined },
    { related_object: { id: 'mtr_1' } },
    { id: '' },
  ]) {
    it(`W9: a thin event with ${JSON.stringify(differs)} is 400`, async () => {
      const thin = {
        id: 'evt_not_thin',
        object: 'v2.core.event',
        type: 'v2.core.account.updated',
        created: '2026-09-18T19:56:56.947Z',
        livemode: false,
        ...differs,
      };
      expectFailure(await sendSigned(JSON.stringify(thin)), {
        status: 400,
        message: 'El cuerpo del webhook no es un evento del procesador',
        code: 'webhook_payload_invalid',
      });
    });
  }

  it('W4: the same event again is 200 and a duplicate', async () => {
    const body = eventText('evt_twice');
    await sendSigned(body);
    const again = await sendSigned(body, now - 10);
    expect(expectSuccess(again, 200, received)).to.deep.equal({
      received: true,
      type: 'payment_intent.succeeded',
      duplicate: true,
    });
    const found = await service.call('GET', '/api/events?limit=100');
    const copies = listAt(found.body, 'data.data').filter((one) => at(one, 'id') === 'evt_twice');
    expect(copies).to.have.lengthOf(1);
  });

  it('§6 W6: an event of an unknown type is stored, too', async () => {
    const answer = await sendSigned(eventText('evt_unknown', 'some.new.kind'));
    expect(expectSuccess(answer, 200, received)).to.deep.equal({
      received: true,
      type: 'some.new.kind',
    });
  });

  it('§5 W1: no signature is 400', async () => {
    expectFailure(await send(eventText('evt_none'), {}), {
      status: 400,
      message: 'Missing processor-signature header',
      code: 'webhook_signature_missing',
    });
  });

  it('W1: a blank signature counts as missing', async () => {
    expectFailure(await send(eventText('evt_none'), { 'processor-signature': '  ' }), {
      status: 400,
      message: 'Missing processor-signature header',
      code: 'webhook_signature_missing',
    });
  });

  it('W1: processor-signature takes precedence over stripe-signature', async () => {
    const body = eventText('evt_both');
    const headers = {
      'processor-signature': signatureOf(body, 'another secret', now),
      'stripe-signature': signatureOf(body, secret, now),
    };
    expectFailure(await send(body, headers), noMatch);
  });

  it('§7 W3: a wrong signature is 400', async () => {
    const body = eventText('evt_wrong');
    expectFailure(await sendSigned(body, now, 'another secret'), noMatch);
  });

  it('W2: one changed byte of the body is 400', async () => {
    const body = eventText('evt_changed');
    const headers = { 'processor-signature': signatureOf(body, secret, now) };
    expectFailure(await send(`${body} `, headers), noMatch);
  });

  for (const [what, header, detail] of [
    ['no timestamp', 'v1=00', 'the header has no timestamp (t=...)'],
    ['no v1', `t=${now}`, 'the header has no v1 signature'],
    ['only a v0', `t=${now},v0=00`, 'the header has no v1 signature'],
    ['a timestamp that is not a number', 't=hoy,v1=00', 'the header has no timestamp (t=...)'],
    ['nonsense', 'nonsense', 'the header has no timestamp (t=...)'],
  ] as const) {
    it(`W2 W3: a header with ${what} is 400`, async () => {
      const answer = await send(eventText('evt_header'), { 'processor-signature': header });
      expectFailure(answer, rejected(detail));
    });
  }

  for (const [what, seconds, taken] of [
    ['300 seconds old', -300, true],
    ['301 seconds old', -301, false],
    ['300 seconds early', 300, true],
    ['301 seconds early', 301, false],
  ] as const) {
    it(`W2: a signature ${what} is ${taken ? 'taken' : 'refused'}`, async () => {
      const answer = await sendSigned(eventText(`evt_at_${seconds}`), now + seconds);
      if (taken) expectSuccess(answer, 200, received);
      else expectFailure(answer, tooOld);
    });
  }

  it('W2: a signature by any of several configured secrets is accepted', async () => {
    expectSuccess(await sendSigned(eventText('evt_rotated'), now, newSecret), 200, received);
  });

  it('W2: any of several v1 signatures is accepted', async () => {
    const body = eventText('evt_several');
    const good = signatureOf(body, secret, now).split(',v1=')[1];
    const headers = { 'processor-signature': `t=${now},v1=${'0'.repeat(64)},v1=${good},v0=beef` };
    expectSuccess(await send(body, headers), 200, received);
  });

  it("W2: a signature by the official SDK is accepted, and the SDK accepts this test's signatures", async () => {
    const body = eventText('evt_sdk');
    const signature = stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: now,
    });
    expectSuccess(await send(body, { 'stripe-signature': signature }), 200, received);
    const ours = signatureOf(body, secret, now);
    const event = stripe.webhooks.constructEvent(body, ours, secret, 300, undefined, now);
    expect(event.id).to.equal('evt_sdk');
  });

  it('W2: the signature covers the raw body, whatever its content type', async () => {
    const body = eventText('evt_type').replace('{', '{  ');
    const headers = {
      'processor-signature': signatureOf(body, secret, now),
      'content-type': 'text/plain',
    };
    expectSuccess(await send(body, headers), 200, received);
  });

  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const deep = eventText('evt_deep').replace('"pi_ñandú€"', nested);
  const notEvents = [
    '',
    'hola',
    '[]',
    '7',
    'null',
    '{}',
    '{"id": "evt_x", "object": "event"}',
    deep,
  ];
  for (const body of notEvents) {
    it(`W3 E14: ${JSON.stringify(body).slice(0, 60)}, correctly signed, is 400 and not stored`, async () => {
      const kept = (): Promise<Answer> => service.call('GET', '/api/events?limit=100');
      const before = await kept();
      expectFailure(await sendSigned(body), {
        status: 400,
        message: 'El cuerpo del webhook no es un evento del procesador',
        code: 'webhook_payload_invalid',
      });
      expect((await kept()).text).to.equal(before.text);
    });
  }

  const thinText = (id: string): string =>
    JSON.stringify({
      id,
      object: 'v2.core.event',
      type: 'v2.core.account[requirements].updated',
      created: '2026-09-18T19:56:56.947Z',
      livemode: false,
    });
  const inside = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const manyArrays = `[${Array(4000)
    .fill('['.repeat(90) + ']'.repeat(90))
    .join()}]`;
  const manyNames = `{${Array.from({ length: 80_000 }, (_, n) => `"k${n}":1`).join()}}`;
  const unwanted: ReadonlyArray<readonly [what: string, body: string]> = [
    ...['', 'evt/1', 'evt 1', 'evt%2F1', 'evt.1', 'evt_ñ', '../evt_1', 'e'.repeat(256)].flatMap(
      (id) =>
        [
          [`the id ${id.slice(0, 9)}`, eventText(id)],
          [`the id ${id.slice(0, 9)} of a thin event`, thinText(id)],
        ] as const,
    ),
    ['a type without characters', eventText('evt_bad_type', '')],
    ['a type that is too long', eventText('evt_bad_type', 'x'.repeat(256))],
    ['a type with a line break', eventText('evt_bad_type', 'a\nb')],
    ['an object nested too deeply', eventText('evt_deep').replace('"pi_ñandú€"', inside(98))],
    ['4,000 arrays of depth 90', eventText('evt_arrays').replace('"pi_ñandú€"', manyArrays)],
    ['80,000 names', eventText('evt_names').replace('"pi_ñandú€"', manyNames)],
  ];
  for (const [what, body] of unwanted) {
    it(`an event with ${what} is 400 and not stored`, async () => {
      const kept = (): Promise<Answer> => service.call('GET', '/api/events?limit=100');
      const before = await kept();
      expectFailure(await sendSigned(body), {
        status: 400,
        message: 'El cuerpo del webhook no es un evento del procesador',
        code: 'webhook_payload_invalid',
      });
      expect((await kept()).text).to.equal(before.text);
    });
  }

  it('an event with a long id, a long type and a deep object can be read again', async () => {
    const id = `evt_test-${'x'.repeat(246)}`;
    const body = eventText(id, 'x'.repeat(255)).replace('"pi_ñandú€"', inside(97));
    expectSuccess(await sendSigned(body), 200, received);
    const { body: found } = await service.call('GET', `/api/events/${id}`);
    expect(at(found, 'data.id')).to.equal(id);
    expectSuccess(await sendSigned(thinText('evt_bracketed')), 200, received);
    const type = encodeURIComponent('v2.core.account[requirements].updated');
    const { body: listed } = await service.call('GET', `/api/events?type=${type}`);
    expect(at(listed, 'data.data.0.id')).to.equal('evt_bracketed');
  });

  it('A4: a body of 1 MB is accepted, and a larger one is 413', async () => {
    const fill = (id: string, size: number): string => {
      const body = eventText(id);
      return body + ' '.repeat(size - Buffer.byteLength(body));
    };
    expectSuccess(await sendSigned(fill('evt_large', 1_000_000)), 200, received);
    expectFailure(await sendSigned(fill('evt_larger', 1_000_001)), {
      status: 413,
      message: 'El cuerpo supera el máximo de 1 MB',
      code: 'body_too_large',
    });
  });

  it('§4.13 decisions, stored events, P8: GET /api/events/:id returns the event without client_secret', async () => {
    await sendSigned(eventText('evt_stored'));
    const answer = await service.call('GET', '/api/events/evt_stored');
    const data = expectSuccess(answer, 200, 'Evento obtenido correctamente');
    expect(data).to.deep.include({
      id: 'evt_stored',
      object: 'stored_event',
      type: 'payment_intent.succeeded',
      received_at: now,
    });
    expect(at(data, 'event.data.object')).to.deep.equal({
      id: 'pi_ñandú€',
      object: 'payment_intent',
    });
    expect(at(data, 'event.pending_webhooks')).to.equal(1);
    expect(answer.text).not.to.include('_secret_');
  });

  it('decisions, stored events: an unknown event is 404, a blank id 400', async () => {
    expectFailure(await service.call('GET', '/api/events/evt_nobody'), {
      status: 404,
      message: 'Evento no encontrado',
      code: 'resource_missing',
    });
    expectFailure(await service.call('GET', '/api/events/%20'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
  });
});

const oneSecret = { env: { WEBHOOK_SECRET: secret }, clock };

onEveryBinding('interface: stored events', oneSecret, (service) => {
  const oldestFirst: Array<string> = [];
  const idsOf = (data: unknown): ReadonlyArray<unknown> =>
    listAt(data, 'data').map((event) => at(event, 'id'));
  const list = async (query: string): Promise<unknown> =>
    expectSuccess(
      await service.call('GET', `/api/events${query}`),
      200,
      'Eventos obtenidos correctamente',
    );

  before(async () => {
    for (let n = 0; n < 25; n += 1) {
      const id = `evt_${n}`;
      const body = eventText(id, n % 5 === 0 ? 'charge.succeeded' : 'customer.created');
      oldestFirst.push(id);
      await service.call('POST', '/api/webhooks', {
        raw: body,
        headers: { 'processor-signature': signatureOf(body, secret, now) },
      });
    }
  });

  it('decisions, stored events: GET /api/events is a list object of the twenty events received last', async () => {
    const data = await list('');
    expect(data).to.deep.equal({
      object: 'list',
      data: at(data, 'data'),
      has_more: true,
      url: '/api/events',
    });
    expect(idsOf(data)).to.deep.equal(oldestFirst.toReversed().slice(0, 20));
  });

  it('P9 P10 decisions, stored events: limit, both cursors and type', async () => {
    const all = oldestFirst.toReversed();
    expect(idsOf(await list('?limit=2'))).to.deep.equal(all.slice(0, 2));
    expect(idsOf(await list('?limit=500'))).to.deep.equal(all);
    expect(idsOf(await list('?limit=x'))).to.deep.equal(all.slice(0, 20));
    expect(idsOf(await list(`?limit=3&starting_after=${all[4]}`))).to.deep.equal(all.slice(5, 8));
    expect(idsOf(await list(`?limit=3&ending_before=${all[4]}`))).to.deep.equal(all.slice(1, 4));
    expect(idsOf(await list('?type=charge.succeeded'))).to.deep.equal([
      'evt_20',
      'evt_15',
      'evt_10',
      'evt_5',
      'evt_0',
    ]);
  });

  it('P10: unknown and conflicting cursors are 400', async () => {
    for (const cursor of ['starting_after', 'ending_before']) {
      expectFailure(await service.call('GET', `/api/events?${cursor}=evt_nobody`), {
        status: 400,
        message: `${cursor} no corresponde a ningún elemento de la lista`,
        code: 'resource_missing',
      });
    }
    expectFailure(
      await service.call('GET', '/api/events?starting_after=evt_1&ending_before=evt_2'),
      {
        status: 400,
        message: 'starting_after y ending_before no se pueden usar a la vez',
        code: 'invalid_field',
        field: 'ending_before',
      },
    );
  });
});

onEveryBinding('interface: webhooks without a secret', {}, (service) => {
  it('§7 W3: a signed request is 500, an unsigned one 400', async () => {
    const body = eventText('evt_1');
    const headers = { 'processor-signature': signatureOf(body, secret, now) };
    expectFailure(await service.call('POST', '/api/webhooks', { raw: body, headers }), {
      status: 500,
      message: 'Missing webhook secret in environment variables',
      code: null,
      outcome: 'not_done',
    });
    expectFailure(await service.call('POST', '/api/webhooks', { raw: body }), {
      status: 400,
      message: 'Missing processor-signature header',
      code: 'webhook_signature_missing',
    });
  });
});

describe('interface: webhooks while the store is down', () => {
  const down = TE.left({ _tag: 'StoreUnavailable', cause: new Error('disk full') } as const);
  const service = useService({
    env: { WEBHOOK_SECRET: secret },
    clock,
    eventStore: { store: () => down, find: () => down, list: () => down, ready: down },
  });

  it('§6 W5: a verified event that cannot be stored is 503, so that the processor sends it again', async () => {
    const body = eventText('evt_1');
    const headers = { 'processor-signature': signatureOf(body, secret, now) };
    expectFailure(await service.call('POST', '/api/webhooks', { raw: body, headers }), {
      status: 503,
      message: 'La base de datos no está disponible; inténtelo de nuevo',
      code: 'store_unavailable',
      outcome: 'not_done',
    });
  });

  it('decisions, operations: GET /ready is 503 and GET /health stays 200', async () => {
    const ready = await service.call('GET', '/ready');
    expect([ready.status, ready.body]).to.deep.equal([503, { status: 'unavailable' }]);
    const health = await service.call('GET', '/health');
    expect([health.status, health.body]).to.deep.equal([200, { status: 'ok' }]);
  });
});

describe("interface: the in-memory processor's own events", () => {
  const service = useService();

  it('§6 decisions, stored events, P8: they are stored, without client_secret', async () => {
    const made = await service.call('POST', '/api/customers', {
      body: { email: 'ana@example.com', name: 'Ana', phone: '1' },
    });
    const customer_id = at(made.body, 'data.id');
    await service.call('POST', '/api/payments', {
      body: { amount: 10, customer_id, payment_method: 'pm_card_visa', confirm: true },
    });
    const answer = await service.call('GET', '/api/events');
    const types = listAt(answer.body, 'data.data').map((event) => at(event, 'type'));
    expect(types).to.include.members([
      'customer.created',
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
    ]);
    expect(answer.text).not.to.include('_secret_');
  });
});
