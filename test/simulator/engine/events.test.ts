import { expect } from 'chai';
import { controls, engineOperations } from '../../../src/simulator/engine/operations.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
} from '../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../adapters/outbound/memory/support/outcomes.js';

describe('events', () => {
  it('show the object as it was when they happened', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = pay(shop);
    right(engine.call(engineOperations.createRefund, { payment_intent: intent.id, amount: 1 }));
    const events = right(
      engine.call(engineOperations.listEvents, { limit: 100 }),
    ).data.toReversed();
    expect(
      events.map(({ type, data }) => [type, data.object['status'] ?? data.object['email']]),
    ).to.deep.equal([
      ['customer.created', 'ana@example.com'],
      ['payment_intent.created', 'requires_payment_method'],
      ['charge.succeeded', 'succeeded'],
      ['payment_intent.succeeded', 'succeeded'],
      ['refund.created', 'succeeded'],
      ['charge.refunded', 'succeeded'],
    ]);
    expect(events.at(2)?.data.object['amount_refunded']).to.equal(0);
    expect(events.at(5)?.data.object['amount_refunded']).to.equal(1);
    const requests = events.map(({ request }) => request.id);
    expect(requests[1]).to.equal(requests[3]);
    expect(new Set(requests).size).to.equal(3);
  });

  it('contain the previous values only if they are about updates', () => {
    const { engine, customer } = openShop();
    right(engine.call(engineOperations.updateCustomer, { customer, name: 'Ana' }));
    const [updated, created] = right(engine.call(engineOperations.listEvents, {})).data;
    expect(updated).to.deep.include({
      object: 'event',
      type: 'customer.updated',
      created: noon,
      livemode: false,
    });
    expect(updated?.data.previous_attributes).to.deep.equal({ name: null });
    expect(created?.data).not.to.have.property('previous_attributes');
  });

  // `stripe trigger payment_intent.succeeded` creates and confirms in one request: recorded with 2019-12-03 and 2022-11-15.
  it('about a creation that also confirms show the intent before its payment method is chosen', () => {
    const { engine } = openShop();
    const created = (params: { readonly confirm?: boolean }) => {
      right(
        engine.call(engineOperations.createIntent, {
          amount: 2000,
          currency: 'usd',
          payment_method: 'pm_card_visa',
          payment_method_types: ['card'],
          ...params,
        }),
      );
      const events = right(
        engine.call(engineOperations.listEvents, { type: 'payment_intent.created' }),
      );
      return events.data[0]?.data.object;
    };
    expect(created({ confirm: true })).to.deep.include({
      status: 'requires_payment_method',
      payment_method: null,
    });
    expect(created({})?.['status']).to.equal('requires_confirmation');
  });

  // A recorded `charge.refunded` of 2019-03-14 has them. Shops compute the amount of the refund from them.
  it('about refunds contain what the charge had refunded before', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, amount } = pay(shop);
    const refund = (part: number) => {
      right(engine.call(engineOperations.createRefund, { payment_intent: id, amount: part }));
      const events = right(engine.call(engineOperations.listEvents, { type: 'charge.refunded' }));
      return events.data[0]?.data.previous_attributes;
    };
    expect(refund(1)).to.deep.equal({ amount_refunded: 0 });
    expect(refund(amount - 1)).to.deep.equal({ amount_refunded: 1, refunded: false });
  });

  it('of the whole life of a payment come in order', () => {
    const shop = openShop();
    const { engine } = shop;
    const types = (act: () => void) => eventTypes(engine, act);
    let id = '';
    expect(
      types(() => {
        ({ id } = pay(shop, 'pm_card_threeDSecure2Required'));
      }),
    ).to.deep.equal(['payment_intent.created', 'payment_intent.requires_action']);
    expect(
      types(() => right(engine.control(controls.completeChallenge, { payment_intent: id }))),
    ).to.deep.equal(['charge.succeeded', 'payment_intent.succeeded']);
    expect(
      types(() => {
        ({ id } = pay(shop, 'pm_card_visa', { capture_method: 'manual' }));
      }),
    ).to.deep.equal([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
    ]);
    expect(
      types(() => right(engine.call(engineOperations.captureIntent, { payment_intent: id }))),
    ).to.deep.equal(['charge.captured', 'payment_intent.succeeded']);
    engine.failNext({ on: 'confirm', with: 'processing', times: 1 });
    expect(
      types(() => {
        ({ id } = pay(shop));
      }),
    ).to.deep.equal(['payment_intent.created', 'charge.pending', 'payment_intent.processing']);
    expect(
      types(() => right(engine.call(engineOperations.cancelIntent, { payment_intent: id }))),
    ).to.deep.equal(['charge.failed', 'payment_intent.canceled']);
    const { customer } = shop;
    const attach = () =>
      right(engine.call(engineOperations.createSource, { customer, source: 'tok_visa' }));
    attach();
    attach();
    expect(
      types(() => right(engine.call(engineOperations.deleteCustomer, { customer }))),
    ).to.deep.equal(['customer.source.deleted', 'customer.source.deleted', 'customer.deleted']);
  });

  it('are dropped beyond keepEvents, the oldest first', () => {
    const { engine } = openShop({ keepEvents: 3 });
    for (const name of ['a', 'b', 'c', 'd'])
      right(engine.call(engineOperations.createCustomer, { name }));
    const kept = right(engine.call(engineOperations.listEvents, { limit: 100 })).data;
    expect(kept.map(({ data }) => data.object['name'])).to.deep.equal(['d', 'c', 'b']);
  });

  it('are listed by type too, and by id', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    pay(shop);
    const list = processor.controls.events({ type: 'charge.succeeded' });
    expect(list.data).to.have.length(1);
    const [event] = list.data;
    expect(right(engine.call(engineOperations.retrieveEvent, { event: event?.id ?? '' }))).to.equal(
      event,
    );
  });
});
