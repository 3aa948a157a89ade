import { expect } from 'chai';
import type { MemorySnapshot } from '../../../src/memory.js';
import { controls, engineOperations } from '../../../src/simulator/engine/operations.js';
import {
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { right, thrown } from '../../adapters/outbound/memory/support/outcomes.js';

const live = (shop: Shop): unknown => {
  const { engine } = shop;
  const paid = payWithNumber(shop, '4000000000005126');
  const refund = right(
    engine.call(
      engineOperations.createRefund,
      { payment_intent: paid.id },
      { idempotencyKey: `refund ${paid.id}` },
    ),
  );
  const challenged = pay(shop, 'pm_card_threeDSecure2Required', { confirmation_method: 'manual' });
  right(engine.control(controls.completeChallenge, { payment_intent: challenged.id }));
  right(
    engine.call(engineOperations.createSetupIntent, {
      payment_method: 'pm_card_visa',
      confirm: true,
    }),
  );
  engine.clock.advance(10);
  right(engine.control(controls.settleRefund, { refund: refund.id }));
  engine.failNext({ on: 'cancel', with: 'rate_limit', times: 2 });
  return right(engine.call(engineOperations.listEvents, { limit: 100 }));
};

describe('a snapshot', () => {
  it('is plain JSON, from which another processor continues exactly', () => {
    const shop = openShop();
    live(shop);
    const snapshot = shop.engine.snapshot();
    const text = JSON.stringify(snapshot);
    expect(JSON.parse(text)).to.deep.equal(snapshot);
    const twin = openShop({ seed: 'another' });
    twin.processor.controls.restore(JSON.parse(text));
    expect(twin.engine.snapshot()).to.deep.equal(snapshot);
    expect(live({ ...twin, customer: shop.customer })).to.deep.equal(live(shop));
    expect(twin.engine.snapshot()).to.deep.equal(shop.engine.snapshot());
  });

  it('is immutable, and holds no card number', () => {
    const shop = openShop();
    live(shop);
    const snapshot = shop.engine.snapshot();
    const text = JSON.stringify(snapshot);
    live(shop);
    expect(JSON.stringify(snapshot)).to.equal(text);
    expect(text).not.to.contain('4000000000005126');
    // The number that the network gives a payment is as long as a card's.
    expect(text.replaceAll(/"network_transaction_id":"\d{15}"/g, '')).not.to.match(
      /(?<![0-9A-Za-z])\d{13,19}(?![0-9A-Za-z])/,
    );
    shop.processor.controls.restore(snapshot);
    expect(JSON.stringify(shop.engine.snapshot())).to.equal(text);
  });

  it('of a version without setup intents still loads', () => {
    const { engine, processor } = openShop();
    const { setupIntents: _intents, setupAttempts: _attempts, ...state } = engine.snapshot().state;
    processor.controls.restore({ ...engine.snapshot(), state });
    expect(right(engine.call(engineOperations.listSetupIntents, {})).data).to.deep.equal([]);
    expect(right(engine.call(engineOperations.listCustomers, {})).data).to.have.lengthOf(1);
  });

  it('that is invalid is refused, and changes nothing', () => {
    const { processor, engine } = openShop();
    const before = engine.snapshot();
    const { charges: _charges, ...cutShort } = before.state;
    const others: ReadonlyArray<MemorySnapshot> = JSON.parse(
      JSON.stringify([
        null,
        {},
        { version: 1 },
        { ...before, version: 2 },
        { ...before, state: cutShort },
        { ...before, state: undefined },
        { ...before, answers: undefined },
      ]),
    );
    for (const other of others) {
      expect(thrown(() => processor.controls.restore(other))).to.include({
        _tag: 'ProcessorRefused',
        status: 400,
        param: 'snapshot',
        message: 'not a snapshot of the in-memory processor: pass the result of snapshot()',
      });
    }
    expect(engine.snapshot()).to.deep.equal(before);
  });
});

describe('a processor with a seed', () => {
  it('produces the same ids again; another seed produces others', () => {
    const first = live(openShop({ seed: 'a' }));
    expect(live(openShop({ seed: 'a' }))).to.deep.equal(first);
    expect(live(openShop({ seed: 'b' }))).not.to.deep.equal(first);
  });

  it('starts over after a reset, and keeps its listeners', () => {
    const shop = openShop();
    const empty = openShop();
    empty.engine.reset();
    live(shop);
    let heard = 0;
    shop.engine.onEvent(() => {
      heard += 1;
    });
    shop.engine.reset();
    expect(shop.engine.snapshot()).to.deep.equal(empty.engine.snapshot());
    right(shop.engine.call(engineOperations.createCustomer, {}));
    expect(heard).to.equal(1);
  });

  it('returns frozen objects, and copies its input', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = pay(shop);
    const charges = right(engine.call(engineOperations.listCharges, {}));
    for (const frozen of [
      intent,
      intent.payment_method_options,
      charges,
      charges.data,
      charges.data[0],
      charges.data[0]?.payment_method_details,
      right(engine.call(engineOperations.listEvents, {})).data[0]?.data,
    ]) {
      // Values other than objects count as frozen.
      expect(frozen).to.be.an(Array.isArray(frozen) ? 'array' : 'object');
      expect(Object.isFrozen(frozen)).to.equal(true);
    }
    const metadata = { a: '1' };
    const address = { city: 'Madrid' };
    const preferred_locales = ['es'];
    const { id } = right(
      engine.call(engineOperations.createCustomer, { metadata, address, preferred_locales }),
    );
    metadata.a = '2';
    address.city = 'Lugo';
    preferred_locales.push('gl');
    expect(right(engine.call(engineOperations.retrieveCustomer, { customer: id }))).to.deep.include(
      {
        metadata: { a: '1' },
        preferred_locales: ['es'],
      },
    );
    expect(right(engine.call(engineOperations.retrieveCustomer, { customer: id })))
      .to.have.property('address')
      .that.includes({ city: 'Madrid', line1: null });
  });

  it('has a clock that never goes back', () => {
    let time = 1000;
    const { engine } = openShop({ clock: () => time });
    engine.clock.advance(60);
    expect(engine.clock.now()).to.equal(1060);
    time = 500;
    expect(engine.clock.now()).to.equal(1060);
    time = 1001.9;
    expect(engine.clock.now()).to.equal(1061);
  });
});
