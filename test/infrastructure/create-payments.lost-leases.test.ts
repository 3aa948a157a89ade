import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createSqlIdempotencyStore } from '../../src/adapters/outbound/sql/idempotency-store.js';
import type { IdempotencyStore } from '../../src/application/ports/idempotency-store.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { createFetchHandler } from '../../src/fetch.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { paymentErrors } from '../support/errors/payment-errors.js';
import { rememberingAll } from '../support/idempotency/remembering-all.js';
import { at } from '../support/json/at.js';
import { useSqlite } from '../support/stores/use-sqlite.js';

const hour = 3600;
const leaseSeconds = 30;
const { ProcessorUnavailable, StoreUnavailable } = paymentErrors;
const notDone: ProcessorError = { ...ProcessorUnavailable, outcome: 'not_done' };

type Create = PaymentProcessor['createPaymentIntent'];

/** Two instances, A and B, on one store and one processor. Their clocks are one, and it stands still. */
const openWorld = async (store: IdempotencyStore) => {
  const time = { now: 1_800_000_000 };
  const clock = () => time.now;
  const processor = createMemoryProcessor({ seed: 'leases', clock });
  const instance = (create: Create, given: Partial<IdempotencyStore> = {}) => {
    const handle = createFetchHandler(
      createPayments({
        processor: { ...processor, createPaymentIntent: create },
        clock,
        stores: { idempotencyStore: { ...store, ...given } },
        idempotencySecret: 'shared',
        idempotency: { leaseSeconds },
      }),
    );
    return async () => {
      const response = await handle(
        new Request('http://shop.test/api/payments', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': 'order 42' },
          body: JSON.stringify({
            customer_id: customer.id,
            amount: 10,
            payment_method: 'pm_card_visa',
            confirm: true,
          }),
        }),
      );
      const body: unknown = await response.json();
      return {
        status: response.status,
        replayed: response.headers.get('idempotent-replayed'),
        outcome: at(body, 'outcome'),
        payment: response.status === 201 ? at(body, 'data.id') : undefined,
      };
    };
  };
  const payments = createPayments({ processor, clock });
  const customer = await payments.createCustomer({
    email: 'ana@example.com',
    name: 'Ana',
    phone: '+34600000000',
  });
  const charges = async () => (await payments.listPayments({ customer: customer.id })).data.length;
  return { time, processor, instance, charges };
};

const told = (status: number, outcome: string) => ({
  status,
  replayed: null,
  outcome,
});

const { fresh } = useSqlite();

const stores: ReadonlyArray<readonly [string, () => Promise<IdempotencyStore>]> = [
  ['memory', async () => rememberingAll(createMemoryIdempotencyStore())],
  ['SQLite', async () => createSqlIdempotencyStore(await fresh())],
];

for (const [name, open] of stores) {
  describe(`an instance that lost the lease of a key while it was suspended: ${name} (decision I7)`, () => {
    it('gives the answer of the instance that took over, where it would say that nothing was done', async () => {
      const { time, processor, instance, charges } = await openWorld(await open());
      const b = instance(processor.createPaymentIntent);
      const paid: Array<unknown> = [];
      const a = instance(() => async () => {
        time.now += leaseSeconds + 1;
        paid.push(await b());
        return E.left(notDone);
      });
      const answer = await a();
      expect(answer).to.deep.include({ status: 201, replayed: 'true' });
      expect(paid).to.deep.equal([{ ...answer, replayed: null }]);
      expect(await charges()).to.equal(1);
    });

    it('says that the outcome is unknown while the other one is at work', async () => {
      const { time, instance } = await openWorld(await open());
      let began = (): void => {};
      const atWork = new Promise<void>((resolve) => {
        began = resolve;
      });
      const b = instance(() => () => {
        began();
        return new Promise(() => {});
      });
      const a = instance(() => async () => {
        time.now += leaseSeconds + 1;
        void b();
        await atWork;
        return E.left(notDone);
      });
      expect(await a()).to.deep.include(told(503, 'unknown'));
    });

    it('says that the outcome is unknown after three time-outs without its store', async () => {
      const away = () => TE.left(StoreUnavailable);
      const { time, instance } = await openWorld(await open());
      const a = instance(
        () => async () => {
          time.now += 3 * 30;
          return E.left(notDone);
        },
        { extend: away, answer: away, release: away },
      );
      expect(await a()).to.deep.include(told(503, 'unknown'));
    });

    it('says that nothing was done without its store, as long as its lease runs', async () => {
      const away = () => TE.left(StoreUnavailable);
      const { time, instance } = await openWorld(await open());
      const a = instance(
        () => async () => {
          time.now += leaseSeconds - 2;
          return E.left(notDone);
        },
        { extend: away, answer: away, release: away },
      );
      expect(await a()).to.deep.include(told(503, 'not_done'));
    });

    it('sends nothing when it wakes up a day later, before its first attempt', async () => {
      const { time, processor, instance, charges } = await openWorld(await open());
      const b = instance(processor.createPaymentIntent);
      const a = instance((input, options) => async () => {
        time.now += leaseSeconds + 1;
        await b();
        time.now += 25 * hour;
        return processor.createPaymentIntent(input, options)();
      });
      expect(await a()).to.deep.include({ status: 201, replayed: 'true' });
      expect(await charges()).to.equal(1);
    });

    it('sends nothing when it wakes up a day after a lost attempt, and gives the answer of the other one', async () => {
      const { time, processor, instance, charges } = await openWorld(await open());
      const b = instance(processor.createPaymentIntent);
      const a = instance((input, options) => async () => {
        await processor.createPaymentIntent(input, options)();
        time.now += leaseSeconds + 1;
        await b();
        time.now += 25 * hour;
        return processor.createPaymentIntent(input, options)();
      });
      expect(await a()).to.deep.include({ status: 201, replayed: 'true' });
      expect(await charges()).to.equal(1);
    });

    it('sends nothing when it wakes up a day after a lost attempt, and nobody took over', async () => {
      const { time, processor, instance, charges } = await openWorld(await open());
      const a = instance((input, options) => async () => {
        await processor.createPaymentIntent(input, options)();
        time.now += 25 * hour;
        return processor.createPaymentIntent(input, options)();
      });
      expect(await a()).to.deep.include(told(503, 'unknown'));
      expect(await charges()).to.equal(1);
    });
  });
}
