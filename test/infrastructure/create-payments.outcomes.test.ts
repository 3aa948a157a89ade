import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import { createMemoryEventStore } from '../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { openPostgresStores } from '../../src/adapters/outbound/postgres/open-stores.js';
import { openSqliteStores } from '../../src/adapters/outbound/sqlite/open-stores.js';
import type { EventStore } from '../../src/application/ports/event-store.js';
import type { SnapshotEvent } from '../../src/domain/events/processor-event.js';
import { createPayments, type WholePayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor, type MemoryProcessor } from '../../src/memory.js';
import { seed } from '../support/inputs/seed.js';
import { keysOf } from '../support/json/keys-of.js';
import { usePostgres } from '../support/stores/postgres/use-postgres.js';
import { useSqlite } from '../support/stores/use-sqlite.js';
import { until } from '../support/time/until.js';

const good = 'pm_card_visa';
const declined = 'pm_card_visa_chargeDeclined';
const success_url = 'https://shop.example/thanks';

type Shop = {
  readonly processor: MemoryProcessor;
  readonly payments: WholePayments;
  readonly customer: string;
};

type Step = () => unknown;

/** The life of a payment: its steps, and the outcomes that its shop is told in the end. */
type Fate = {
  readonly steps: (shop: Shop, order: string) => ReadonlyArray<Step>;
  readonly paid: boolean;
  /** `perhaps`: it was lost for a while, which the shop hears of if it listens then. */
  readonly lost: 'no' | 'perhaps' | 'failed' | 'canceled' | 'expired';
};

/** The steps of a payment by its intent, which the first of them creates. */
const direct =
  (steps: (shop: Shop, intent: () => string) => ReadonlyArray<Step>, capture = {}) =>
  (shop: Shop, order: string): ReadonlyArray<Step> => {
    let id = '';
    return [
      async () => {
        const { payments, customer } = shop;
        const input = { customer, amount: '19.99', payment_method: good, metadata: { order } };
        ({ id } = await payments.createPaymentIntent({ ...input, ...capture }));
      },
      ...steps(shop, () => id),
    ];
  };

const checkout =
  (steps: (shop: Shop, session: () => string) => ReadonlyArray<Step>) =>
  (shop: Shop, order: string): ReadonlyArray<Step> => {
    let id = '';
    return [
      async () => {
        const line_items = [{ name: 'T-shirt', amount: '19.99' }];
        const input = { line_items, success_url, client_reference_id: order, metadata: { order } };
        ({ id } = await shop.payments.createCheckoutSession(input));
      },
      ...steps(shop, () => id),
    ];
  };

const pay =
  ({ payments }: Shop, intent: () => string, payment_method = good): Step =>
  () =>
    payments
      .confirmPayment({ payment_intent: intent(), payment_method })
      .catch((error: unknown) => error);

const paySlowly =
  (shop: Shop, intent: () => string): Step =>
  () => {
    shop.processor.controls.failNext({ on: 'confirm', with: 'processing' });
    return pay(shop, intent)();
  };

const cancel =
  ({ payments }: Shop, intent: () => string): Step =>
  () =>
    payments.cancelPayment({ payment_intent: intent() });

const intentOf = async ({ payments }: Shop, session: string): Promise<string> =>
  String((await payments.getCheckoutSession({ session })).payment_intent);

const submit =
  ({ processor }: Shop, session: () => string, card?: string): Step =>
  () =>
    processor.controls.completeCheckout(session(), card === undefined ? {} : { card });

const submitSlowly =
  (shop: Shop, session: () => string): Step =>
  () => {
    shop.processor.controls.failNext({ on: 'confirm', with: 'processing' });
    return submit(shop, session)();
  };

const expire =
  ({ payments }: Shop, session: () => string): Step =>
  () =>
    payments.expireCheckoutSession({ session: session() });

const manual = { capture_method: 'manual' };

const fates = {
  paid: { steps: direct((shop, id) => [pay(shop, id)]), paid: true, lost: 'no' },
  'declined, and left': {
    steps: direct((shop, id) => [pay(shop, id, declined)]),
    paid: false,
    lost: 'no',
  },
  'declined, then paid': {
    steps: direct((shop, id) => [pay(shop, id, declined), pay(shop, id)]),
    paid: true,
    lost: 'no',
  },
  'declined, then canceled': {
    steps: direct((shop, id) => [pay(shop, id, declined), cancel(shop, id)]),
    paid: false,
    lost: 'canceled',
  },
  canceled: { steps: direct((shop, id) => [cancel(shop, id)]), paid: false, lost: 'canceled' },
  'processing for days': {
    steps: direct((shop, id) => [paySlowly(shop, id)]),
    paid: false,
    lost: 'no',
  },
  'paid days later': {
    steps: direct((shop, id) => [paySlowly(shop, id), () => shop.processor.controls.settle(id())]),
    paid: true,
    lost: 'no',
  },
  'failed days later': {
    steps: direct((shop, id) => [paySlowly(shop, id), () => shop.processor.controls.fail(id())]),
    paid: false,
    lost: 'failed',
  },
  'failed days later, then paid': {
    steps: direct((shop, id) => [
      paySlowly(shop, id),
      () => shop.processor.controls.fail(id()),
      pay(shop, id),
    ]),
    paid: true,
    lost: 'perhaps',
  },
  held: { steps: direct((shop, id) => [pay(shop, id)], manual), paid: false, lost: 'no' },
  'held, then captured': {
    steps: direct(
      (shop, id) => [
        pay(shop, id),
        () => shop.payments.capturePayment({ payment_intent: id(), amount: '12.00' }),
      ],
      manual,
    ),
    paid: true,
    lost: 'no',
  },
  'held, then released': {
    steps: direct((shop, id) => [pay(shop, id), cancel(shop, id)], manual),
    paid: false,
    lost: 'canceled',
  },
  'a checkout page that nobody submits': {
    steps: checkout(() => []),
    paid: false,
    lost: 'no',
  },
  'paid by Checkout': {
    steps: checkout((shop, id) => [submit(shop, id)]),
    paid: true,
    lost: 'no',
  },
  'declined on the page, then paid there': {
    steps: checkout((shop, id) => [submit(shop, id, '4000000000000002'), submit(shop, id)]),
    paid: true,
    lost: 'no',
  },
  'a checkout page that expires': {
    steps: checkout((shop, id) => [expire(shop, id)]),
    paid: false,
    lost: 'expired',
  },
  'declined on a checkout page that expires': {
    steps: checkout((shop, id) => [submit(shop, id, '4000000000000002'), expire(shop, id)]),
    paid: false,
    lost: 'canceled',
  },
  'paid by Checkout days later': {
    steps: checkout((shop, id) => [
      submitSlowly(shop, id),
      async () => shop.processor.controls.settle(await intentOf(shop, id())),
    ]),
    paid: true,
    lost: 'no',
  },
  'failed in Checkout days later': {
    steps: checkout((shop, id) => [
      submitSlowly(shop, id),
      async () => shop.processor.controls.fail(await intentOf(shop, id())),
    ]),
    paid: false,
    lost: 'failed',
  },
} as const satisfies { readonly [name: string]: Fate };

type FateName = keyof typeof fates;
const names = keysOf(fates);

type Told = {
  readonly type: 'paid' | 'payment_lost';
  readonly order: string;
  readonly reason?: string;
  readonly lostBefore?: boolean;
  readonly reference: unknown;
};

/** One turn of the world: a step of an order, an event that arrives at an instance, or the restart of one. */
type Turn = { readonly do: 'step' | 'deliver' | 'repeat' | 'restart'; readonly at: number };

const turns: fc.Arbitrary<ReadonlyArray<Turn>> = fc.array(
  fc.record({
    do: fc.constantFrom('step', 'step', 'deliver', 'deliver', 'repeat', 'restart'),
    at: fc.nat(1000),
  }),
  { minLength: 20, maxLength: 80 },
);

const live = async (
  eventStore: EventStore,
  wanted: ReadonlyArray<FateName>,
  plan: ReadonlyArray<Turn>,
  failing: boolean,
): Promise<ReadonlyArray<Told>> => {
  const time = { now: 1_800_000_000 };
  const clock = (): number => time.now;
  const processor = createMemoryProcessor({ seed: 7, clock });
  const sent: Array<SnapshotEvent> = [];
  processor.controls.onEvent((event) => void sent.push(event));
  const told: Array<Told> = [];
  const tries = new Map<string, number>();
  // Handlers fail at first, as one whose database is away.
  const failsFirst = (id: string): boolean => {
    const count = (tries.get(id) ?? 0) + 1;
    tries.set(id, count);
    return failing && count <= id.length % 3;
  };
  const open = (): WholePayments => {
    const payments = createPayments({ processor, stores: { eventStore }, clock });
    payments.on(
      'paid',
      ({ id, data: { object } }) => {
        if (failsFirst(id)) throw new Error('the shop is away');
        const { payment_intent, session, lost_before: lostBefore } = object;
        expect(payment_intent).to.include({ status: 'succeeded' });
        const order = String(payment_intent?.metadata?.['order']);
        told.push({ type: 'paid', order, lostBefore, reference: session?.client_reference_id });
      },
      { name: 'ship' },
    );
    payments.on(
      'payment_lost',
      ({ id, data: { object } }) => {
        if (failsFirst(id)) throw new Error('the shop is away');
        const { payment_intent, session, reason } = object;
        const order = String((payment_intent ?? session)?.metadata?.['order']);
        told.push({ type: 'payment_lost', order, reason, reference: session?.client_reference_id });
      },
      { name: 'release' },
    );
    payments.start();
    return payments;
  };
  const instances = [open(), open()];
  // Time does not leap while a handler runs: its lease would be over.
  const restart = async (seconds: number): Promise<void> => {
    for (const instance of instances) await instance.stop();
    time.now += seconds;
    instances.splice(0, 2, open(), open());
  };
  const payments = createPayments({ processor });
  const customer = (await payments.createCustomer({ email: 'a@b.es', name: 'A', phone: '1' })).id;
  const shop = { processor, payments, customer };
  const orders = wanted.map((name, index) => [...fates[name].steps(shop, String(index))]);
  const waiting = new Set<SnapshotEvent>();
  let seen = 0;
  const deliver = async (event: SnapshotEvent | undefined, at: number): Promise<void> => {
    if (event === undefined) return;
    waiting.delete(event);
    await instances[at % 2]?.keepEvent(event);
  };
  const turn = async ({ do: what, at }: Turn): Promise<void> => {
    for (const event of sent.slice(seen)) waiting.add(event);
    seen = sent.length;
    const all = [...waiting];
    switch (what) {
      case 'step':
        await orders[at % orders.length]?.shift()?.();
        return;
      case 'deliver':
        return deliver(all[at % Math.max(1, all.length)], at);
      case 'repeat':
        return deliver(sent[at % Math.max(1, sent.length)], at);
      case 'restart':
        await restart(at);
    }
  };
  for (const next of plan) await turn(next);
  for (const [at, steps] of orders.entries()) {
    while (steps.length > 0) await turn({ do: 'step', at });
  }
  await turn({ do: 'deliver', at: 1 });
  for (let at = 3; waiting.size > 0; at = (at * 31 + 7) % 997) await turn({ do: 'deliver', at });
  for (;;) {
    const waits = await eventStore.backlog(1000)();
    if (E.isRight(waits) && waits.right.pending + waits.right.dead === 0) break;
    await until(async () => {
      const due = await eventStore.nextDue(clock())();
      return E.isRight(due) && (due.right === null || due.right > clock());
    });
    await restart(24 * 60 * 60);
  }
  for (const instance of instances) await instance.stop();
  return told;
};

const expectOutcomes = (wanted: ReadonlyArray<FateName>, told: ReadonlyArray<Told>): void => {
  for (const [index, name] of wanted.entries()) {
    const { paid, lost } = fates[name];
    const ofOrder = told.filter(({ order }) => order === String(index));
    const types = ofOrder.map(({ type }) => type);
    const story = JSON.stringify([name, ofOrder]);
    if (lost === 'perhaps') {
      expect(
        types.filter((type) => type === 'payment_lost'),
        story,
      ).to.have.length.at.most(1);
      expect(types.at(-1), story).to.equal('paid');
    } else {
      expect(types, story).to.deep.equal([
        ...(lost === 'no' ? [] : ['payment_lost']),
        ...(paid ? ['paid'] : []),
      ]);
    }
    expect(
      types.filter((type) => type === 'paid'),
      story,
    ).to.have.length(paid ? 1 : 0);
    for (const one of ofOrder) {
      if (one.type === 'payment_lost' && lost !== 'perhaps') expect(one.reason).to.equal(lost);
      // Told as lost, the shop knows it when it is told that the payment came after all.
      if (one.type === 'paid' && types.includes('payment_lost')) {
        expect(one.lostBefore, story).to.equal(true);
      }
      const isCheckout = name.includes('heckout') || name.includes('page');
      expect(one.reference, story).to.equal(isCheckout ? String(index) : undefined);
    }
  }
};

const checkOutcomes = (
  store: () => Promise<EventStore>,
  numRuns: number,
  failing = true,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray([...names], { minLength: 4, maxLength: 12 }),
      turns,
      async (wanted, plan) => {
        expectOutcomes(wanted, await live(await store(), wanted, plan, failing));
      },
    ),
    { seed, numRuns },
  );

describe('the outcome of a payment, whose events come in any order, twice and to several instances', () => {
  it('is told once by the in-memory store', async () => {
    await checkOutcomes(async () => createMemoryEventStore(), 25);
  });

  describe('in SQLite', () => {
    const { file } = useSqlite();

    it('is told once', async () => {
      const opened: Array<{ readonly close: () => Promise<void> }> = [];
      await checkOutcomes(async () => {
        const stores = await openSqliteStores({ path: await file() });
        opened.push(stores);
        return stores.eventStore;
      }, 6);
      for (const stores of opened) await stores.close();
    });
  });

  describe('in PostgreSQL', () => {
    const url = usePostgres();

    it('is told once', async () => {
      const stores = await openPostgresStores({ url: url() });
      try {
        // Its own clock measures the pauses before another try.
        await checkOutcomes(async () => stores.eventStore, 1, false);
      } finally {
        await stores.close();
      }
    });
  });
});
