import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { Answer } from '../support/http/call.js';
import { expectFailure } from '../support/http/expect-answer.js';
import { listAt, textAt } from '../support/json/at.js';
import { inMemory } from '../support/service/set-ups.js';
import {
  type ServiceSettings,
  startTestService,
  type TestService,
} from '../support/service/start-service.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

const key1 = 'first-key-of-the-shop';
const key2 = 'second-key-of-the-shop';
const hash1 = createHash('sha256').update(key1).digest('hex');

/** The setting `API_KEYS`, and the bearer key of the caller. */
type Side = readonly [apiKeys: string, bearer: string];

const none: Side = ['', ''];

// Changes of API_KEYS that are allowed between a request and its repetition (decision A1a).
const changes: ReadonlyArray<readonly [title: string, before: Side, after: Side]> = [
  ['nothing', [`shop:${key1}`, key1], [`shop:${key1}`, key1]],
  ['the name of a key', [key1, key1], [`shop:${key1}`, key1]],
  ['a key of a client', [`shop:${key1}`, key1], [`shop:${key1},shop:${key2}`, key2]],
  ['the only key of a client', [`shop:${key1}`, key1], [`shop:${key2}`, key2]],
  ['name and key', [key1, key1], [`shop:${key1},shop:${key2}`, key2]],
  ['a key that is gone, by its hash', [key1, key1], [`shop=${hash1}:${key2}`, key2]],
  ['no keys to a named key', none, [`shop:${key1}`, key1]],
  ['no keys to a key without a name', none, [key1, key1]],
  ['the name of a client', [`shop:${key1}`, key1], [`store=shop:${key1}`, key1]],
  ['a key to its hash', [`shop:${key1}`, key1], [`shop:sha256:${hash1}`, key1]],
  ['a hash to its key, without a name', [`:sha256:${hash1}`, key1], [key1, key1]],
  ['the name of a hash', [`:sha256:${hash1}`, key1], [`shop:sha256:${hash1}`, key1]],
  ['two names of a client', [`shop:${key1}`, key1], [`store=first=shop:${key2}`, key2]],
  [
    'one client into two',
    [`shop:${key1},shop:${key2}`, key2],
    [`a=shop:${key1},b=shop:${key2}`, key2],
  ],
  ['the first step of naming', [key1, key1], [`=shop:${key1}`, key1]],
  ['the second step of naming', [`=shop:${key1}`, key1], [`shop:${key1}`, key1]],
  ['the second step of naming, undone', [`shop:${key1}`, key1], [`=shop:${key1}`, key1]],
  ['the second step of renaming', [`shop=store:${key1}`, key1], [`store=shop:${key1}`, key1]],
  [
    'the second step of renaming, undone',
    [`store=shop:${key1}`, key1],
    [`shop=store:${key1}`, key1],
  ],
];

const contact = { email: 'ana@example.com', name: 'Ana García', phone: '+34600000000' };

/** The store of idempotency keys that all services of a test share. */
type Store = { readonly name: string; readonly make: () => Promise<ServiceSettings> };

const suite = ({ name, make }: Store): void => {
  describe(`interface: clients whose API_KEYS change (${name})`, () => {
    const running: Array<TestService> = [];

    afterEach(async () => {
      for (const service of running.splice(0)) await service.close();
    });

    /** Services on one processor and one store, each with one caller. */
    const world = async () => {
      const { controls, ...processor } = createMemoryProcessor({ seed: 'clients' });
      const store = await make();
      const serve = async ([API_KEYS, bearer]: Side) => {
        const service = await startTestService(
          {
            ...store,
            processor,
            env: { ...store.env, API_KEYS, IDEMPOTENCY_SECRET: 'a secret of the store' },
          },
          inMemory,
        );
        running.push(service);
        const authorization: Readonly<Record<string, string>> =
          bearer === '' ? {} : { authorization: `Bearer ${bearer}` };
        return {
          send: (key: string, path: string, body: unknown): Promise<Answer> =>
            service.call('POST', path, {
              body,
              headers: { ...authorization, 'idempotency-key': key },
            }),
          paymentsOf: async (customer: string): Promise<number> => {
            const path = `/api/payments?userId=${customer}`;
            const { body } = await service.call('GET', path, { headers: authorization });
            return listAt(body, 'data.data').length;
          },
        };
      };
      return { controls, serve };
    };
    type Served = Awaited<ReturnType<Awaited<ReturnType<typeof world>>['serve']>>;

    const payment = async ({ send }: Served) => {
      const customer = await send('the customer', '/api/customers', contact);
      const customer_id = textAt(customer.body, 'data.id');
      return { customer_id, amount: 10, payment_method: 'pm_card_visa', confirm: true };
    };

    for (const [title, before, after] of changes) {
      it(`A1a: a repetition after a change of ${title} gets the first response`, async () => {
        const { serve } = await world();
        const [then, now] = [await serve(before), await serve(after)];
        const body = await payment(then);
        const first = await then.send('order 42', '/api/payments', body);
        expect(first.status, first.text).to.equal(201);
        const again = await now.send('order 42', '/api/payments', body);
        expect([again.status, again.text]).to.deep.equal([201, first.text]);
        expect(again.headers.get('idempotent-replayed')).to.equal('true');
        expect(await now.paymentsOf(body.customer_id)).to.equal(1);
      });

      it(`A1a: a payment in doubt is charged once after a change of ${title}`, async () => {
        const { controls, serve } = await world();
        const [then, now] = [await serve(before), await serve(after)];
        const body = await payment(then);
        controls.failNext({ on: 'create', with: 'cut_short' });
        const lost = await then.send('order 43', '/api/payments', body);
        expect([lost.status, textAt(lost.body, 'outcome')]).to.deep.equal([503, 'unknown']);
        const again = await now.send('order 43', '/api/payments', body);
        expect(again.status, again.text).to.equal(201);
        expect(await now.paymentsOf(body.customer_id)).to.equal(1);
      });
    }

    it('I1 A1a: the same Idempotency-Key from two clients is two keys', async () => {
      const { serve } = await world();
      const apiKeys = `shop:${key1},backoffice:${key2}`;
      const [shop, backoffice] = [await serve([apiKeys, key1]), await serve([apiKeys, key2])];
      const first = await shop.send('shared', '/api/customers', contact);
      const other = await backoffice.send('shared', '/api/customers', contact);
      expect([first.status, other.status]).to.deep.equal([201, 201]);
      expect(textAt(other.body, 'data.id')).not.to.equal(textAt(first.body, 'data.id'));
      const again = await shop.send('shared', '/api/customers', contact);
      expect(again.text).to.equal(first.text);
      const changed = { ...contact, name: 'Eva' };
      expectFailure(await backoffice.send('shared', '/api/customers', changed), {
        status: 422,
        message: 'Esta Idempotency-Key ya se usó con otra petición; use una clave nueva',
        code: 'idempotency_key_reuse',
      });
    });

    it('I1 A1a: an earlier request of another caller, without API keys, does not interfere', async () => {
      const { serve } = await world();
      const [open, shop] = [await serve(none), await serve([`shop:${key1}`, key1])];
      const theirs = await open.send('shared', '/api/customers', contact);
      const changed = { ...contact, name: 'Eva' };
      const own = await shop.send('shared', '/api/customers', changed);
      expect([own.status, own.headers.get('idempotent-replayed')]).to.deep.equal([201, null]);
      expect(textAt(own.body, 'data.id')).not.to.equal(textAt(theirs.body, 'data.id'));
      const again = await shop.send('shared', '/api/customers', changed);
      expect([again.text, again.headers.get('idempotent-replayed')]).to.deep.equal([
        own.text,
        'true',
      ]);
    });
  });
};

suite({
  name: 'keys in memory',
  make: async () => {
    const store = createMemoryIdempotencyStore();
    return { env: { DATABASE_URL: 'memory:' }, idempotencyStore: () => store };
  },
});

describe('clients on a persistent store', () => {
  const { file } = useSqlite();
  suite({
    name: 'keys in SQLite',
    make: async () => ({ env: { DATABASE_URL: `file:${await file()}` } }),
  });
});
