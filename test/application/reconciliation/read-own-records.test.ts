import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as O from 'fp-ts/lib/Option.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryEventStore } from '../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { RefusedKey } from '../../../src/application/ports/idempotency-store.js';
import type { LedgerPart } from '../../../src/application/ports/reconciliation-ledger.js';
import { readOwnRecords } from '../../../src/application/reconciliation/read-own-records.js';
import { eventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { valueOf } from '../../../src/contract/stores/store-assertions.js';
import { customerId } from '../../../src/domain/branded.js';
import { newStoredEvent, type StoredEvent } from '../../../src/domain/events/stored-event.js';
import type { StoreUnavailable } from '../../../src/domain/payment-error.js';
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
    const pay = (key: string, answer: 'declined' | 'paid', intent: string | null = 'pi_5') =>
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
                  payment_intent: intent,
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
    await pay('key-3', 'declined', null);
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

  describe('in pages', () => {
    const broken: StoreUnavailable = { _tag: 'StoreUnavailable', cause: new Error('disk full') };
    const type = 'payment_intent.succeeded';
    const storedAt = (id: string, at: number): StoredEvent =>
      newStoredEvent(
        eventOf(id, {
          type,
          created: at,
          object: `pi_${id}`,
          fields: { object: 'payment_intent' },
        }),
        at,
        null,
        null,
      );
    const many = (count: number, first = 0) =>
      Array.from({ length: count }, (_, at) => storedAt(`evt_${first + at}`, now - first - at));
    const refused = (count: number): ReadonlyArray<RefusedKey> =>
      Array.from({ length: count }, (_, at) => ({
        scope: 'client:shop',
        key: `key-${at}`,
        at: now - at,
        answer: 'cannot be decrypted',
        refused: true,
        wasInDoubt: false,
      }));

    /** Reads these pages of events of one type, and these of refusals. An error takes the place of a page. */
    const readPages = async (
      events: ReadonlyArray<ReadonlyArray<StoredEvent> | StoreUnavailable | null>,
      refusals: ReadonlyArray<ReadonlyArray<RefusedKey> | StoreUnavailable> = [[]],
      others: ReadonlyArray<StoredEvent> = [],
    ) => {
      const asked: Array<string> = [];
      const kept: Array<string> = [];
      let eventPage = 0;
      let refusalPage = 0;
      const outcome = await readOwnRecords({
        eventStore: {
          list: (query) => {
            if (query.type === 'charge.captured' && others.length > 0) {
              return TE.right(
                O.some({ object: 'list', data: others, has_more: false, url: '/v1/stored_events' }),
              );
            }
            if (query.type !== type) return TE.right(O.none);
            asked.push(query.starting_after ?? 'events');
            const page = events[eventPage] ?? null;
            eventPage += 1;
            if (page === null) return TE.right(O.none);
            if ('_tag' in page) return TE.left(page);
            const has_more = eventPage < events.length;
            return TE.right(
              O.some({ object: 'list', data: page, has_more, url: '/v1/stored_events' }),
            );
          },
        },
        idempotencyStore: {
          refusals: ({ after }) => {
            asked.push(after?.key ?? 'refusals');
            const page = refusals[refusalPage] ?? [];
            refusalPage += 1;
            return '_tag' in page ? TE.left(page) : TE.right(page);
          },
        },
        cipher: await valueOf(idempotencyCipher(createMemoryIdempotencyStore(), secret)),
        ledger: {
          keep: async (_, rows) => {
            for (const row of rows) if ('payment' in row) kept.push(String(row.payment));
          },
        },
        eventsKeptFor: 30 * day,
        now,
      })({ from, to: now })();
      return { outcome, asked, kept };
    };

    const old = storedAt('evt_old', from - 1);
    const strange = storedAt('not an id', now - day);
    const cases: ReadonlyArray<
      readonly [
        situation: string,
        pages: Parameters<typeof readPages>,
        expected: { outcome: object; asked: ReadonlyArray<string>; kept: number },
      ]
    > = [
      [
        'all pages are read',
        [[many(100), many(3, 100)]],
        {
          outcome: E.right({ eventsSince: now - 102 }),
          asked: ['events', 'evt_99', 'refusals'],
          kept: 103,
        },
      ],
      [
        'a page that reached the beginning is the last',
        [[[...many(1), old], many(9)]],
        { outcome: E.right({ eventsSince: from }), asked: ['events', 'refusals'], kept: 2 },
      ],
      [
        'an empty page is the last',
        [[[], many(9)]],
        { outcome: E.right({ eventsSince: null }), asked: ['events', 'refusals'], kept: 0 },
      ],
      [
        'an id after which no page can begin is the last',
        [[[strange], many(9)]],
        { outcome: E.right({ eventsSince: now - day }), asked: ['events', 'refusals'], kept: 1 },
      ],
      [
        'an event that is gone when its page is asked for ends the reading of its type',
        [[many(100), null]],
        {
          outcome: E.right({ eventsSince: now - 99 }),
          asked: ['events', 'evt_99', 'refusals'],
          kept: 100,
        },
      ],
      [
        'a type whose next page cannot begin is known from there, where another type is known from the beginning',
        [[[strange], many(9)], [[]], [old]],
        { outcome: E.right({ eventsSince: now - day }), asked: ['events', 'refusals'], kept: 2 },
      ],
      [
        'so is one whose next page is gone',
        [[many(100), null], [[]], [old]],
        {
          outcome: E.right({ eventsSince: now - 99 }),
          asked: ['events', 'evt_99', 'refusals'],
          kept: 101,
        },
      ],
      [
        'the store fails at the second page of events',
        [[many(100), broken]],
        { outcome: E.left(broken), asked: ['events', 'evt_99'], kept: 100 },
      ],
      [
        'answers that cannot be decrypted say nothing, on any page',
        [[[]], [refused(100), refused(2)]],
        {
          outcome: E.right({ eventsSince: null }),
          asked: ['events', 'refusals', 'key-99'],
          kept: 0,
        },
      ],
      [
        'the store fails at the second page of refusals',
        [[[]], [refused(100), broken]],
        { outcome: E.left(broken), asked: ['events', 'refusals', 'key-99'], kept: 0 },
      ],
    ];
    for (const [situation, pages, expected] of cases) {
      it(situation, async () => {
        const { outcome, asked, kept } = await readPages(...pages);
        expect({ outcome, asked, kept: kept.length }).to.deep.equal(expected);
      });
    }
  });
});
