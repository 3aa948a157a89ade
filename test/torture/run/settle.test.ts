import { expect } from 'chai';
import type { ShopOrder } from '../../../src/domain/reconciliation/shop-order.js';
import { createJournal } from '../../../src/torture/journal/journal.js';
import { settle } from '../../../src/torture/run/settle.js';

const order: ShopOrder = { id: 'o1', amount: 1999, state: 'pending' };
const paid: ShopOrder = { ...order, state: 'paid' };

const settleWith = async (
  reads: ReadonlyArray<ReadonlyArray<ShopOrder>>,
  busy: ReadonlyArray<number> = [],
  mostMs = 10_000,
) => {
  const journal = createJournal(() => performance.now());
  const work = [...busy];
  const left = [...reads];
  let read = 0;
  const result = await settle({
    journal,
    processor: { busy: () => work.shift() ?? 0 },
    readOrders: async () => {
      read += 1;
      return left.shift() ?? reads.at(-1) ?? [];
    },
    signal: new AbortController().signal,
    quietMs: 1,
    mostMs,
  });
  return { ...result, read, left: work.length };
};

describe('settling', () => {
  it('ends with the orders once two readings are the same', async () => {
    expect(await settleWith([[order], [paid], [paid]])).to.deep.equal({
      shopOrders: [paid],
      settled: true,
      read: 3,
      left: 0,
    });
  });

  it('waits for what is on its way', async () => {
    const { left, settled } = await settleWith([[paid]], [2, 1, 1]);
    expect([left, settled]).to.deep.equal([0, true]);
  });

  it('does not wait for a shop that asks again and again how a payment stands', async () => {
    const journal = createJournal(() => performance.now());
    const ending = new AbortController();
    let polls = 0;
    const busy = () => {
      polls += 1;
      if (polls > 100) ending.abort(new Error('it waits for ever'));
      journal.add(1, {
        kind: 'call',
        call: null,
        name: 'GET /v1/payment_intents/{id}',
        nth: polls,
        attempt: 1,
        byBrowser: false,
        events: false,
        method: 'GET',
        path: '/v1/payment_intents/pi_1',
        key: null,
        done: true,
        status: 200,
        processorStatus: 200,
        replayed: false,
        object: null,
        state: null,
        error: null,
        amount: null,
        ms: 1,
      });
      // A job that writes about no order.
      journal.add(null, {
        kind: 'commit',
        name: 'update jobs',
        nth: null,
        ended: 'committed',
        ms: 1,
      });
      return 0;
    };
    const { settled } = await settle({
      journal,
      processor: { busy },
      readOrders: async () => [paid],
      signal: ending.signal,
      quietMs: 1,
    });
    expect(settled).to.equal(true);
  });

  it('says when the time to wait was over before', async () => {
    expect(await settleWith([[order], [paid]], Array(50).fill(1), 0)).to.deep.include({
      shopOrders: [paid],
      settled: false,
    });
  });

  it('rejects when the run is aborted', async () => {
    const reason = new Error('Ctrl-C');
    const problem: unknown = await settle({
      journal: createJournal(() => performance.now()),
      processor: { busy: () => 1 },
      readOrders: async () => [],
      signal: AbortSignal.abort(reason),
    }).catch((error: unknown) => error);
    expect(problem).to.have.property('cause', reason);
  });
});
