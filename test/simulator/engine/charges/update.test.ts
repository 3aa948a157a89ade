import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { charged } from '../../../adapters/outbound/memory/support/direct-charges.js';
import {
  eventTypes,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

const update = ({ engine }: Shop, id: string, form: WireHash) =>
  ask(engine, engineOperations.updateCharge, { charge: id, ...form });

describe('an update of a charge', () => {
  it('changes the given fields, and emits an event only if one changes', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    const id = charged(shop, { source: 'tok_visa', metadata: { a: '1' } });
    const types = eventTypes(engine, () => {
      const after = right(
        update(shop, id, {
          customer,
          description: 'Hats',
          fraud_details: { user_report: 'safe' },
          metadata: { b: '2' },
          receipt_email: 'a@b.c',
          shipping: { address: { city: 'Lugo' }, name: 'Ana' },
          transfer_group: 'G1',
        }),
      );
      expect(after).to.deep.include({
        customer,
        description: 'Hats',
        fraud_details: { user_report: 'safe' },
        metadata: { a: '1', b: '2' },
        receipt_email: 'a@b.c',
        transfer_group: 'G1',
      });
      right(update(shop, id, { description: 'Hats', customer }));
    });
    expect(types).to.deep.equal(['charge.updated']);
    const [event] = right(engine.call(engineOperations.listEvents, { limit: 1 })).data;
    expect(event?.data.previous_attributes).to.deep.include({ customer: null, description: null });
    expect(right(update(shop, id, { fraud_details: { user_report: '' } }))).to.deep.include({
      fraud_details: {},
    });
  });

  it('refuses to change a customer or a transfer group that is set', () => {
    const shop = openShop();
    const { engine } = shop;
    const other = right(engine.call(engineOperations.createCustomer, {})).id;
    const direct = charged(shop, { source: 'tok_visa', transfer_group: 'G1' });
    expect(refusal(update(shop, direct, { transfer_group: 'G2' }))).to.include({
      status: 400,
      param: 'transfer_group',
    });
    const { id: intent, latest_charge } = pay(shop);
    const id = latest_charge ?? '';
    // Recording 04.50.
    expect(refusal(update(shop, id, { transfer_group: 'G2' }))).to.deep.equal({
      status: 400,
      type: 'invalid_request_error',
      message: `This Charge was created by a PaymentIntent (${intent}). You must update the \`transfer_group\` on the PaymentIntent instead of updating the Charge directly. See https://stripe.com/docs/api#update_payment_intent`,
    });
    for (const [form, param] of [
      [{ customer: other }, 'customer'],
      [{ amount: '1' }, 'amount'],
      [{ fraud_details: { user_report: 'odd' } }, 'fraud_details[user_report]'],
    ] as const) {
      expect(refusal(update(shop, id, form))).to.include({ status: 400, param });
    }
    expect(refusal(update(shop, 'ch_none', {}))).to.include({ status: 404 });
  });
});
