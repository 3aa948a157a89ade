import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { eventTypes, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('cards of a customer', () => {
  it('come from tokens, which can be used once', () => {
    const { engine, customer } = openShop();
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    const token = right(engine.call(engineOperations.createToken, { card }));
    expect(token).to.include({ object: 'token', type: 'card', used: false });
    const attach = () => engine.call(engineOperations.createSource, { customer, source: token.id });
    expect(right(attach())).to.include({ id: token.card.id, customer, cvc_check: 'pass' });
    expect(right(engine.call(engineOperations.retrieveToken, { token: token.id })).used).to.equal(
      true,
    );
    expect(refusal(attach())).to.include({
      status: 400,
      code: 'token_already_used',
      message: `You cannot use a Stripe token more than once: ${token.id}.`,
    });
    expect(
      refusal(engine.call(engineOperations.createSource, { customer, source: 'tok_x' })),
    ).to.include({ status: 400, code: 'resource_missing', param: 'source' });
  });

  it('have one default: the first card, until it is changed or deleted', () => {
    const { engine, customer } = openShop();
    const attach = () =>
      right(engine.call(engineOperations.createSource, { customer, source: 'tok_visa' })).id;
    const remove = (card: string) => engine.call(engineOperations.deleteSource, { customer, card });
    const current = () => {
      const found = right(engine.call(engineOperations.retrieveCustomer, { customer }));
      return 'deleted' in found ? undefined : found.default_source;
    };
    let first = '';
    expect(
      eventTypes(engine, () => {
        first = attach();
      }),
    ).to.deep.equal(['customer.source.created', 'customer.updated']);
    const second = attach();
    const third = attach();
    expect(current()).to.equal(first);
    expect(right(remove(first))).to.deep.equal({ id: first, object: 'card', deleted: true });
    expect(current()).to.equal(second);
    right(engine.call(engineOperations.updateCustomer, { customer, default_source: third }));
    expect(current()).to.equal(third);
    right(remove(third));
    right(remove(second));
    expect(current()).to.equal(null);
    expect(refusal(remove(second))).to.include({ status: 404, code: 'resource_missing' });
    expect(
      refusal(engine.call(engineOperations.updateCustomer, { customer, default_source: second })),
    ).to.include({ status: 400, param: 'default_source' });
  });

  it('are payment methods too, but payment methods are not cards', () => {
    const { engine, customer } = openShop();
    const { id: card } = right(
      engine.call(engineOperations.createSource, { customer, source: 'tok_mastercard' }),
    );
    const method = right(
      engine.call(engineOperations.attachPaymentMethod, {
        payment_method: 'pm_card_visa',
        customer,
      }),
    );
    const seen = right(
      engine.call(engineOperations.retrievePaymentMethod, { payment_method: card }),
    );
    expect(seen.card?.brand).to.equal('mastercard');
    const methods = right(engine.call(engineOperations.listPaymentMethods, { customer })).data;
    expect(methods.map(({ id }) => id)).to.deep.equal([method.id, card]);
    const cards = right(engine.call(engineOperations.listSources, { customer })).data;
    expect(cards.map(({ id }) => id)).to.deep.equal([card]);
    const detached = right(
      engine.call(engineOperations.detachPaymentMethod, { payment_method: method.id }),
    );
    expect(detached.customer).to.equal(null);
    for (const result of [
      engine.call(engineOperations.attachPaymentMethod, { payment_method: method.id, customer }),
      engine.call(engineOperations.detachPaymentMethod, { payment_method: method.id }),
    ]) {
      expect(refusal<unknown>(result).status).to.equal(400);
    }
  });
});
