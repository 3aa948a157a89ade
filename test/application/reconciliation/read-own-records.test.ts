import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { LedgerPart } from '../../../src/application/ports/reconciliation-ledger.js';
import { readOwnRecords } from '../../../src/application/reconciliation/read-own-records.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { customerId } from '../../../src/domain/branded.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { idempotencyCipher } from '../../../src/infrastructure/idempotency/idempotency-settings.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const secret = 'a secret of the store';
const day = 24 * 60 * 60;
const now = 1_793_491_200 + 10 * day;
const from = now - 10 * day;

describe("Pasarela's own records", () => {
  const eventStore = createMemoryEventStore();
  const idempotencyStore = createMemoryIdempotencyStore();

  const read = async () => {
    const kept: Array<readonly [LedgerPart, object]> = [];
    const cipher = await valueOf(idempotencyCipher(idempotencyStore, secret));
    const records = await valueOf(
      readOwnRecords({
        eventStore,
        idempotencyStore,
        cipher,
        ledger: {
          keep: async (part, rows) => {
            for (const row of rows) kept.push([part, row]);
          },
        },
        eventsKeptFor: 30 * day,
        now,
      })({ from, to: now }),
    );
    return { ...records, kept };
  };

  it('are not compared while no event was stored', async () => {
    expect(await read()).to.deep.equal({ eventsSince: null, kept: [] });
  });

  it('are the events that say how payments went, and the keys that were declined', async () => {
    const store = (id: string, type: string, created: number, fields: object) =>
      valueOf(
        eventStore.store(
          eventOf(id, { type, created, object: null, fields: { ...fields } }),
          created,
        ),
      );
    await store('evt_1', 'payment_intent.succeeded', now - 5 * day, {
      object: 'payment_intent',
      id: 'pi_1',
    });
    await store('evt_2', 'charge.succeeded', now - 4 * day, {
      object: 'charge',
      id: 'ch_2',
      payment_intent: 'pi_2',
    });
    await store('evt_3', 'customer.created', now - 3 * day, { object: 'customer', id: 'cus_1' });
    await store('evt_4', 'charge.succeeded', now - 2 * day, {
      object: 'charge',
      id: 'ch_4',
      payment_intent: 'pi_4',
      customer: 'cus_9',
    });
    const pay = (key: string, answer: 'declined' | 'paid') =>
      createPayments({
        processor: {
          ...explodingDependencies,
          createPaymentIntent: () =>
            answer === 'paid'
              ? TE.right(processorObjects.intent)
              : TE.left({
                  _tag: 'CardError',
                  message: 'Your card was declined.',
                  code: 'card_declined',
                  decline_code: null,
                  param: null,
                  charge: 'ch_5',
                  payment_intent: 'pi_5',
                }),
        },
        stores: { idempotencyStore },
        idempotencySecret: secret,
        clock: () => now - day,
      })
        .withIdempotencyKey(key, { scope: 'client:shop' })
        .createPaymentIntent({ customer: 'cus_9', amount: '10', payment_method: 'pm_1' })
        .catch(() => 'declined');
    await pay('key-1', 'declined');
    await pay('key-2', 'paid');
    const { eventsSince, kept } = await read();
    expect(eventsSince).to.equal(now - 5 * day);
    expect(kept).to.deep.equal([
      ['events', { payment: 'pi_1', type: 'payment_intent.succeeded' }],
      ['events', { payment: 'pi_4', type: 'charge.succeeded' }],
      ['events', { payment: 'pi_2', type: 'charge.succeeded' }],
      ['refusals', { payment: 'pi_5', key: 'key-1', at: now - day }],
    ]);
  });

  it('know nothing of events that were erased', async () => {
    await valueOf(eventStore.eraseCustomer(customerId('cus_9'), 10));
    const { kept } = await read();
    expect(kept.map(([, row]) => ('payment' in row ? row.payment : null))).to.deep.equal([
      'pi_1',
      'pi_2',
      'pi_5',
    ]);
  });
});
