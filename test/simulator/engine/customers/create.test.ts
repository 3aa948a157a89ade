import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

// Source: tests of stripe-stateful-mock, which its authors check against Stripe.
describe('a customer that is created with an id', () => {
  const create = (id: string) => {
    const { engine } = openShop();
    const attempt = () => ask(engine, engineOperations.createCustomer, { id });
    return { engine, created: right(attempt()), again: attempt };
  };

  it('keeps it', () => {
    const { engine, created } = create('shop-customer-1');
    expect(created).to.include({ id: 'shop-customer-1', object: 'customer' });
    expect(
      right(engine.call(engineOperations.retrieveCustomer, { customer: 'shop-customer-1' })),
    ).to.deep.equal(created);
  });

  it('is refused when a customer has that id, even a deleted one', () => {
    const { engine, again } = create('shop-customer-1');
    const refused = { status: 400, code: 'resource_already_exists' };
    expect(refusal(again())).to.include(refused);
    right(engine.call(engineOperations.deleteCustomer, { customer: 'shop-customer-1' }));
    expect(refusal(again())).to.include(refused);
  });
});

describe('the subscriptions and the tax ids of a customer', () => {
  it('are empty lists when they are expanded', () => {
    const { engine } = openShop();
    const created = right(
      ask(engine, engineOperations.createCustomer, { expand: ['subscriptions', 'tax_ids'] }),
    );
    const url = `/v1/customers/${String(created['id'])}`;
    const empty = { object: 'list', data: [], has_more: false, total_count: 0 };
    expect(created).to.deep.include({
      subscriptions: { ...empty, url: `${url}/subscriptions` },
      tax_ids: { ...empty, url: `${url}/tax_ids` },
    });
    expect(
      refusal(ask(engine, engineOperations.createCustomer, { expand: ['tax_ids.owner'] })).status,
    ).to.equal(400);
  });
});

// Recorded with pay-rails/pay, September 2020 and October 2025.
describe('a customer whose card is declined', () => {
  for (const given of [
    { source: 'tok_chargeDeclined' },
    { card: 'tok_chargeDeclined' },
    { payment_method: 'pm_card_visa_chargeDeclined' },
  ]) {
    it(`is not created, and the error has an empty parameter: ${JSON.stringify(given)}`, () => {
      const { engine } = openShop();
      expect(refusal(engine.call(engineOperations.createCustomer, given))).to.include({
        status: 402,
        code: 'card_declined',
        param: '',
      });
    });
  }
});

describe('the parameter card of older clients', () => {
  it('is the source of a new customer, and of a changed one', () => {
    const { engine } = openShop();
    const made = right(engine.call(engineOperations.createCustomer, { card: 'tok_visa' }));
    expect(made.default_source).to.match(/^card_/);
    const changed = right(
      engine.call(engineOperations.updateCustomer, { customer: made.id, card: 'tok_mastercard' }),
    );
    expect(changed.default_source)
      .to.match(/^card_/)
      .and.not.equal(made.default_source);
  });
});
