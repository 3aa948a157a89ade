import { expect } from 'chai';
import * as fc from 'fast-check';
import { doDueWork } from '../../../src/simulator/engine/due-work.js';
import type { Engine } from '../../../src/simulator/engine/engine.js';
import { createEventDispatcher } from '../../../src/simulator/engine/kernel/event-delivery.js';
import { loadMemory } from '../../../src/simulator/engine/kernel/memory.js';
import { controls, engineOperations } from '../../../src/simulator/engine/operations.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
  type Shop,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';
import { seed } from '../../support/inputs/seed.js';

const week = 604_800;

const hold = (shop: Shop): string => pay(shop, 'pm_card_visa', { capture_method: 'manual' }).id;
const holdDirectly = ({ engine }: Shop): string =>
  right(
    engine.call(engineOperations.createCharge, {
      amount: 2000,
      currency: 'eur',
      source: 'tok_visa',
      capture: false,
    }),
  ).id;
const intentOf = (engine: Engine, payment_intent: string) =>
  right(engine.call(engineOperations.retrieveIntent, { payment_intent }));

/** A shop with a clock that the test moves. */
const clockedShop = () => {
  const clock = { now: noon };
  return { clock, shop: openShop({ clock: () => clock.now }) };
};

describe('an authorization that is not captured', () => {
  it('expires a week later, at the next request', () => {
    const { clock, shop } = clockedShop();
    const { engine } = shop;
    const id = hold(shop);
    clock.now = noon + week - 1;
    expect(intentOf(engine, id).status).to.equal('requires_capture');
    clock.now = noon + week;
    const types = eventTypes(engine, () => {
      expect(intentOf(engine, id)).to.include({
        status: 'canceled',
        amount_capturable: 0,
        canceled_at: noon + week,
        cancellation_reason: 'automatic',
      });
    });
    expect(types).to.deep.equal([
      'refund.created',
      'charge.refunded',
      'charge.expired',
      'payment_intent.canceled',
    ]);
    const capture = engine.call(engineOperations.captureIntent, { payment_intent: id });
    expect(refusal(capture).code).to.equal('payment_intent_unexpected_state');
    const [refund] = right(engine.call(engineOperations.listRefunds, { payment_intent: id })).data;
    expect(refund).to.include({
      amount: 2000,
      balance_transaction: null,
      reason: 'expired_uncaptured_charge',
      created: noon + week,
    });
  });

  it('expires at its due time, however late the next request is', () => {
    const { clock, shop } = clockedShop();
    const { engine } = shop;
    const first = hold(shop);
    clock.now = noon + 10;
    const second = hold(shop);
    clock.now = noon + 10 * week;
    const expired = [first, second].map((id) => intentOf(engine, id).canceled_at);
    expect(expired).to.deep.equal([noon + week, noon + 10 + week]);
    const { data } = right(engine.call(engineOperations.listEvents, { limit: 8 }));
    expect(data.map(({ created }) => created - noon)).to.deep.equal([
      ...Array.from({ length: 4 }, () => week + 10),
      ...Array.from({ length: 4 }, () => week),
    ]);
  });

  it('expires when the clock advances, before any request', () => {
    const shop = openShop();
    hold(shop);
    const types = eventTypes(shop.engine, () => {
      shop.engine.clock.advance(week);
    });
    expect(types).to.include('payment_intent.canceled');
  });

  it('expires without an intent too', () => {
    const shop = openShop();
    const id = holdDirectly(shop);
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(week));
    expect(types).to.deep.equal(['refund.created', 'charge.refunded', 'charge.expired']);
    const capture = shop.engine.call(engineOperations.captureCharge, { charge: id });
    expect(refusal(capture).code).to.equal('charge_expired_for_capture');
  });

  it('expires immediately if it was settled after a week', () => {
    const shop = openShop();
    const { engine } = shop;
    engine.failNext({ on: 'confirm', with: 'processing', times: 1 });
    const id = hold(shop);
    engine.clock.advance(week + 5);
    expect(right(engine.control(controls.settleIntent, { payment_intent: id })).status).to.equal(
      'requires_capture',
    );
    expect(intentOf(engine, id).canceled_at).to.equal(noon + week + 5);
  });

  it('expires in a processor that was restored in the meantime', () => {
    const shop = openShop();
    const id = hold(shop);
    const snapshot: ReturnType<Engine['snapshot']> = JSON.parse(
      JSON.stringify(shop.engine.snapshot()),
    );
    const twin = openShop({ seed: 'another' });
    twin.engine.restore(snapshot);
    twin.engine.clock.advance(week);
    shop.engine.clock.advance(week);
    expect(intentOf(twin.engine, id).status).to.equal('canceled');
    expect(twin.engine.snapshot()).to.deep.equal(shop.engine.snapshot());
  });

  it('expires also when the request is refused or lost', () => {
    for (const fault of ['unreachable', 'rate_limit'] as const) {
      const { clock, shop } = clockedShop();
      const id = hold(shop);
      clock.now = noon + week;
      shop.engine.failNext({ on: 'any', with: fault, times: 1 });
      shop.engine.call(engineOperations.retrieveIntent, { payment_intent: id });
      const [, intent] = shop.engine.snapshot().state.intents.rows[0] ?? [];
      expect(intent?.status).to.equal('canceled');
    }
  });

  it('reads only the oldest charge, however many are held', () => {
    const shop = openShop();
    for (let i = 0; i < 200; i += 1) hold(shop);
    const clock = () => noon + 1;
    const memory = loadMemory(shop.engine.snapshot(), { clock, searchDelay: 0 });
    const { charges } = memory.state;
    let looked = 0;
    const counted: typeof charges.oldestFirst = function* (...walk) {
      for (const charge of charges.oldestFirst(...walk)) {
        looked += 1;
        yield charge;
      }
    };
    doDueWork({
      memory: {
        ...memory,
        state: { ...memory.state, charges: { ...charges, oldestFirst: counted } },
      },
      options: {
        seed: 'shop',
        account: 'acct_1',
        clock,
        cardTokens: true,
        fees: null,
        keepEvents: 0,
        searchDelay: 0,
        challengeUrl: (intent) => intent,
        checkoutUrl: (session) => session,
        onListenerError: () => undefined,
      },
      dispatcher: createEventDispatcher(() => undefined),
    });
    expect(looked).to.equal(1);
  });

  it('expires once, and never after a capture, cancellation or refund', () => {
    const step = fc.record({
      do: fc.constantFrom('hold', 'direct', 'capture', 'cancel', 'refund', 'wait'),
      at: fc.nat({ max: 20 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (life) => {
        const { clock, shop } = clockedShop();
        const { engine } = shop;
        const pick = (table: 'intents' | 'charges', at: number): string => {
          const { rows } = engine.snapshot().state[table];
          return rows[at % Math.max(1, rows.length)]?.[1].id ?? 'none';
        };
        for (const next of life) {
          if (next.do === 'hold') hold(shop);
          if (next.do === 'direct') holdDirectly(shop);
          if (next.do === 'capture') {
            engine.call(engineOperations.captureIntent, {
              payment_intent: pick('intents', next.at),
            });
            engine.call(engineOperations.captureCharge, { charge: pick('charges', next.at) });
          }
          if (next.do === 'cancel') {
            engine.call(engineOperations.cancelIntent, {
              payment_intent: pick('intents', next.at),
            });
          }
          if (next.do === 'refund') {
            engine.call(engineOperations.createRefund, { charge: pick('charges', next.at) });
          }
          if (next.do === 'wait') clock.now += next.at * 40_000;
          right(engine.call(engineOperations.retrieveBalance, {}));
          const { charges, refunds, events } = engine.snapshot().state;
          for (const [, charge] of charges.rows) {
            const isOpen = !charge.captured && !charge.refunded;
            if (isOpen) expect(clock.now).to.be.below(charge.created + week);
            const expiries = refunds.rows.filter(
              ([, refund]) =>
                refund.charge === charge.id && refund.reason === 'expired_uncaptured_charge',
            );
            expect(expiries.length).to.be.at.most(1);
            for (const [, refund] of expiries)
              expect(refund.created).to.equal(charge.created + week);
          }
          const moments = events.rows.map(([, event]) => event.created);
          expect(moments).to.deep.equal(moments.toSorted((a, b) => a - b));
        }
      }),
      { seed, numRuns: 100 },
    );
  });
});

describe('hundreds of tasks that are due at once', () => {
  const booked = ({ engine }: Shop): number => engine.snapshot().state.transactions.rows.length;
  const payTimes = ({ clock, shop }: ReturnType<typeof clockedShop>, times: number): void => {
    for (let i = 0; i < times; i += 1) {
      pay(shop, 'pm_card_visa', { capture_method: 'automatic_async' });
    }
    clock.now += 2;
  };
  const busySecond = () => {
    const clocked = clockedShop();
    payTimes(clocked, 250);
    return clocked.shop;
  };

  it('are done by the next requests, two hundred by each', () => {
    const shop = busySecond();
    right(shop.engine.call(engineOperations.retrieveBalance, {}));
    expect(booked(shop)).to.equal(200);
    right(shop.engine.call(engineOperations.retrieveBalance, {}));
    expect(booked(shop)).to.equal(250);
  });

  it('are done in small parts by the requests after one that could not do all', () => {
    const clocked = clockedShop();
    const { shop } = clocked;
    const bookedByRequests = (requests: number): ReadonlyArray<number> =>
      Array.from({ length: requests }, () => {
        right(shop.engine.call(engineOperations.retrieveBalance, {}));
        return booked(shop);
      });
    payTimes(clocked, 280);
    expect(bookedByRequests(3)).to.deep.equal([200, 250, 280]);
    payTimes(clocked, 120);
    expect(bookedByRequests(1)).to.deep.equal([400]);
  });

  it('are all done when the clock advances', () => {
    const shop = busySecond();
    shop.engine.clock.advance(0);
    expect(booked(shop)).to.equal(250);
  });
});
