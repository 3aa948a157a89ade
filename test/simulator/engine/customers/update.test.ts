import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { eventTypes, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('customers', () => {
  it('change only in the given fields', () => {
    const { engine } = openShop();
    const { id } = right(
      engine.call(engineOperations.createCustomer, {
        email: 'eva@example.com',
        name: 'Eva',
        phone: '600',
        metadata: { a: '1', b: '2' },
      }),
    );
    const update = (extra: object) =>
      right(engine.call(engineOperations.updateCustomer, { customer: id, ...extra }));
    expect(update({ name: 'Eva María' })).to.include({
      name: 'Eva María',
      email: 'eva@example.com',
      phone: '600',
    });
    expect(update({ phone: '', metadata: { a: '', c: '3' } })).to.deep.include({
      phone: null,
      metadata: { b: '2', c: '3' },
    });
    expect(update({ metadata: '' }).metadata).to.deep.equal({});
    expect(eventTypes(engine, () => update({ name: 'Eva María' }))).to.deep.equal([]);
  });

  it('have a valid email address and metadata within the limits', () => {
    const { engine } = openShop();
    expect(refusal(engine.call(engineOperations.createCustomer, { email: 'x' }))).to.include({
      status: 400,
      code: 'email_invalid',
      param: 'email',
      message: 'Invalid email address: x',
    });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`k${i}`, 'v']));
    for (const metadata of [
      many,
      { 'a[b]': 'v' },
      { ['k'.repeat(41)]: 'v' },
      { a: 'v'.repeat(501) },
    ]) {
      expect(refusal(engine.call(engineOperations.createCustomer, { metadata })).param).to.equal(
        'metadata',
      );
    }
  });

  it('can be retrieved after deletion, but not used', () => {
    const { engine, customer } = openShop();
    const deleted = { id: customer, object: 'customer', deleted: true };
    expect(right(engine.call(engineOperations.deleteCustomer, { customer }))).to.deep.equal(
      deleted,
    );
    expect(right(engine.call(engineOperations.retrieveCustomer, { customer }))).to.deep.equal(
      deleted,
    );
    const missing = {
      status: 404,
      code: 'resource_missing',
      param: 'id',
      message: `No such customer: '${customer}'`,
    };
    for (const result of [
      engine.call(engineOperations.updateCustomer, { customer, name: 'x' }),
      engine.call(engineOperations.deleteCustomer, { customer }),
      engine.call(engineOperations.createSource, { customer, source: 'tok_visa' }),
      engine.call(engineOperations.listSources, { customer }),
    ]) {
      expect(refusal<unknown>(result)).to.include(missing);
    }
  });
});
