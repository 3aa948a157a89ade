import { expect } from 'chai';
import { type FakeServer, startFakeServer } from '../../../src/fake-server.js';
import { engineOperations } from '../../../src/simulator/engine/operations.js';
import type { FakeServerOptions } from '../../../src/simulator/fake-server/fake-server-options.js';
import type { Delivery } from '../../../src/simulator/webhooks/delivery.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';
import { callAt } from '../../support/http/call.js';
import { expectSuccess } from '../../support/http/expect-answer.js';
import { at, listAt, textAt } from '../../support/json/at.js';
import { collection } from './support/collection.js';
import { usePostOffices } from './support/post-office.js';

const key = (name: string): string => ['sk', 'test', name].join('_');
const by = (name: string) => ({ authorization: `Bearer ${key(name)}` });

describe('webhooks of the fake server', () => {
  const { receiver } = usePostOffices();
  const running: Array<FakeServer> = [];
  const delivered = () => collection<Delivery>();

  const start = async (options: FakeServerOptions = {}): Promise<FakeServer> => {
    const server = await startFakeServer({ seed: 'tests', ...options });
    running.push(server);
    return server;
  };
  const createCustomer = (server: FakeServer, name: string): void => {
    right(server.account(key(name)).engine.call(engineOperations.createCustomer, {}));
  };
  const listed = 'Entregas listadas correctamente';

  afterEach(async () => {
    for (const server of running.splice(0)) await server.close();
  });

  it('an event of any account goes to the webhook of the server; each account reads its own log', async () => {
    const desk = await receiver();
    const deliveries = delivered();
    const server = await start({ webhook: { url: desk.url }, onDelivery: deliveries.add });
    createCustomer(server, 'one');
    createCustomer(server, 'two');
    createCustomer(server, 'two');
    await deliveries.first(3);
    const call = callAt(server.url);
    const counts = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        const answer = await call('GET', '/_processor/deliveries', { headers: by(name) });
        return listAt(expectSuccess(answer, 200, listed), 'data').length;
      }),
    );
    expect(counts).to.deep.equal([1, 2, 0]);
  });

  it('the webhook secret is derived from the seed or given as an option', async () => {
    const [one, other] = await Promise.all([start(), start()]);
    expect(one.webhookSecret).to.match(/^whsec_[0-9A-Za-z]{24}$/);
    expect(other.webhookSecret).to.equal(one.webhookSecret);
    const secret = ['whsec', 'mine'].join('_');
    expect((await start({ webhook: { secret } })).webhookSecret).to.equal(secret);
  });

  it('lists the attempts to send an event, page by page', async () => {
    const desk = await receiver(500);
    const deliveries = delivered();
    const server = await start({
      webhook: { url: desk.url },
      webhookPauses: [0],
      onDelivery: deliveries.add,
    });
    createCustomer(server, 'pasarela');
    const [first] = await deliveries.first(2);
    createCustomer(server, 'pasarela');
    await deliveries.first(3);
    const path = `/_processor/deliveries?event=${first?.event ?? ''}&limit=1`;
    const data = expectSuccess(await callAt(server.url)('GET', path), 200, listed);
    expect(data).to.deep.include({ object: 'list', has_more: true, url: '/_processor/deliveries' });
    expect(listAt(data, 'data')).to.deep.equal([deliveries.items()[1]]);
  });

  it('sends an event again, to a URL or to its receivers', async () => {
    const desk = await receiver();
    const deliveries = delivered();
    const server = await start({ onDelivery: deliveries.add });
    createCustomer(server, 'one');
    const event = textAt(
      right(server.account(key('one')).engine.call(engineOperations.listEvents, {})),
      'data.0.id',
    );
    const resend = (body: object, name = 'one') =>
      callAt(server.url)('POST', '/_processor/resend', { body, headers: by(name) });
    const data = expectSuccess(await resend({ id: event, url: desk.url }), 200, 'Evento reenviado');
    expect(listAt(data, 'data')).to.deep.equal(deliveries.items());
    expect(JSON.parse((await desk.first(1))[0]?.body ?? '')).to.include({ id: event });

    const refusals: ReadonlyArray<readonly [object, string, number, string]> = [
      [{ id: event }, 'one', 400, 'No endpoint is registered for events of type customer.created'],
      [{ id: event, url: 'desk' }, 'one', 400, 'Invalid URL'],
      [{ id: event, url: desk.url }, 'two', 404, `No such event: '${event}'`],
      [{ url: desk.url }, 'one', 400, 'id es requerido'],
    ];
    for (const [body, name, status, message] of refusals) {
      const answer = await resend(body, name);
      expect(answer.status, answer.text).to.equal(status);
      expect(at(answer.body, 'message')).to.match(new RegExp(`^${message}`));
    }
  });

  it('refuses invalid keys, unknown parameters and pages of other sites', async () => {
    const { url } = await start();
    const call = callAt(url);
    const path = '/_processor/deliveries';
    const statusOf = async (...request: Parameters<typeof call>) => (await call(...request)).status;
    expect(await statusOf('GET', path, { headers: { authorization: 'Bearer none' } })).to.equal(
      401,
    );
    expect(await statusOf('GET', `${path}?invented=1`)).to.equal(400);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(await statusOf('GET', path, { headers })).to.equal(403);
    expect(
      await statusOf('POST', '/_processor/resend', { headers, body: { id: 'evt_1' } }),
    ).to.equal(403);
  });

  it('a reset empties the log', async () => {
    const desk = await receiver();
    const deliveries = delivered();
    const server = await start({ webhook: { url: desk.url }, onDelivery: deliveries.add });
    createCustomer(server, 'pasarela');
    await deliveries.first(1);
    const call = callAt(server.url);
    expectSuccess(await call('POST', '/_processor/reset'), 200, 'Datos borrados');
    const data = expectSuccess(await call('GET', '/_processor/deliveries'), 200, listed);
    expect(listAt(data, 'data')).to.deep.equal([]);
  });

  it('closing the server aborts a request in progress', async () => {
    const desk = await receiver('hang');
    const server = await start({ webhook: { url: desk.url } });
    createCustomer(server, 'pasarela');
    await desk.first(1);
    await server.close();
    await desk.gone();
    running.splice(0);
  });
});
