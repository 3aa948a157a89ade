import { expect } from 'chai';
import { engineOperations } from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { WireHash } from '../../../../../../src/adapters/outbound/memory/engine/params/param.js';
import { ask } from '../../support/ask.js';
import { charged } from '../../support/direct-charges.js';
import { openShop, pay, type Shop } from '../../support/open-shop.js';
import { right } from '../../support/outcomes.js';

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
