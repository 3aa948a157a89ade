import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { cardIn } from '../../../adapters/outbound/memory/support/card-in.js';
import { charge } from '../../../adapters/outbound/memory/support/direct-charges.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at, listAt } from '../../../support/json/at.js';

const sold = () => {
  const shop = openShop();
  const { engine, customer } = shop;
  const refund = (id: string, amount: number) =>
    right(engine.call(engineOperations.createRefund, { charge: id, amount }));
  const chargeOf = (source: string, form: WireHash = {}): string =>
    String(right(charge(shop, { source, ...form }))['id']);
  const visa = chargeOf('tok_visa', { metadata: { name: 'visa' } });
  const returned = chargeOf('tok_mastercard', { metadata: { name: 'returned' } });
  refund(returned, 2000);
  const partly = chargeOf('tok_amex', {
    metadata: { name: 'partly' },
    amount: '5000',
    currency: 'usd',
  });
  refund(partly, 1000);
  const disputed = String(
    pay(shop, 'pm_card_createDispute', { metadata: { name: 'disputed' } }).latest_charge,
  );
  charge(shop, { source: 'tok_chargeDeclined', metadata: { name: 'declined' } });
  const { fingerprint } = cardIn(
    right(engine.call(engineOperations.retrieveCharge, { charge: visa })).payment_method_details,
  );
  return { shop, customer, disputed, fingerprint };
};

describe('searches for charges', () => {
  const { shop, customer, fingerprint } = sold();
  const table: ReadonlyArray<readonly [query: string, names: ReadonlyArray<string>]> = [
    ['payment_method_details.card.last4:4242', ['visa']],
    ['payment_method_details.card.last4:"4242"', ['visa']],
    ['payment_method_details.card.brand:"MasterCard"', ['returned']],
    [`payment_method_details.card.fingerprint:"${fingerprint}"`, ['visa']],
    ['payment_method_details.card.exp_year:1999', []],
    ['-payment_method_details.card.exp_month:null amount:5000', ['partly']],
    ['payment_method_details.card_present.last4:4242', []],
    ['payment_method_details.interac_present.exp_year:2022', []],
    ['refunded:"true"', ['returned']],
    ['refunded:"false"', ['partly']],
    ['refunded:null', ['declined', 'disputed', 'visa']],
    ['disputed:"true"', ['disputed']],
    ['status:"failed"', ['declined']],
    ['-status:"succeeded"', ['declined']],
    ['amount>2000', ['partly']],
    ['amount<=2000 AND currency:"EUR" AND -disputed:"true"', ['declined', 'returned', 'visa']],
    [`customer:"${customer}"`, ['disputed']],
    [`customer:"${customer.toUpperCase()}"`, ['disputed']],
    ['customer:null amount>=5000', ['partly']],
    ['billing_details.address.postal_code:12345', []],
    ['created>1 amount:5000', ['partly']],
  ];
  for (const [query, names] of table) {
    it(`${query} finds ${names.join(' and ') || 'none'}`, () => {
      const result = right(ask(shop.engine, engineOperations.searchCharges, { query }));
      const data = listAt(result, 'data');
      expect(data.map((row) => at(row, 'metadata.name'))).to.deep.equal(names);
      expect(result).to.include({ object: 'search_result', url: '/v1/charges/search' });
    });
  }
});
