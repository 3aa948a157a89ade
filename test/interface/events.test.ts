import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import type { Answer } from '../support/http/call.js';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at, listAt } from '../support/json/at.js';
import { startTestService, type TestService } from '../support/service/start-service.js';
import { useService } from '../support/service/use-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { eventually } from '../support/time/until.js';

const now = 1_800_000_000;
const clock = () => now;
const webhookSecret = `${'whsec'}_${'abc0123456789'}`;
const forwardKey = Buffer.alloc(32, 9);
const forwardSecret = `${'whsec'}_${forwardKey.toString('base64')}`;

const eventText = (id: string, differs: object = {}): string =>
  JSON.stringify({
    id,
    object: 'event',
    created: now,
    type: 'payment_intent.succeeded',
    livemode: false,
    data: { object: { id: `pi_${id}`, object: 'payment_intent' } },
    ...differs,
  });

const deliver = (service: Pick<TestService, 'call'>, body: string): Promise<Answer> =>
  service.call('POST', '/api/webhooks', {
    raw: body,
    headers: { 'processor-signature': signatureOf(body, webhookSecret, now) },
  });

const eventOf = async (service: Pick<TestService, 'call'>, id: string): Promise<unknown> =>
  expectSuccess(
    await service.call('GET', `/api/events/${id}`),
    200,
    'Evento obtenido correctamente',
  );

type Forwarded = { readonly headers: IncomingHttpHeaders; readonly body: string };

describe('interface: forwarded events', () => {
  let service: TestService;
  let receiver: Server;
  let forwarded: Array<Forwarded>;
  let status: number;
  let held: Promise<void>;

  before(async () => {
    receiver = createServer((request, response) => {
      void text(request).then(async (body) => {
        forwarded.push({ headers: request.headers, body });
        await held;
        response.writeHead(status).end();
      });
    });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const address = receiver.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    service = await startTestService({
      env: {
        WEBHOOK_SECRET: webhookSecret,
        EVENT_FORWARD_URL: `http://127.0.0.1:${port}/events`,
        EVENT_FORWARD_SECRET: forwardSecret,
        EVENT_MAX_TRIES: '1',
      },
      clock,
    });
  });
  after(async () => {
    await service.close();
    receiver.closeAllConnections();
    receiver.close();
  });
  beforeEach(() => {
    forwarded = [];
    status = 200;
    held = Promise.resolve();
  });

  const becomes = (id: string, state: string): Promise<void> =>
    eventually(async () => expect(at(await eventOf(service, id), 'state')).to.equal(state));

  it('W8: an event is forwarded once, signed by Standard Webhooks, and becomes handled', async () => {
    await deliver(service, eventText('evt_ok'));
    await becomes('evt_ok', 'handled');
    expect(forwarded).to.have.length(1);
    const [{ headers, body } = { headers: {}, body: '' }] = forwarded;
    expect(JSON.parse(body)).to.deep.equal(JSON.parse(eventText('evt_ok')));
    const signature = createHmac('sha256', forwardKey)
      .update(`evt_ok.${now}.${body}`)
      .digest('base64');
    expect(headers).to.include({
      'webhook-id': 'evt_ok',
      'webhook-timestamp': String(now),
      'webhook-signature': `v1,${signature}`,
    });
  });

  it('W5: the processor gets its response while the event is still being handled', async () => {
    let release = (): void => undefined;
    held = new Promise((resolve) => {
      release = resolve;
    });
    const answer = await deliver(service, eventText('evt_slow'));
    expectSuccess(answer, 200, 'Webhook recibido correctamente');
    await eventually(async () => expect(forwarded).to.have.length(1));
    expect(at(await eventOf(service, 'evt_slow'), 'state')).to.equal('pending');
    release();
    await becomes('evt_slow', 'handled');
  });

  it('W6 decisions, stored events: a dead event shows its attempts, and can be replayed', async () => {
    status = 500;
    await deliver(service, eventText('evt_dead'));
    await becomes('evt_dead', 'dead');
    const refused = 'Error: not forwarded: the receiver responded with HTTP 500';
    expect(await eventOf(service, 'evt_dead')).to.deep.include({
      attempts: 1,
      last_error: refused,
      next_attempt_at: null,
      handled_at: null,
      taken_by: [],
      tries: [
        {
          attempt: 1,
          started_at: now,
          ended_at: now,
          error: refused,
          handlers: [{ name: 'forwarder', error: refused }],
        },
      ],
    });

    status = 204;
    const answer = await service.call('POST', '/api/events/evt_dead/replay');
    const data = expectSuccess(answer, 200, 'El evento se volverá a procesar');
    expect(at(data, 'id')).to.equal('evt_dead');
    await becomes('evt_dead', 'handled');
    expect(await eventOf(service, 'evt_dead')).to.deep.include({
      attempts: 2,
      last_error: null,
      handled_at: now,
    });
  });

  it('decisions, stored events: a handled event can be replayed', async () => {
    await deliver(service, eventText('evt_again'));
    await becomes('evt_again', 'handled');
    await service.call('POST', '/api/events/evt_again/replay');
    await eventually(async () => expect(forwarded).to.have.length(2));
    await becomes('evt_again', 'handled');
  });

  it('decisions, stored events: all dead events, or those of one type, can be replayed', async () => {
    status = 500;
    for (const name of ['failed', 'succeeded', 'refunded']) {
      await deliver(service, eventText(`evt_${name}`, { type: `charge.${name}` }));
      await becomes(`evt_${name}`, 'dead');
    }
    status = 200;
    const replay = async (body: object): Promise<unknown> =>
      expectSuccess(
        await service.call('POST', '/api/events/replay', { body }),
        200,
        'Los eventos se volverán a procesar',
      );
    expect(await replay({ type: 'charge.failed' })).to.deep.equal({ replayed: 1 });
    expect(await replay({ from: now + 1 })).to.deep.equal({ replayed: 0 });
    expect(await replay({ to: now })).to.deep.equal({ replayed: 0 });
    expect(await replay({ from: now, to: now + 1 })).to.deep.equal({ replayed: 2 });
    for (const name of ['failed', 'succeeded', 'refunded']) {
      await becomes(`evt_${name}`, 'handled');
    }
    expect(await replay({ state: 'handled', type: 'charge.refunded' })).to.deep.equal({
      replayed: 1,
    });
    expect(await replay({})).to.deep.equal({ replayed: 0 });
  });

  it('decisions, stored events: GET /api/events by state and by object', async () => {
    status = 500;
    await deliver(service, eventText('evt_one'));
    await becomes('evt_one', 'dead');
    const idsAt = async (query: string): Promise<ReadonlyArray<unknown>> => {
      const { body } = await service.call('GET', `/api/events?${query}`);
      return listAt(body, 'data.data').map((event) => at(event, 'id'));
    };
    expect(await idsAt('state=dead')).to.deep.equal(['evt_one']);
    expect(await idsAt('object_id=pi_evt_one')).to.deep.equal(['evt_one']);
    expect(await idsAt('object_id=pi_evt_one&state=handled')).to.deep.equal([]);
    expect(await idsAt('state=pending')).to.deep.equal([]);
  });

  it('decisions, stored events: invalid ids, states and times are refused', async () => {
    expectFailure(await service.call('POST', '/api/events/evt_nobody/replay'), {
      status: 404,
      message: 'Evento no encontrado',
      code: 'resource_missing',
    });
    for (const field of ['type', 'object_id']) {
      expectFailure(await service.call('GET', `/api/events?${field}=a%00`), {
        status: 400,
        message: `${field} debe tener entre 1 y 255 caracteres ASCII imprimibles`,
        code: 'invalid_field',
        field,
      });
    }
    expectFailure(await service.call('POST', '/api/events/%20/replay'), {
      status: 400,
      message: 'id es requerido',
      code: 'missing_fields',
      fields: ['id'],
    });
    const wrongState = {
      status: 400,
      message: 'state debe ser uno de: pending, handled, ignored, dead, dropped',
      code: 'invalid_field',
      field: 'state',
    };
    expectFailure(await service.call('GET', '/api/events?state=lost'), wrongState);
    for (const state of ['lost', 'pending', 'dropped']) {
      expectFailure(await service.call('POST', '/api/events/replay', { body: { state } }), {
        status: 400,
        message: 'state debe ser uno de: dead, ignored, handled',
        code: 'invalid_field',
        field: 'state',
      });
    }
    expectFailure(await service.call('POST', '/api/events/replay', { body: { from: 'hoy' } }), {
      status: 400,
      message: 'from debe ser un número entero',
      code: 'invalid_field',
      field: 'from',
    });
  });
});

describe('interface: erasing the payloads of events', () => {
  const service = useService({ env: { WEBHOOK_SECRET: webhookSecret }, clock });
  const erase = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    service.call('DELETE', `/api/events${query}`, { headers });
  const erased = 'Eventos del cliente borrados correctamente';
  const about = (id: string, object: object): string =>
    eventText(id, { data: { object: { id: `ch_${id}`, ...object } } });

  it('W10: DELETE /api/events?customer= is 200, and returns the number of erased events', async () => {
    await deliver(service, about('evt_1', { object: 'charge', customer: 'cus_1', name: 'Ana' }));
    await deliver(service, about('evt_2', { object: 'dispute', charge: 'ch_evt_1', name: 'Ana' }));
    await deliver(service, about('evt_3', { object: 'charge', customer: 'cus_2', name: 'Eva' }));
    expect(expectSuccess(await erase('?customer=cus_1'), 200, erased)).to.deep.equal({ erased: 2 });
    const { body } = await service.call('GET', '/api/events');
    expect(JSON.stringify(body)).to.include('Eva').and.not.include('Ana').and.not.include('cus_1');
    expect(await eventOf(service, 'evt_1')).to.deep.include({
      id: 'evt_1',
      object: 'stored_event',
      type: 'payment_intent.succeeded',
      state: 'dropped',
      reason: null,
      object_id: null,
      event: {
        id: 'evt_1',
        object: 'event',
        type: 'payment_intent.succeeded',
        created: now,
        livemode: false,
        data: { object: {} },
      },
      tries: [],
    });
    expect(expectSuccess(await erase('?customer=cus_1'), 200, erased)).to.deep.equal({ erased: 0 });
  });

  it('W10: an erased event that arrives again is a duplicate, and cannot be replayed', async () => {
    const body = about('evt_again', { object: 'charge', customer: 'cus_again' });
    await deliver(service, body);
    await erase('?customer=cus_again');
    expect(
      expectSuccess(await deliver(service, body), 200, 'Webhook recibido correctamente'),
    ).to.deep.include({ duplicate: true });
    expectFailure(await service.call('POST', '/api/events/evt_again/replay'), {
      status: 409,
      message: 'El contenido de este evento ya se ha borrado y no se puede volver a procesar',
      code: 'event_dropped',
    });
    const list = await service.call('GET', '/api/events?state=dropped&limit=100');
    expect(listAt(list.body, 'data.data').map((event) => at(event, 'id'))).to.include('evt_again');
  });

  it('W10 I2: accepts an Idempotency-Key', async () => {
    await deliver(service, about('evt_key', { object: 'charge', customer: 'cus_key' }));
    const headers = { 'idempotency-key': 'erase cus_key' };
    for (const replayed of [undefined, 'true']) {
      const answer = await erase('?customer=cus_key', headers);
      expect(expectSuccess(answer, 200, erased)).to.deep.equal({ erased: 1 });
      expect(answer.headers.get('idempotent-replayed') ?? undefined).to.equal(replayed);
    }
  });

  it('W10: requires a customer', async () => {
    expectFailure(await erase(''), {
      status: 400,
      message: 'customer es requerido',
      code: 'missing_fields',
      fields: ['customer'],
    });
    expectFailure(await erase('?customer='), {
      status: 400,
      message: 'customer es requerido',
      code: 'missing_fields',
      fields: ['customer'],
    });
    expectFailure(await erase('?customer=cus%2F1'), {
      status: 404,
      message: 'Cliente no encontrado',
      code: 'resource_missing',
    });
  });

  it('W10: erases nothing for a parameter that is misspelt, repeated or a pattern', async () => {
    await deliver(service, about('evt_safe', { object: 'charge', customer: 'cus_safe' }));
    for (const [query, status] of [
      ['?costumer=cus_safe', 400],
      ['?Customer=cus_safe', 400],
      ['?customer[]=cus_safe', 400],
      ['?customer=cus_safe&customer=cus_safe', 400],
      ['?customer=*', 404],
      ['?customer=%25', 404],
      ['?customer=cus_safe%00', 404],
      [`?customer=${'c'.repeat(5000)}`, 200],
    ] as const) {
      expect((await erase(query)).status).to.equal(status);
    }
    expect(await eventOf(service, 'evt_safe')).to.include({ state: 'ignored' });
  });
});

describe('interface: events without a handler', () => {
  const service = useService({ env: { WEBHOOK_SECRET: webhookSecret }, clock });

  it('W6: are stored as ignored, with the reason', async () => {
    await deliver(service, eventText('evt_1'));
    expect(await eventOf(service, 'evt_1')).to.deep.include({
      state: 'ignored',
      reason: 'no handler is registered for this event type, and no forwarder is configured',
      attempts: 0,
      tries: [],
    });
  });

  it('are also ignored if they are live and the key is a test key', async () => {
    await deliver(service, eventText('evt_live', { livemode: true }));
    expect(await eventOf(service, 'evt_live')).to.deep.include({
      state: 'ignored',
      reason: 'this is a live event, and only test events are handled here',
    });
  });
});

describe('interface: events that another process handles', () => {
  const { file } = useSqlite();

  it('stay pending for it, whatever their type', async () => {
    const service = await startTestService({
      env: {
        WEBHOOK_SECRET: webhookSecret,
        EVENTS_HANDLED_ELSEWHERE: 'true',
        DATABASE_URL: `file:${await file()}`,
      },
      clock,
    });
    try {
      await deliver(service, eventText('evt_waits'));
      expect(await eventOf(service, 'evt_waits')).to.include({
        state: 'pending',
        reason: null,
        attempts: 0,
      });
    } finally {
      await service.close();
    }
  });
});
