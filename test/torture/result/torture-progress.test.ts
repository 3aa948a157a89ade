import { expect } from 'chai';
import type { JournalEntry } from '../../../src/torture/journal/journal.js';
import {
  createProgressCounter,
  type TortureProgress,
} from '../../../src/torture/result/torture-progress.js';

const planOf = (orders: number) => ({
  version: 1 as const,
  seed: 1,
  atOnce: 1,
  orders: Array.from({ length: orders }, (_, index) => ({
    number: index + 1,
    amount: 1999,
    currency: 'eur',
    incidents: [{ id: `i${index + 1}`, kind: 'double_click' as const, ms: 0 }],
  })),
});

describe('the progress of a torture test', () => {
  let told: Array<TortureProgress>;

  const counter = () => {
    told = [];
    return createProgressCounter(1, (progress) => told.push(progress));
  };

  it('counts kills, incidents and webhooks, and is silent about what it does not count', () => {
    const { add } = counter();
    const entries: ReadonlyArray<JournalEntry> = [
      { at: 1, order: 1, kind: 'incident', incident: 'i1' },
      { at: 2, order: null, kind: 'shop', what: 'killed' },
      { at: 3, order: null, kind: 'shop', what: 'started' },
      {
        at: 4,
        order: 1,
        kind: 'webhook',
        event: 'evt_1',
        type: 'charge.succeeded',
        attempt: 1,
        status: 200,
        error: null,
        since: 3,
      },
    ];
    for (const entry of entries) add(entry);
    expect(told).to.have.length(3);
    expect(told.at(-1)).to.include({ kills: 1, incidents: 1, webhooks: 1, calls: 0, orders: 0 });
  });

  it('adds up the parts of single faults, and begins orders anew', () => {
    const { begins, orderDone } = counter();
    begins('single', 2);
    orderDone();
    orderDone();
    begins('single', 1);
    orderDone();
    begins('pairs', 4);
    begins('orders', 5);
    expect(told.map(({ phase, orders, done }) => [phase, orders, done])).to.deep.equal([
      ['single', 2, 0],
      ['single', 2, 1],
      ['single', 2, 2],
      ['single', 3, 2],
      ['single', 3, 3],
      ['pairs', 4, 0],
      ['orders', 5, 0],
    ]);
  });

  it('begins with a rehearsal, which counts nothing', () => {
    const { begins } = counter();
    begins('rehearsal', 1);
    begins('orders', 2);
    expect(told.map(({ phase, done, calls }) => [phase, done, calls])).to.deep.equal([
      ['rehearsal', 0, 0],
      ['orders', 0, 0],
    ]);
  });

  it('stays at single faults while their runs, which overlap, settle one by one', () => {
    const { begins, orderDone, add } = counter();
    begins('single', 2);
    orderDone();
    add({ at: 1, order: null, kind: 'judged', when: 'settled' });
    orderDone();
    expect(told.map(({ phase, done }) => [phase, done])).to.deep.equal([
      ['single', 0],
      ['single', 1],
      ['single', 2],
    ]);
  });

  it('goes from orders to settling with the last order, and on to visits and shrinking', () => {
    const { begins, orderDone, add, found, shrinks } = counter();
    begins('orders', 2);
    orderDone();
    orderDone();
    add({ at: 1, order: null, kind: 'judged', when: 'settled' });
    found(3);
    shrinks('charged_twice', planOf(2));
    shrinks('charged_twice', planOf(1));
    shrinks('stuck', planOf(2));
    expect(told.map(({ phase, done }) => [phase, done])).to.deep.equal([
      ['orders', 0],
      ['orders', 1],
      ['settling', 2],
      ['visits', 2],
      ['visits', 2],
      ['shrinking', 2],
      ['shrinking', 2],
      ['shrinking', 2],
    ]);
    expect(told.slice(-3).map(({ shrinking }) => shrinking)).to.deep.equal([
      { rule: 'charged_twice', runs: 1, orders: 2, incidents: 2 },
      { rule: 'charged_twice', runs: 2, orders: 1, incidents: 1 },
      { rule: 'stuck', runs: 1, orders: 2, incidents: 2 },
    ]);
  });
});
