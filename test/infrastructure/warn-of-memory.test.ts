import { once } from 'node:events';
import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { createMemoryRefundSums } from '../../src/adapters/outbound/memory/stores/memory-refund-sums.js';
import { createStripeProcessor } from '../../src/adapters/outbound/stripe/processor.js';
import type { WebhookReceiver } from '../../src/application/ports/webhook-receiver.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import type { PaymentsOptions } from '../../src/infrastructure/payments-options.js';

const stripe = (mode: 'live' | 'test') =>
  createStripeProcessor({ secretKey: ['sk', mode, 'shop'].join('_') });

const live = { processor: stripe('live') };

/** The warnings of `createPayments` with these options. */
const warningsOf = (options: PaymentsOptions): ReadonlyArray<string> => {
  const warnings: Array<string> = [];
  const nothing = () => undefined;
  const warn = (message: string): void => void warnings.push(message);
  createPayments({ ...options, logger: { info: nothing, error: nothing, warn } });
  return warnings;
};

const keys =
  'idempotency keys are in memory: a restart forgets them, and a request that is repeated later may charge twice';
const events = 'received events are in memory: a restart loses those that are not handled';
const warningAbout = (found: string) =>
  `REAL MONEY: the processor is in live mode, but ${found}. Pass stores, such as await openSqliteStores({ path: 'data/shop.db' }) of pasarela/sqlite`;

// For the tests they stand for stores that last.
const idempotencyStore = createMemoryIdempotencyStore();
const eventStore = createMemoryEventStore();
const refundSums = createMemoryRefundSums();
const idempotencySecret = 'a secret of this test';
const webhookSecrets = ['whsec_of_this_test'];
const webhooks: WebhookReceiver = { receive: () => TE.right({ events: [] }) };

describe('createPayments with a live key', () => {
  const rows: ReadonlyArray<readonly [title: string, Partial<PaymentsOptions>, found?: string]> = [
    ['without stores', {}, keys],
    ['without stores, with webhooks', { webhookSecrets }, `${keys}; ${events}`],
    ['with other webhooks', { webhooks }, `${keys}; ${events}`],
    [
      'with webhooks of the processor',
      { processor: { ...live.processor, webhooks } },
      `${keys}; ${events}`,
    ],
    ['with an event store alone', { stores: { eventStore }, webhookSecrets }, keys],
    ['with refund sums alone', { stores: { refundSums } }, keys],
    [
      'with a store of keys alone, and webhooks',
      { stores: { idempotencyStore }, idempotencySecret, webhookSecrets },
      events,
    ],
    [
      'with a store of keys alone, and no webhooks',
      { stores: { idempotencyStore }, idempotencySecret, webhookSecrets: [] },
    ],
    [
      'with both stores',
      { stores: { idempotencyStore, eventStore }, idempotencySecret, webhookSecrets },
    ],
  ];
  for (const [title, options, found] of rows) {
    it(`${found === undefined ? 'is silent' : 'warns'} ${title}`, () => {
      expect(warningsOf({ ...live, ...options })).to.deep.equal(
        found === undefined ? [] : [warningAbout(found)],
      );
    });
  }

  it('emits a warning of the process when there is no logger', async () => {
    const warned = once(process, 'warning');
    createPayments(live);
    const [warning] = await warned;
    expect(warning).to.include({
      name: 'Pasarela',
      code: 'PASARELA_REAL_MONEY_IN_MEMORY',
      message: warningAbout(keys),
    });
  });
});

describe('createPayments without real money', () => {
  const { livemode: _, ...unsaid } = live.processor;
  for (const [title, processor] of [
    ['a test key', stripe('test')],
    ['the in-memory processor', createMemoryProcessor()],
    ['a processor that does not say its mode', unsaid],
  ] as const) {
    it(`is silent with ${title}, without stores`, () => {
      expect(warningsOf({ processor, webhookSecrets })).to.deep.equal([]);
    });
  }
});
