import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at, listAt } from '../../../support/json/at.js';

describe('searches for payment intents', () => {
  const shop = openShop();
  const { engine, customer } = shop;
  const search = (query: string) => ask(engine, engineOperations.searchIntents, { query });
  pay(shop, 'pm_card_visa', { metadata: { order: '6735' } });
  right(
    engine.call(engineOperations.createIntent, {
      amount: 500,
      currency: 'usd',
      metadata: { order: '6736' },
    }),
  );

  const table: ReadonlyArray<readonly [query: string, orders: ReadonlyArray<string>]> = [
    ["status:'succeeded' AND metadata['order']:'6735'", ['6735']],
    ['status:"requires_payment_method"', ['6736']],
    ['amount>1000', ['6735']],
    ['-currency:"usd"', ['6735']],
    ['created>1', ['6736', '6735']],
    [`customer:"${customer}"`, ['6735']],
    [`customer:"${customer}" amount:500`, []],
    [`customer:"${customer}" OR amount:500`, ['6736', '6735']],
    [`-customer:"${customer}"`, ['6736']],
    ['customer:"cus_none"', []],
  ];
  for (const [query, orders] of table) {
    it(`${query} finds ${orders.length}`, () => {
      const data = listAt(right(search(query)), 'data');
      expect(data.map((row) => at(row, 'metadata.order'))).to.deep.equal(orders);
    });
  }

  it('name their own fields in a refusal', () => {
    expect(refusal(search('email:"ana@example.com"')).message).to.equal(
      'Field `email` is an unsupported search field for resource `payment_intents`. See http://stripe.com/docs/search#query-fields-for-payment-intents for a list of supported fields.',
    );
  });
});
