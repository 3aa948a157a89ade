import { expect } from 'chai';
import { createEngine, type Engine } from '../../../src/simulator/engine/engine.js';
import type { EngineOptions } from '../../../src/simulator/engine/kernel/memory.js';
import { controls, engineOperations } from '../../../src/simulator/engine/operations.js';
import { createStart } from '../../../src/simulator/engine/start.js';
import {
  noon,
  openShop,
  pay,
  type Shop,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../adapters/outbound/memory/support/outcomes.js';
import { at } from '../../support/json/at.js';

const day = 24 * 60 * 60;

const begin = (
  shop: Shop,
  clock: 'resumes' | 'follows',
  options: Partial<EngineOptions> = {},
): Engine =>
  createEngine({
    account: 'acct_1',
    seed: 'other',
    clock: () => noon + 30 * day,
    keepEvents: 10_000,
    cardTokens: true,
    searchDelay: 0,
    fees: null,
    challengeUrl: (intent) => `https://other.example/${intent}`,
    checkoutUrl: (session) => `https://other.example/pay/${session}`,
    onListenerError: () => undefined,
    start: createStart(shop.engine.snapshot(), shop.engine.clock.now(), clock),
    ...options,
  });

const newCustomer = (engine: Engine, name = 'Eva') =>
  right(engine.call(engineOperations.createCustomer, { name }));

const customersOf = (engine: Engine): ReadonlyArray<string> =>
  right(engine.call(engineOperations.listCustomers, {})).data.map(({ id }) => id);

describe('engines with one start', () => {
  it('have its state, share its rows, and change without each other', () => {
    const shop = openShop();
    const charge = pay(shop).latest_charge ?? '';
    const start = createStart(shop.engine.snapshot(), noon, 'resumes');
    const [one, other] = [begin(shop, 'resumes', { start }), begin(shop, 'resumes', { start })];
    expect(one.chargeOf(charge)).to.deep.equal(shop.engine.chargeOf(charge));
    expect(one.chargeOf(charge)).to.equal(other.chargeOf(charge));
    right(one.call(engineOperations.createRefund, { charge }));
    right(one.call(engineOperations.deleteCustomer, { customer: shop.customer }));
    expect(one.chargeOf(charge)?.refunded).to.equal(true);
    expect(other.chargeOf(charge)?.refunded).to.equal(false);
    expect(customersOf(other)).to.deep.equal([shop.customer]);
    expect(right(other.call(engineOperations.retrieveBalance, {})).available).to.deep.equal(
      right(shop.engine.call(engineOperations.retrieveBalance, {})).available,
    );
  });

  it('make ids of their own seed, which are new to the state', () => {
    const shop = openShop();
    const made = newCustomer(begin(shop, 'resumes')).id;
    expect(newCustomer(begin(shop, 'resumes')).id).to.equal(made);
    expect(newCustomer(begin(shop, 'resumes', { seed: 'third' })).id).not.to.equal(made);
    const same = begin(shop, 'resumes', { seed: 'shop' });
    expect(newCustomer(same).id).to.equal(newCustomer(shop.engine).id);
    expect(customersOf(same)).to.have.length(2);
  });

  it('know the cards of the state by their fingerprints, also after a snapshot', () => {
    const shop = openShop();
    const fingerprint = (engine: Engine): unknown =>
      at(right(engine.call(engineOperations.createToken, { card: visa })), 'card.fingerprint');
    const engine = begin(shop, 'resumes');
    expect(fingerprint(engine)).to.equal(fingerprint(shop.engine));
    const later = openShop({ seed: 'third' }).engine;
    later.restore(engine.snapshot());
    expect(fingerprint(later)).to.equal(fingerprint(shop.engine));
    const again = begin({ ...shop, engine }, 'resumes', { seed: 'fourth' });
    expect(fingerprint(again)).to.equal(fingerprint(shop.engine));
  });

  it('start over with it after a reset', () => {
    const shop = openShop();
    const engine = begin(shop, 'resumes');
    const begun = engine.snapshot();
    newCustomer(engine);
    engine.clock.advance(day);
    engine.reset();
    expect(engine.snapshot()).to.deep.equal(begun);
  });

  it('know none of its idempotency keys, but its planned failures and late events', () => {
    const shop = openShop();
    const named = (name: string) => ({ name });
    const key = { idempotencyKey: 'one' };
    right(shop.engine.call(engineOperations.createCustomer, named('Ana'), key));
    shop.engine.delayEvents(60);
    newCustomer(shop.engine);
    shop.engine.failNext({ on: 'cancel', with: 'rate_limit', times: 1 });
    const engine = begin(shop, 'resumes');
    expect(right(engine.call(engineOperations.createCustomer, named('Eva'), key)).name).to.equal(
      'Eva',
    );
    expect(
      refusal(engine.call(engineOperations.cancelIntent, { payment_intent: 'pi_1' })).status,
    ).to.equal(429);
    const seen = right(engine.control(engineOperations.listEvents, {})).data.length;
    engine.clock.advance(60);
    expect(right(engine.control(engineOperations.listEvents, {})).data).to.have.length(seen + 2);
  });

  it('lead open challenges of setup intents to their own pages', () => {
    const shop = openShop();
    const { id } = right(
      shop.engine.call(engineOperations.createSetupIntent, {
        payment_method: 'pm_card_threeDSecure2Required',
        confirm: true,
        return_url: 'https://shop.example/back',
      }),
    );
    const { setupIntents } = begin(shop, 'resumes').snapshot().state;
    expect(at(setupIntents, 'rows.0.1.next_action.redirect_to_url.url')).to.equal(
      `https://other.example/${id}`,
    );
  });

  it('lead open checkout sessions to their own pages', () => {
    const shop = openShop();
    const open = () =>
      right(
        shop.engine.call(engineOperations.createCheckoutSession, {
          mode: 'setup',
          currency: 'eur',
          success_url: 'https://shop.example/done',
        }),
      ).id;
    const session = open();
    const expired = open();
    right(shop.engine.call(engineOperations.expireCheckoutSession, { session: expired }));
    const engine = begin(shop, 'resumes');
    const urlOf = (id: string): string | null =>
      right(engine.call(engineOperations.retrieveCheckoutSession, { session: id })).url;
    expect(urlOf(session)).to.equal(`https://other.example/pay/${session}`);
    expect(urlOf(expired)).to.equal(null);
  });

  for (const [extra, path] of [
    [{ return_url: 'https://shop.example/back' }, 'redirect_to_url.url'],
    [{ use_stripe_sdk: true }, 'use_stripe_sdk.stripe_js'],
  ] as const) {
    it(`lead open challenges to their own pages: ${path}`, () => {
      const shop = openShop();
      const { id } = pay(shop, 'pm_card_threeDSecure2Required', extra);
      const engine = begin(shop, 'resumes');
      const intent = right(engine.call(engineOperations.retrieveIntent, { payment_intent: id }));
      expect(at(intent, `next_action.${path}`)).to.equal(`https://other.example/${id}`);
      const done = right(engine.control(controls.completeChallenge, { payment_intent: id }));
      expect(done.status).to.equal('succeeded');
    });
  }
});

const visa = { number: '4242424242424242', exp_month: 12, exp_year: 2030 };

describe('the clock of an engine with a start', () => {
  const held = (): { readonly shop: Shop; readonly id: string } => {
    const shop = openShop();
    return { shop, id: pay(shop, 'pm_card_visa', { capture_method: 'manual' }).id };
  };
  const statusOf = (engine: Engine, payment_intent: string): string =>
    right(engine.call(engineOperations.retrieveIntent, { payment_intent })).status;

  it('goes on from when the start was saved, again after a reset', () => {
    const { shop, id } = held();
    let now = noon + 30 * day;
    const engine = begin(shop, 'resumes', { clock: () => now });
    expect(engine.clock.now()).to.equal(noon);
    now += 100;
    expect(newCustomer(engine).created).to.equal(noon + 100);
    expect(statusOf(engine, id)).to.equal('requires_capture');
    engine.clock.advance(7 * day);
    expect(statusOf(engine, id)).to.equal('canceled');
    engine.reset();
    expect(engine.clock.now()).to.equal(noon);
    expect(statusOf(engine, id)).to.equal('requires_capture');
  });

  it('may follow another clock, and is never earlier than the start', () => {
    const { shop, id } = held();
    const engine = begin(shop, 'follows');
    expect(engine.clock.now()).to.equal(noon + 30 * day);
    expect(statusOf(engine, id)).to.equal('canceled');
    let now = noon - day;
    const early = begin(shop, 'follows', { clock: () => now });
    expect(early.clock.now()).to.equal(noon);
    now = noon + 5;
    expect(early.clock.now()).to.equal(noon + 5);
  });
});
