import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop, pay } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

// Recorded in 2025 and 2026: openfoodfoundation/openfoodnetwork and liberapay/liberapay.com.
describe('a payment method that is retrieved by a magic id', () => {
  it('is new at each retrieval, unchecked, and can be retrieved and charged by its id', () => {
    const shop = openShop();
    const read = (payment_method: string) =>
      right(shop.engine.call(engineOperations.retrievePaymentMethod, { payment_method }));
    const found = read('pm_card_jp');
    expect(found.id).to.match(/^pm_\w+$/);
    expect(found).to.include({ customer: null });
    expect(found.card).to.include({ country: 'JP', last4: '0003' });
    expect(found.card?.checks.cvc_check).to.equal('unchecked');
    expect(read(found.id)).to.deep.equal(found);
    expect(read('pm_card_jp').id).not.to.equal(found.id);
    expect(pay(shop, found.id)).to.include({ status: 'succeeded', payment_method: found.id });
  });

  it('does not exist under an unknown id', () => {
    const { engine } = openShop();
    const unknown = { payment_method: 'pm_card_nowhere' };
    expect(refusal(engine.call(engineOperations.retrievePaymentMethod, unknown))).to.include({
      status: 404,
      code: 'resource_missing',
      param: 'id',
    });
  });
});

// Recorded with pay-rails/pay, September 2020 and October 2025.
describe('an unknown payment method that is attached', () => {
  it('is refused with the name of the parameter', () => {
    const { engine, customer } = openShop();
    const attached = engine.call(engineOperations.attachPaymentMethod, {
      payment_method: 'abcd',
      customer,
    });
    expect(refusal(attached)).to.include({
      status: 404,
      code: 'resource_missing',
      param: 'payment_method',
      message: "No such PaymentMethod: 'abcd'",
    });
  });
});
