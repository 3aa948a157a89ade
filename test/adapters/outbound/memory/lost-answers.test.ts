import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { requestOf } from '../../../../src/adapters/outbound/memory/engine/kernel/operation.js';
import { operations } from '../../../../src/adapters/outbound/memory/engine/operations.js';
import { CustomerId } from '../../../../src/domain/ids.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { openShop } from './support/open-shop.js';
import { right } from './support/right.js';

const names = (shop: ReturnType<typeof openShop>): ReadonlyArray<string | null> =>
  right(shop.engine.call(operations.listCustomers, { limit: 100 })).data.map(({ name }) => name);

describe('an answer that is cut short', () => {
  const cutShort = () => {
    const shop = openShop();
    shop.engine.failNext({ on: 'createCustomer', with: 'cut_short', times: 1 });
    return shop;
  };

  it('is none to the caller, and the work is done', () => {
    const shop = cutShort();
    expect(shop.engine.call(operations.createCustomer, { name: 'Ana' })).to.deep.equal(
      E.left({ _tag: 'NoAnswer', outcome: 'unknown' }),
    );
    expect(names(shop)).to.deep.equal(['Ana', null]);
  });

  it('is there for those who can see half of it', () => {
    const { engine } = cutShort();
    const request = requestOf(operations.createCustomer, { name: 'Ana' });
    const { brokenOff, answer } = engine.exchange(request);
    expect(E.isLeft(answer)).to.equal(true);
    if (brokenOff === null) throw new Error('nothing was begun');
    expect(right(brokenOff)).to.include({ object: 'customer', name: 'Ana' });
  });

  it('comes whole with the same key', () => {
    const shop = cutShort();
    const create = () =>
      shop.engine.call(operations.createCustomer, { name: 'Ana' }, { idempotencyKey: 'k' });
    expect(E.isLeft(create())).to.equal(true);
    expect(right(create()).name).to.equal('Ana');
    expect(names(shop)).to.deep.equal(['Ana', null]);
  });

  it('is an unknown outcome at the port', async () => {
    const { processor } = openShop();
    processor.controls.failNext({ on: 'createCustomer', with: 'cut_short' });
    const lost = await processor.createCustomer({ name: 'Ana' })();
    expect(E.isLeft(lost) && lost.left).to.include({
      _tag: 'ProcessorUnavailable',
      outcome: 'unknown',
    });
  });
});

describe('an answer that is held back', () => {
  it('comes later at the port, and the work is done at once', async () => {
    const shop = openShop();
    const { processor } = shop;
    processor.controls.failNext({ on: 'createCustomer', with: { delay: 20 } });
    let arrived = false;
    const slow = processor
      .createCustomer({ name: 'Ana' })()
      .then((outcome) => {
        arrived = true;
        return right(outcome);
      });
    const other = await processor.retrieveCustomer({
      customer: decoded(CustomerId, shop.customer),
    })();
    expect(E.isRight(other)).to.equal(true);
    expect(names(shop)).to.deep.equal(['Ana', null]);
    expect(arrived).to.equal(false);
    expect((await slow).name).to.equal('Ana');
    expect(processor.controls.snapshot().faults).to.deep.equal([]);
  });

  it('says for how long to those who send it, and is used up by a call that is refused', () => {
    const { engine } = openShop();
    engine.failNext({ on: 'any', with: { delay: 5 }, times: 2 });
    const lookUp = (customer: string) =>
      engine.exchange(requestOf(operations.retrieveCustomer, { customer })).delay;
    expect([lookUp('cus_x'), lookUp('cus_y'), lookUp('cus_z')]).to.deep.equal([5, 5, 0]);
  });

  it('outlives a snapshot', () => {
    const { processor } = openShop();
    processor.controls.failNext({ on: 'any', with: { delay: 5 } });
    const saved = processor.controls.snapshot();
    processor.controls.reset();
    processor.controls.restore(saved);
    expect(processor.controls.snapshot().faults).to.deep.equal(saved.faults);
  });
});

describe('what came of a request with a key', () => {
  it('names the request that was answered first, and says whether it is its answer again', () => {
    const { engine } = openShop();
    const ask = (requestId: string, name = 'Ana') => {
      const { original, replayed } = engine.exchange(
        requestOf(operations.createCustomer, { name }),
        { idempotencyKey: 'k', requestId },
      );
      return { original, replayed };
    };
    expect(ask('req_1')).to.deep.equal({ original: 'req_1', replayed: false });
    expect(ask('req_2')).to.deep.equal({ original: 'req_1', replayed: true });
    expect(ask('req_3', 'Eva')).to.deep.equal({ original: null, replayed: false });
  });
});
