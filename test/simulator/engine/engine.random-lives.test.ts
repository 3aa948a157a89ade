import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import type { PaymentIntentStatus } from '../../../src/domain/objects/payment-intent.js';
import type { Engine } from '../../../src/simulator/engine/engine.js';
import { controls, engineOperations } from '../../../src/simulator/engine/operations.js';
import { intentTransitions } from '../../../src/simulator/engine/payment-intents/status-machine.js';
import { openShop, type Shop } from '../../adapters/outbound/memory/support/open-shop.js';
import { seed } from '../../support/inputs/seed.js';

type Step = { readonly do: keyof typeof steps; readonly a: number; readonly b: number };

const methods = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa_chargeDeclined',
  'pm_card_threeDSecure2Required',
  'pm_card_authenticationRequired',
] as const;
const tokens = ['tok_visa', 'tok_chargeCustomerFail', 'tok_chargeDeclined', 'tok_x'] as const;
const numbers = ['4000000000005126', '4000000000007726', '4000000000000259'] as const;

const pick = <A>(from: ReadonlyArray<A>, at: number, fallback: A): A =>
  from[at % Math.max(1, from.length)] ?? fallback;

const idsOf = (engine: Engine, table: 'customers' | 'intents' | 'charges' | 'refunds') =>
  engine.snapshot().state[table].rows.map(([, row]) => row.id);

const setupsOf = (engine: Engine) =>
  (engine.snapshot().state.setupIntents?.rows ?? []).map(([, row]) => row);

const intentOf = ({ engine }: Shop, at: number): string =>
  pick(idsOf(engine, 'intents'), at, 'pi_none');
const setupOf = ({ engine }: Shop, at: number): string =>
  pick(
    setupsOf(engine).map(({ id }) => id),
    at,
    'seti_none',
  );
const customerOf = ({ engine, customer }: Shop, at: number): string =>
  pick(idsOf(engine, 'customers'), at, customer);

// The steps of a random life. The processor refuses most of them now and then, which is part of the test.
const steps = {
  customer: ({ engine }: Shop, a: number) =>
    engine.call(engineOperations.createCustomer, { email: `c${a % 3}@example.com` }),
  rename: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.updateCustomer, {
      customer: customerOf(shop, a),
      name: `n${b}`,
    }),
  leave: (shop: Shop, a: number) =>
    a % 4 === 0 &&
    shop.engine.call(engineOperations.deleteCustomer, { customer: customerOf(shop, a) }),
  card: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.createSource, {
      customer: customerOf(shop, a),
      source: pick(tokens, b, 'tok_visa'),
    }),
  numbered: (shop: Shop, a: number, b: number) => {
    const number = pick(numbers, b, numbers[0]);
    const token = shop.engine.call(engineOperations.createToken, {
      card: { number, exp_month: 12, exp_year: 2030 },
    });
    if (E.isRight(token)) {
      const customer = customerOf(shop, a);
      shop.engine.call(engineOperations.createSource, { customer, source: token.right.id });
    }
  },
  uncard: (shop: Shop, a: number) => {
    const customer = customerOf(shop, a);
    const cards = shop.engine.call(engineOperations.listSources, { customer });
    if (E.isRight(cards)) {
      const card = cards.right.data[0]?.id ?? 'card_none';
      shop.engine.call(engineOperations.deleteSource, { customer, card });
    }
  },
  create: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.createIntent, {
      amount: 50 + b,
      currency: 'eur',
      customer: customerOf(shop, a),
      payment_method: pick(methods, b, methods[0]),
      confirm: a % 2 === 0,
      confirmation_method: a % 3 === 0 ? 'manual' : 'automatic',
      capture_method: pick(['manual', 'automatic', 'automatic_async'] as const, b, 'manual'),
    }),
  createWithCard: (shop: Shop, a: number, b: number) => {
    const customer = customerOf(shop, a);
    const cards = shop.engine.call(engineOperations.listSources, { customer });
    const payment_method = E.isRight(cards) ? cards.right.data[0]?.id : undefined;
    if (payment_method !== undefined) {
      const amount = 50 + b;
      const params = { amount, currency: 'eur', customer, payment_method, confirm: true };
      shop.engine.call(engineOperations.createIntent, params);
    }
  },
  confirm: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.confirmIntent, {
      payment_intent: intentOf(shop, a),
      ...(b % 2 === 0 ? {} : { payment_method: pick(methods, b, methods[0]) }),
    }),
  change: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.updateIntent, {
      payment_intent: intentOf(shop, a),
      ...(b % 3 === 0 ? { amount: 50 + b } : { description: `d${b}` }),
      ...(b % 5 === 0 ? { payment_method: pick(methods, b, methods[0]) } : {}),
    }),
  charge: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.createCharge, {
      amount: 50 + b,
      currency: 'eur',
      capture: b % 2 === 0,
      ...(a % 2 === 0
        ? { customer: customerOf(shop, a) }
        : { source: pick(tokens, b, 'tok_visa') }),
    }),
  take: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.captureCharge, {
      charge: pick(idsOf(shop.engine, 'charges'), a, 'ch_none'),
      amount: 1 + b,
    }),
  slow: ({ engine }: Shop) => engine.failNext({ on: 'confirm', with: 'processing', times: 1 }),
  pass: (shop: Shop, a: number) =>
    shop.engine.control(controls.completeChallenge, { payment_intent: intentOf(shop, a) }),
  fail: (shop: Shop, a: number) =>
    shop.engine.control(controls.failChallenge, { payment_intent: intentOf(shop, a) }),
  settle: (shop: Shop, a: number) =>
    shop.engine.control(controls.settleIntent, { payment_intent: intentOf(shop, a) }),
  sink: (shop: Shop, a: number) =>
    shop.engine.control(controls.failIntent, { payment_intent: intentOf(shop, a) }),
  capture: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.captureIntent, {
      payment_intent: intentOf(shop, a),
      ...(b % 2 === 0 ? {} : { amount_to_capture: 1 + b }),
    }),
  cancel: (shop: Shop, a: number) =>
    shop.engine.call(engineOperations.cancelIntent, { payment_intent: intentOf(shop, a) }),
  expire: (shop: Shop, a: number) =>
    shop.engine.control(controls.expireIntent, { payment_intent: intentOf(shop, a) }),
  refund: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.createRefund, {
      charge: pick(idsOf(shop.engine, 'charges'), a, 'ch_none'),
      ...(b % 3 === 0 ? {} : { amount: 1 + b }),
    }),
  end: ({ engine }: Shop, a: number, b: number) =>
    engine.control(b % 2 === 0 ? controls.settleRefund : controls.failRefund, {
      refund: pick(idsOf(engine, 'refunds'), a, 're_none'),
    }),
  setUp: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.createSetupIntent, {
      ...(a % 3 === 0 ? {} : { customer: customerOf(shop, a) }),
      payment_method: pick(methods, b, methods[0]),
      confirm: a % 2 === 0,
    }),
  confirmSetup: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.confirmSetupIntent, {
      setup_intent: setupOf(shop, a),
      ...(b % 2 === 0 ? {} : { payment_method: pick(methods, b, methods[0]) }),
    }),
  changeSetup: (shop: Shop, a: number, b: number) =>
    shop.engine.call(engineOperations.updateSetupIntent, {
      setup_intent: setupOf(shop, a),
      ...(b % 3 === 0 ? { customer: customerOf(shop, b) } : { description: `d${b}` }),
      ...(b % 5 === 0 ? { payment_method: pick(methods, b, methods[0]) } : {}),
    }),
  endSetup: (shop: Shop, a: number, b: number) =>
    shop.engine.control(
      b % 2 === 0 ? controls.completeSetupChallenge : controls.failSetupChallenge,
      {
        setup_intent: setupOf(shop, a),
      },
    ),
  cancelSetup: (shop: Shop, a: number) =>
    shop.engine.call(engineOperations.cancelSetupIntent, { setup_intent: setupOf(shop, a) }),
  wait: ({ engine }: Shop, a: number) => engine.clock.advance(a),
  weeks: ({ engine }: Shop, a: number) => engine.clock.advance(a * 50_000),
} as const;

const isStep = (name: string): name is keyof typeof steps => name in steps;

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(...Object.keys(steps).filter(isStep)),
  a: fc.nat({ max: 20 }),
  b: fc.nat({ max: 100 }),
});

const legal = (from: PaymentIntentStatus, to: PaymentIntentStatus): boolean =>
  from === to ||
  Object.values(intentTransitions).some(
    (transition) =>
      transition.to === to &&
      transition.from.some((allowed: PaymentIntentStatus) => allowed === from),
  ) ||
  // One request supplies a payment method and confirms with it.
  (from === 'requires_payment_method' && legal('requires_confirmation', to));

const checkAmounts = (engine: Engine): void => {
  const { charges, refunds, intents } = engine.snapshot().state;
  for (const [, charge] of charges.rows) {
    const back = refunds.rows
      .filter(([, refund]) => refund.charge === charge.id && refund.status !== 'failed')
      .reduce((sum, [, refund]) => sum + refund.amount, 0);
    expect(charge.amount_refunded).to.equal(back).and.be.at.most(charge.amount);
    expect(charge.refunded).to.equal(back === charge.amount);
    expect(charge.amount_captured).to.be.at.most(charge.amount);
    expect(charge.paid).to.equal(charge.status === 'succeeded');
  }
  for (const [, intent] of intents.rows) {
    const charge = charges.rows.find(([, row]) => row.id === intent.latest_charge)?.[1];
    expect(intent.amount_received).to.equal(
      intent.status === 'succeeded' ? charge?.amount_captured : 0,
    );
    expect(intent.amount_capturable).to.equal(
      intent.status === 'requires_capture' ? intent.amount : 0,
    );
    expect(intent.next_action !== null).to.equal(intent.status === 'requires_action');
    expect(intent.processing !== null).to.equal(intent.status === 'processing');
    if (intent.status === 'requires_payment_method') expect(intent.payment_method).to.equal(null);
  }
};

const checkSetups = (engine: Engine): void => {
  const attempts = new Map(
    (engine.snapshot().state.setupAttempts?.rows ?? []).map(([, row]) => [row.id, row]),
  );
  const waiting = new Set<string | null>();
  for (const intent of setupsOf(engine)) {
    const { status, latest_attempt, next_action, payment_method } = intent;
    const latest = attempts.get(latest_attempt ?? '')?.status;
    expect(next_action !== null).to.equal(status === 'requires_action');
    if (status === 'requires_payment_method') expect(payment_method).to.equal(null);
    if (status === 'succeeded') expect(latest).to.equal('succeeded');
    if (status === 'requires_action') waiting.add(latest_attempt);
  }
  for (const [id, { status }] of attempts) {
    expect(status === 'requires_action').to.equal(waiting.has(id));
  }
};

const checkCustomers = (engine: Engine): void => {
  const { customers, instruments } = engine.snapshot().state;
  for (const [, customer] of customers.rows) {
    const cards = instruments.rows
      .filter(([, row]) => row.kind === 'card' && row.customer === customer.id)
      .map(([, row]) => row.id);
    if (cards.length === 0) expect(customer.default_source).to.equal(null);
    else expect(cards).to.include(customer.default_source);
  }
};

const checkEvents = (engine: Engine, changed: ReadonlySet<string>): void => {
  const { state } = engine.snapshot();
  const last = new Map<unknown, unknown>();
  for (const [, event] of state.events.rows) last.set(event.data.object['id'], event.data.object);
  const waiting = new Set(state.authenticated.map(([intent]) => intent));
  for (const table of [
    state.customers,
    state.intents,
    state.setupIntents,
    state.charges,
    state.refunds,
  ]) {
    for (const [, row] of table?.rows ?? []) {
      // The processor emits no event when an authenticated intent waits for its next confirmation, nor when an intent is updated.
      if (!waiting.has(row.id) && !changed.has(row.id)) expect(last.get(row.id)).to.deep.equal(row);
    }
  }
};

describe('any sequence of operations', () => {
  it('keeps statuses legal, amounts right and events complete, and can be saved and restored at any point', () => {
    const reached = new Set<PaymentIntentStatus>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), fc.nat(), (life, cut) => {
        const shop = openShop();
        const { engine } = shop;
        let statuses = new Map<string, PaymentIntentStatus>();
        const changed = new Set<string>();
        let saved = engine.snapshot();
        const run = (on: Shop, { do: name, a, b }: Step) => steps[name](on, a, b);
        for (const [at, next] of life.entries()) {
          if (at === cut % life.length) saved = engine.snapshot();
          if (next.do === 'change') changed.add(intentOf(shop, next.a));
          if (next.do === 'changeSetup') changed.add(setupOf(shop, next.a));
          run(shop, next);
          const now = new Map(
            engine.snapshot().state.intents.rows.map(([, row]) => [row.id, row.status]),
          );
          for (const [id, status] of now) {
            reached.add(status);
            const before = statuses.get(id);
            if (before !== undefined) {
              expect(legal(before, status), `${before} to ${status}`).to.equal(true);
            }
          }
          statuses = now;
        }
        checkAmounts(engine);
        checkSetups(engine);
        checkCustomers(engine);
        checkEvents(engine, changed);
        const twin = openShop({ seed: 'another' });
        twin.engine.restore(saved);
        for (const next of life.slice(cut % life.length)) {
          run({ ...twin, customer: shop.customer }, next);
        }
        expect(twin.engine.snapshot()).to.deep.equal(engine.snapshot());
      }),
      { seed, numRuns: 300 },
    );
    expect(reached.size).to.equal(7);
  });
});
