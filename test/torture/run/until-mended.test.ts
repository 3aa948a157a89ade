import { expect } from 'chai';
import type { OrderLedger } from '../../../src/torture/judge/ledger.js';
import { isMendedByTime, untilMended } from '../../../src/torture/run/until-mended.js';
import { ledgersOf, order, payment, shopOrder } from '../judge/ledgers.js';

const right = order();
const unpaid = order({ shopOrders: [shopOrder({ state: 'open', shipments: 0 })] });
const sentTwice = order({ shopOrders: [shopOrder({ shipments: 2 })] });
const chargedTwice = order({ payments: [payment('pi_1'), payment('pi_2')] });

/** A shop whose orders are read one after the other. Each look takes a second. */
const waitFor = async (
  looks: ReadonlyArray<OrderLedger>,
  patienceMs?: number,
  found = new Set<string>(),
) => {
  let seconds = 0;
  const read = () => ledgersOf([looks[Math.min(seconds, looks.length - 1)] ?? right]);
  const { orders } = await untilMended({
    read,
    again: async () => {
      seconds += 1;
    },
    found,
    now: () => 1000 * seconds,
    patienceMs,
  });
  return { seconds, orders, found: [...found] };
};

describe('the wait for orders that look wrong', () => {
  it('does not wait for orders that are right', async () => {
    expect(await waitFor([right])).to.deep.equal({ seconds: 0, orders: [right], found: [] });
  });

  for (const [title, wrong] of [
    ['whose event is tried again', unpaid],
    ['whose surplus is given back by a job', chargedTwice],
  ] as const) {
    it(`ends with the order ${title}`, async () => {
      expect(await waitFor([wrong, wrong, wrong, right])).to.deep.equal({
        seconds: 3,
        orders: [right],
        found: [],
      });
    });
  }

  it('ends after its time, and notes the finding', async () => {
    expect(await waitFor([unpaid])).to.deep.equal({
      seconds: 15,
      orders: [unpaid],
      found: ['charged_without_order 1'],
    });
    expect((await waitFor([unpaid], 4000)).seconds).to.equal(4);
    expect((await waitFor([unpaid, right], 0)).orders).to.deep.equal([unpaid]);
  });

  it('does not wait for the same finding twice, and waits for another', async () => {
    const found = new Set(['charged_without_order 1']);
    expect((await waitFor([unpaid], 4000, found)).seconds).to.equal(0);
    expect((await waitFor([chargedTwice], 4000, found)).seconds).to.equal(4);
  });

  it('says which orders look wrong, and when the time is over', async () => {
    const other = { ...unpaid, order: 7 };
    const looks: Array<readonly [ReadonlyArray<number | null>, boolean]> = [];
    let seconds = 0;
    await untilMended({
      read: () => ledgersOf(seconds === 0 ? [right, unpaid, other] : [right, other]),
      again: async (orders, isOver) => {
        seconds += 1;
        looks.push([[...orders], isOver()]);
      },
      found: new Set(),
      now: () => 1000 * seconds,
      patienceMs: 3000,
    });
    expect(looks).to.deep.equal([
      [[1, 7], false],
      [[7], false],
      [[7], true],
    ]);
  });

  it('does not wait for goods to come back', async () => {
    expect((await waitFor([sentTwice])).seconds).to.equal(0);
    expect(isMendedByTime('shipped_twice')).to.equal(false);
    expect(isMendedByTime('charged_without_order')).to.equal(true);
  });
});
