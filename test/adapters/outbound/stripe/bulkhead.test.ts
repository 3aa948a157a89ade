import { expect } from 'chai';
import { createBulkhead } from '../../../../src/adapters/outbound/stripe/bulkhead.js';

describe('the bulkhead', () => {
  it('gives free places at once', () => {
    const { enter } = createBulkhead({ maxCalls: 2, maxWaiting: 0, waitMs: 1 });
    expect([enter(), enter()]).to.deep.equal([true, true]);
    expect(enter()).not.to.equal(true);
  });

  it('lets calls wait in the order in which they came, and refuses more than may wait at once', async () => {
    const { enter, leave } = createBulkhead({ maxCalls: 1, maxWaiting: 2, waitMs: 60_000 });
    expect(enter()).to.equal(true);
    const order: Array<string> = [];
    const named = async (name: string) => {
      order.push(`${name} ${String(await enter())}`);
    };
    const all = [named('first'), named('second'), named('third')];
    await all[2];
    expect(order).to.deep.equal(['third false']);
    leave();
    await all[0];
    leave();
    await all[1];
    expect(order).to.deep.equal(['third false', 'first true', 'second true']);
    leave();
    expect(enter()).to.equal(true);
  });

  it('refuses a call that has waited too long, and gives its place to the next one', async () => {
    const { enter, leave } = createBulkhead({ maxCalls: 1, maxWaiting: 1, waitMs: 1 });
    expect(enter()).to.equal(true);
    expect(await enter()).to.equal(false);
    leave();
    expect(enter()).to.equal(true);
  });
});
