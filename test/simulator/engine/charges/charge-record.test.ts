import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { retrievedCharge } from '../../../adapters/outbound/memory/support/direct-charges.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

const later = { capture_method: 'automatic_async' };

const paidLater = (shop: Shop): string => pay(shop, 'pm_card_visa', later).latest_charge ?? '';

const transactionOf = (shop: Shop, charge: string): string | null =>
  retrievedCharge(shop, charge).balance_transaction;

const transactions = ({ engine }: Shop) =>
  right(engine.call(engineOperations.listBalanceTransactions, {})).data;

// Source: steps 6, 9, 10 and 49 of recording 04.
describe('a payment that is captured asynchronously', () => {
  it('is paid at once, and booked two seconds later', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    expect(retrievedCharge(shop, charge)).to.include({
      amount_captured: 2000,
      balance_transaction: null,
      captured: true,
      paid: true,
    });
    expect(transactions(shop)).to.deep.equal([]);
    expect(eventTypes(shop.engine, () => shop.engine.clock.advance(1))).to.deep.equal([]);
    expect(eventTypes(shop.engine, () => shop.engine.clock.advance(1))).to.deep.equal([
      'charge.updated',
    ]);
    const [transaction] = transactions(shop);
    expect(transaction).to.include({ amount: 2000, source: charge, created: noon + 2 });
    expect(transactionOf(shop, charge)).to.equal(transaction?.id);
    const [event] = right(shop.engine.call(engineOperations.listEvents, { limit: 1 })).data;
    expect(event?.data.previous_attributes).to.deep.equal({ balance_transaction: null });
  });

  it('is booked after a restored snapshot too', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    const other = openShop({ seed: 'other' });
    other.engine.restore(shop.engine.snapshot());
    other.engine.clock.advance(2);
    expect(transactionOf(other, charge)).to.match(/^txn_/);
  });

  // Source: steps 23 and 28 of recording 05.
  it('can be refunded before it is booked, from money that is pending', () => {
    const shop = openShop();
    const charge = paidLater(shop);
    const types = eventTypes(shop.engine, () => {
      right(shop.engine.call(engineOperations.createRefund, { charge, amount: 500 }));
    });
    expect(types).to.deep.equal(['refund.created', 'charge.refunded']);
    expect(transactionOf(shop, charge)).to.equal(null);
    shop.engine.clock.advance(2);
    expect(retrievedCharge(shop, charge)).to.include({ amount_refunded: 500 });
    const [booked, refunded] = transactions(shop);
    expect([booked?.amount, refunded?.amount]).to.deep.equal([2000, -500]);
    expect(booked?.id).to.equal(transactionOf(shop, charge));
    expect(refunded?.available_on).to.equal(booked?.available_on);
  });

  it('can be disputed before it is booked', () => {
    const shop = openShop();
    const charge = payWithNumber(shop, '4000000000000259', later).latest_charge ?? '';
    expect(retrievedCharge(shop, charge)).to.include({ balance_transaction: null, disputed: true });
    shop.engine.clock.advance(2);
    expect(retrievedCharge(shop, charge)).to.include({ disputed: true });
    expect(transactionOf(shop, charge)).to.match(/^txn_/);
  });

  it('is booked after its processing', () => {
    const shop = openShop();
    shop.processor.controls.failNext({ on: 'createPaymentIntent', with: 'processing' });
    const { id, latest_charge } = pay(shop, 'pm_card_visa', later);
    shop.engine.clock.advance(2);
    shop.processor.controls.settle(id);
    expect(transactionOf(shop, latest_charge ?? '')).to.equal(null);
    shop.engine.clock.advance(2);
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
