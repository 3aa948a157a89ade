import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { charged } from '../../../adapters/outbound/memory/support/direct-charges.js';
import { openShop, pay, type Shop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

const cardOf = ({ engine, customer }: Shop, source = 'tok_visa') =>
  right(engine.call(engineOperations.createSource, { customer, source }));

describe('the list of charges', () => {
  it('selects by customer, payment intent or transfer group', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    cardOf(shop);
    const direct = charged(shop, { customer, transfer_group: 'G1' });
    const nobodys = charged(shop, { source: 'tok_visa', transfer_group: 'G1' });
    const intent = pay(shop);
    const list = (form: WireHash) => right(ask(engine, engineOperations.listCharges, form))['data'];
    const ids = (form: WireHash): unknown => {
      const data = list(form);
      return Array.isArray(data) ? data.map((one: { readonly id: string }) => one.id) : data;
    };
    expect(ids({})).to.deep.equal([intent.latest_charge, nobodys, direct]);
    expect(ids({ customer })).to.deep.equal([intent.latest_charge, direct]);
    expect(ids({ payment_intent: intent.id })).to.deep.equal([intent.latest_charge]);
    expect(ids({ transfer_group: 'G1' })).to.deep.equal([nobodys, direct]);
    expect(ids({ transfer_group: 'G2' })).to.deep.equal([]);
  });
});
