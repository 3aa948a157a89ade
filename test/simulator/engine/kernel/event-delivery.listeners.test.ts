import { expect } from 'chai';
import type { EventObject } from '../../../../src/simulator/engine/objects/event.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

describe('event listeners', () => {
  it('are called after a request, event by event, even when they send requests themselves', () => {
    const { engine } = openShop();
    const heard: Array<string> = [];
    engine.onEvent(({ type, data }) => {
      heard.push(`${type} ${String(data.object['name'])}`);
      if (data.object['name'] === 'first') {
        right(engine.call(engineOperations.createCustomer, { name: 'second' }));
        heard.push('called back');
      }
    });
    const other: Array<unknown> = [];
    engine.onEvent(({ data }) => {
      other.push(data.object['name']);
    });
    right(engine.call(engineOperations.createCustomer, { name: 'first' }));
    expect(heard).to.deep.equal([
      'customer.created first',
      'called back',
      'customer.created second',
    ]);
    expect(other).to.deep.equal(['first', 'second']);
  });

  it('get only events of the types that they want now', () => {
    const { engine } = openShop();
    const heard: Array<string> = [];
    const wanted = new Set(['customer.updated']);
    engine.onEvent(
      ({ type }) => {
        heard.push(type);
      },
      undefined,
      (type) => wanted.has(type),
    );
    const { id } = right(engine.call(engineOperations.createCustomer, {}));
    right(engine.call(engineOperations.updateCustomer, { customer: id, name: 'Ana' }));
    const all: Array<string> = [];
    engine.onEvent(({ type }) => {
      all.push(type);
    });
    wanted.clear();
    right(engine.call(engineOperations.updateCustomer, { customer: id, name: 'Eva' }));
    expect(heard).to.deep.equal(['customer.updated']);
    expect(all).to.deep.equal(['customer.updated']);
  });

  it('can unsubscribe', () => {
    const { engine } = openShop();
    let heard = 0;
    const leave = engine.onEvent(() => {
      heard += 1;
      leave();
    });
    right(engine.call(engineOperations.createCustomer, {}));
    right(engine.call(engineOperations.createCustomer, {}));
    expect(heard).to.equal(1);
  });

  it('that fail affect no others, and are reported', async () => {
    const errors: Array<readonly [unknown, string]> = [];
    const { engine } = openShop({
      onListenerError: (error: unknown, { type }: EventObject) => {
        errors.push([error, type]);
      },
    });
    const now = new Error('now');
    const later = new Error('later');
    let heard = 0;
    engine.onEvent(() => {
      throw now;
    });
    engine.onEvent(() => Promise.reject(later));
    engine.onEvent(() => {
      heard += 1;
    });
    expect(right(engine.call(engineOperations.createCustomer, {})).object).to.equal('customer');
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).to.equal(1);
    expect(errors).to.deep.equal([
      [now, 'customer.created'],
      [later, 'customer.created'],
    ]);
  });
});
