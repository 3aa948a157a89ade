import { expect } from 'chai';
import { forgedEventAccepted } from '../../../src/torture/judge/forged-event-accepted.js';
import type { ForgedEvent } from '../../../src/torture/judge/ledger.js';
import { ledgersOf, shopOrder } from './ledgers.js';

const open = shopOrder({ state: 'open', shipments: 0 });
const forged: ForgedEvent = {
  order: 1,
  type: 'payment_intent.succeeded',
  status: 200,
  before: [open],
  after: [shopOrder()],
};

describe('a forged event', () => {
  const cases: ReadonlyArray<
    readonly [situation: string, changes: Partial<ForgedEvent>, said: string | undefined]
  > = [
    ['makes the order paid', {}, "got 200, and the shop's order o1-x is paid"],
    ['makes the order paid without an answer', { status: null }, 'got no response, and'],
    ['has the goods sent', { after: [{ ...open, shipments: 1 }] }, 'order o1-x is open'],
    ['is answered 200, and does nothing', { after: [open] }, undefined],
    [
      'is about a shop that tells no shipments',
      { after: [{ id: '1', amount: 1, state: 'open' }] },
      undefined,
    ],
    ['is about an order that was paid before', { before: [shopOrder()] }, undefined],
  ];
  for (const [situation, changes, said] of cases) {
    it(situation, () => {
      const found = forgedEventAccepted.check(ledgersOf([], { forged: { ...forged, ...changes } }));
      expect(found.map(({ order }) => order)).to.deep.equal(said === undefined ? [] : [1]);
      if (said !== undefined) expect(found[0]?.message).to.include(said);
    });
  }

  it('was not sent', () => {
    expect(forgedEventAccepted.check(ledgersOf([]))).to.deep.equal([]);
  });
});
