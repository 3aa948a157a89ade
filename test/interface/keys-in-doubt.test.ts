import { expect } from 'chai';
import { systemClock } from '../../src/adapters/outbound/system-time.js';
import { expectFailure, expectSuccess } from '../support/http/expect-answer.js';
import { at, listAt, textAt } from '../support/json/at.js';
import { journeys } from '../support/service/journeys.js';
import { startTestService } from '../support/service/start-service.js';
import { onService } from '../support/service/use-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

const created = 'Intento de pago creado correctamente';

const inDoubt = {
  status: 503,
  message:
    'No se sabe si la primera petición con esta Idempotency-Key se realizó; no la repita con otra clave: compruebe el pago o pida al administrador del servicio que resuelva la clave',
  code: 'idempotency_key_in_doubt',
  outcome: 'unknown',
} as const;

const hour = 3600;
const offset = { seconds: 0 };

onService(
  'interface: idempotency keys in doubt for more than 23 hours',
  {
    clock: () => systemClock() + offset.seconds,
    // Without retries, the caller sees that the response was lost.
    env: { STRIPE_MAX_RETRIES: '0', STRIPE_TIMEOUT_MS: '2000' },
  },
  ({ call, controls }) => {
    const given = journeys(call);
    // The processor's clock does not move: look-ups search for objects created when the key was first used.
    beforeEach(() => {
      offset.seconds = 0;
    });
    const pay = (key: string, body: object) =>
      call('POST', '/api/payments', { body, headers: { 'idempotency-key': key } });
    const paymentsOf = async (customer: string) =>
      listAt((await call('GET', `/api/payments?userId=${customer}`)).body, 'data.data');

    it('I5b P14: a card that was saved 24 hours ago is found, and not saved again', async () => {
      const customer_id = await given.customer();
      const save = () =>
        call('POST', '/api/setup-intents', {
          body: { customer_id, payment_method: 'pm_card_visa', confirm: true },
          headers: { 'idempotency-key': 'saved' },
        });
      // The responses to the call and to its look-ups are lost.
      for (let lost = 0; lost < 6; lost += 1) {
        await controls.failNext({ on: lost === 0 ? 'create' : 'any', with: 'timeout_after' });
      }
      expect((await save()).status).to.equal(503);
      offset.seconds += 24 * hour;
      let answer = await save();
      while (answer.status === 503) answer = await save();
      const data = expectSuccess(answer, 201, 'Intento de configuración creado correctamente');
      expect(at(data, 'status')).to.equal('succeeded');
      const cards = listAt((await call('GET', `/api/cards/${customer_id}`)).body, 'data');
      expect(cards.map((card) => at(card, 'id'))).to.deep.equal([at(data, 'payment_method')]);
    });

    for (const age of [22 * hour, 24 * hour, 40 * 24 * hour]) {
      it(`I5b P14: an operation done ${age / hour} hours ago is found, and not done again`, async () => {
        const customer_id = await given.customer();
        const body = { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
        const key = `done ${age}`;
        // The responses to the call and to its look-ups are lost.
        for (let lost = 0; lost < 6; lost += 1) {
          await controls.failNext({ on: lost === 0 ? 'create' : 'any', with: 'timeout_after' });
        }
        const lost = await pay(key, body);
        expect([lost.status, at(lost.body, 'outcome')], lost.text).to.deep.equal([503, 'unknown']);
        offset.seconds += age;
        let answer = await pay(key, body);
        while (answer.status === 503) answer = await pay(key, body);
        expectSuccess(answer, 201, created);
        const [payment, ...others] = await paymentsOf(customer_id);
        expect(others).to.deep.equal([]);
        expect(at(answer.body, 'data.id')).to.equal(textAt(payment, 'id'));
        expect(at(answer.body, 'data.status')).to.equal('succeeded');
      });
    }

    it('I5b E15: an operation that look-ups do not find stays in doubt, and is not done', async () => {
      const customer_id = await given.customer();
      const body = { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
      await controls.failNext({ on: 'create', with: 'timeout_before' });
      expect((await pay('never done', body)).status).to.equal(503);
      offset.seconds += 24 * hour;
      for (let again = 0; again < 2; again += 1) {
        const answer = await pay('never done', body);
        expectFailure(answer, inDoubt);
        expect(answer.headers.get('retry-after')).to.equal('60');
        offset.seconds += 24 * hour;
      }
      expect(await paymentsOf(customer_id)).to.deep.equal([]);
    });
  },
);

describe('interface: idempotency keys after IDEMPOTENCY_SECRET changes', () => {
  const { file } = useSqlite();
  const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };
  const [before, now] = ['before', 'now'].map((name) => `secret-of-the-tests-${name}`);

  it('I5c: a response encrypted with a removed secret is 503, and is returned once the secret is back', async () => {
    const DATABASE_URL = `file:${await file()}`;
    const send = async (IDEMPOTENCY_SECRET: string | undefined) => {
      const service = await startTestService({ env: { DATABASE_URL, IDEMPOTENCY_SECRET } });
      try {
        const headers = { 'idempotency-key': 'first customer' };
        return await service.call('POST', '/api/customers', { body: contact, headers });
      } finally {
        await service.close();
      }
    };
    const first = await send(before);
    expectSuccess(first, 201, 'Cliente creado correctamente');
    expectFailure(await send(now), {
      status: 503,
      message:
        'La respuesta guardada con esta Idempotency-Key no se puede leer; no repita la petición con otra clave: el administrador del servicio debe añadir el secreto anterior a IDEMPOTENCY_SECRET',
      code: 'idempotency_secret_unknown',
      outcome: 'unknown',
    });
    const both = `${now},${before}`;
    const again = await send(both);
    expect(again.body).to.deep.equal(first.body);
    expect(again.headers.get('idempotent-replayed')).to.equal('true');
  });
});
