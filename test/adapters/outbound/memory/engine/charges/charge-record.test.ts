import { expect } from 'chai';
import { engineOperations } from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import { retrievedCharge } from '../../support/direct-charges.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../support/open-shop.js';
import { right } from '../../support/outcomes.js';

const later = { capture_method: 'automatic_async' };

const paidLater = (shop: Shop): string => pay(shop, 'pm_card_visa', later).latest_charge ?? '';

const transactionOf = (shop: Shop, charge: string): string | null =>
  retrievedCharge(shop, charge).balance_transaction;

const transactions = ({ engine }: Shop) =>
  right(engine.call(engineOperations.listBalanceTransactions, {})).data;

// Source: steps 6, 9, 10 and 49 of recording 04.
describe('a payment that is captured asynchronously', () => {
  it('is paid at once, and booked three seconds later', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    expect(retrievedCharge(shop, charge)).to.include({
      amount_captured: 2000,
      balance_transaction: null,
      captured: true,
      paid: true,
    });
    expect(transactions(shop)).to.deep.equal([]);
    expect(eventTypes(shop.engine, () => shop.engine.clock.advance(2))).to.deep.equal([]);
    expect(eventTypes(shop.engine, () => shop.engine.clock.advance(1))).to.deep.equal([
      'charge.updated',
    ]);
    const [transaction] = transactions(shop);
    expect(transaction).to.include({ amount: 2000, source: charge, created: noon + 3 });
    expect(transactionOf(shop, charge)).to.equal(transaction?.id);
    const [event] = right(shop.engine.call(engineOperations.listEvents, { limit: 1 })).data;
    expect(event?.data.previous_attributes).to.deep.equal({ balance_transaction: null });
  });

  it('is booked after a restored snapshot too', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    const other = openShop({ seed: 'other' });
    other.engine.restore(shop.engine.snapshot());
    other.engine.clock.advance(3);
    expect(transactionOf(other, charge)).to.match(/^txn_/);
  });

  // Source: steps 4 and 5 of recording 05.
  it('is booked when it is refunded, and only once', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    const types = eventTypes(shop.engine, () => {
      right(shop.engine.call(engineOperations.createRefund, { charge, amount: 500 }));
    });
    expect(types).to.deep.equal(['charge.updated', 'refund.created', 'charge.refunded']);
    const booked = transactionOf(shop, charge);
    expect(booked).to.match(/^txn_/);
    shop.engine.clock.advance(3);
    expect(transactionOf(shop, charge)).to.equal(booked);
    expect(transactions(shop).map(({ amount }) => amount)).to.deep.equal([-500, 2000]);
  });

  it('is not booked yet when it is disputed (05.28)', () => {
    const shop = openShop();
    const { latest_charge } = payWithNumber(shop, '4000000000000259', later);
    expect(transactionOf(shop, latest_charge ?? '')).to.equal(null);
    shop.engine.clock.advance(3);
    expect(transactionOf(shop, latest_charge ?? '')).to.match(/^txn_/);
  });

  it('is booked after its processing', () => {
    const shop = openShop();
    shop.processor.controls.failNext({ on: 'createPaymentIntent', with: 'processing' });
    const { id, latest_charge } = pay(shop, 'pm_card_visa', later);
    shop.engine.clock.advance(3);
    shop.processor.controls.settle(id);
    expect(transactionOf(shop, latest_charge ?? '')).to.equal(null);
    shop.engine.clock.advance(3);
    expect(transactionOf(shop, latest_charge ?? '')).to.match(/^txn_/);
  });
});

describe('a balance transaction is there at once', () => {
  for (const [when, params] of [
    ['after an automatic capture', { capture_method: 'automatic' }],
    // Source: step 19 of recording 04.
    ['after a capture by hand', { capture_method: 'manual' }],
  ] as const) {
    it(when, () => {
      const shop = openShop();
      const { id, latest_charge, status } = pay(shop, 'pm_card_visa', params);
      if (status === 'requires_capture') {
        right(shop.engine.call(engineOperations.captureIntent, { payment_intent: id }));
      }
      expect(transactionOf(shop, latest_charge ?? '')).to.match(/^txn_/);
    });
  }
});
