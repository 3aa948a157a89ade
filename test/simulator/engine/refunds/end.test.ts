import { expect } from 'chai';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  openShop,
  pay,
  payWithNumber,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const madeRefund = (shop: Shop, form: WireHash = {}): string =>
  String(
    right(
      ask(shop.engine, engineOperations.createRefund, { payment_intent: pay(shop).id, ...form }),
    )['id'],
  );
describe('the end of a refund', () => {
  it('is pending first with a card whose refunds succeed later', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id } = payWithNumber(shop, '4000000000007726');
    const refund = right(engine.call(engineOperations.createRefund, { payment_intent: id }));
    expect(refund.status).to.equal('pending');
    expect(
      eventTypes(engine, () => {
        expect(right(engine.control(controls.settleRefund, { refund: refund.id })).status).to.equal(
          'succeeded',
        );
      }),
    ).to.deep.equal(['refund.updated', 'charge.refund.updated']);
    expect(refusal(engine.control(controls.failRefund, { refund: refund.id })).status).to.equal(
      400,
    );
  });

  it('makes the amount refundable again if the refund fails', () => {
    const shop = openShop();
    const { engine } = shop;
    const intent = payWithNumber(shop, '4000000000005126');
    const charge = intent.latest_charge ?? '';
    const refund = right(engine.call(engineOperations.createRefund, { charge }));
    const types = eventTypes(engine, () => {
      expect(right(engine.control(controls.settleRefund, { refund: refund.id }))).to.include({
        status: 'failed',
        failure_reason: 'expired_or_canceled_card',
      });
    });
    expect(types).to.deep.equal([
      'refund.updated',
      'charge.refund.updated',
      'refund.failed',
      'charge.updated',
    ]);
    expect(right(engine.call(engineOperations.retrieveCharge, { charge }))).to.include({
      amount_refunded: 0,
      refunded: false,
    });
  });

  it('comes by itself an hour later', () => {
    const shop = openShop();
    const { engine } = shop;
    const refundOf = (number: string) =>
      right(
        engine.call(engineOperations.createRefund, {
          payment_intent: payWithNumber(shop, number).id,
        }),
      );
    const statuses = (refunds: ReadonlyArray<{ readonly id: string }>) =>
      refunds.map(
        ({ id }) => right(engine.call(engineOperations.retrieveRefund, { refund: id })).status,
      );
    const settled = refundOf('4000000000007726');
    const refunds = [refundOf('4000000000007726'), refundOf('4000000000005126'), settled];
    right(engine.control(controls.settleRefund, { refund: settled.id }));
    engine.clock.advance(3599);
    expect(statuses(refunds)).to.deep.equal(['pending', 'succeeded', 'succeeded']);
    const types = eventTypes(engine, () => engine.clock.advance(1));
    expect(types.filter((type) => type === 'refund.updated')).to.have.length(2);
    expect(types.filter((type) => type === 'refund.failed')).to.have.length(1);
    expect(statuses(refunds)).to.deep.equal(['succeeded', 'failed', 'succeeded']);
    expect(
      refusal(engine.control(controls.settleRefund, { refund: refunds[1]?.id ?? '' })),
    ).to.include({ status: 400 });
  });

  it('is never a cancellation: refunds to a card cannot be canceled (05.15)', () => {
    const shop = openShop();
    const refund = madeRefund(shop);
    const cancel = (id: string) =>
      refusal(ask(shop.engine, engineOperations.cancelRefund, { refund: id }));
    expect(cancel(refund)).to.include({
      status: 400,
      message: 'Canceling this refund is unsupported.',
    });
    expect(cancel('re_none')).to.include({ status: 404 });
  });
});
