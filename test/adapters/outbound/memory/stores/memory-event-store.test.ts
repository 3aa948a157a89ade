import { expect } from 'chai';
import { createMemoryEventStore } from '../../../../../src/adapters/outbound/memory/stores/memory-event-store.js';
import { describeEventStore } from '../../../../../src/contract/stores/describe-event-store.js';
import { eventStoreDriver } from '../../../../../src/contract/stores/event-store/event-store-driver.js';
import { eventId } from '../../../../../src/domain/branded.js';

describeEventStore('in memory', { open: () => createMemoryEventStore() });

describe('the in-memory event store', () => {
  it('keeps all pending and dead events, the last of the others, and the ids of some more', async () => {
    const store = createMemoryEventStore(2, 3);
    const driver = eventStoreDriver(() => store);
    await driver.put('evt_dead');
    await driver.claim(0);
    await driver.fail('evt_dead', null);
    await driver.put('evt_pending');
    await driver.put('evt_handled', { object: 'ch_1' });
    await driver.claim(0, { limit: 100 });
    await driver.succeed('evt_handled');
    await driver.fail('evt_pending', 50);
    for (let n = 0; n < 6; n += 1) await driver.put(`evt_${n}`, { ignored: 'nobody' });
    expect(await driver.list()).to.deep.equal([
      ['evt_5', 'evt_4', 'evt_3', 'evt_2', 'evt_1', 'evt_pending', 'evt_dead'],
      false,
    ]);
    expect(await driver.list({ state: 'ignored' })).to.deep.equal([['evt_5', 'evt_4'], false]);
    expect(await driver.put('evt_1')).to.equal('duplicate');
    expect(await driver.put('evt_0', { ignored: 'nobody' })).to.equal('stored');
  });

  it('wakes nobody for an event that is ignored, and drops old ones all the same', async () => {
    const store = createMemoryEventStore(1, 1);
    const driver = eventStoreDriver(() => store);
    let wakeUps = 0;
    store.onDue(() => {
      wakeUps += 1;
    });
    for (let n = 0; n < 4; n += 1) await driver.put(`evt_${n}`, { ignored: 'nobody' });
    expect(wakeUps).to.equal(0);
    expect(await driver.list()).to.deep.equal([['evt_3', 'evt_2'], false]);
    await driver.put('evt_due');
    expect(wakeUps).to.equal(1);
  });

  it('lets others in between while it looks for a few events among many', async () => {
    const store = createMemoryEventStore();
    const driver = eventStoreDriver(() => store);
    for (const id of ['evt_rare_1', 'evt_rare_2']) await driver.put(id, { type: 'rare' });
    for (let n = 0; n < 2500; n += 1) await driver.put(`evt_${n}`);
    let turned = false;
    setImmediate(() => {
      turned = true;
    });
    expect(await driver.list({ type: 'rare' })).to.deep.equal([
      ['evt_rare_2', 'evt_rare_1'],
      false,
    ]);
    expect(turned).to.equal(true);
    const after = { ending_before: eventId('evt_rare_1') };
    expect(await driver.list({ type: 'rare', ...after })).to.deep.equal([['evt_rare_2'], false]);
  });

  it('examines a bounded number of due events at a time, and reports that more are due', async () => {
    const store = createMemoryEventStore();
    const driver = eventStoreDriver(() => store);
    for (let n = 0; n < 2500; n += 1) await driver.put(`evt_${n}`);
    const taken: Array<number> = [];
    for (let round = 0; round < 3; round += 1) {
      taken.push((await driver.claimIds(0, { limit: 5000 })).length);
    }
    expect(taken).to.deep.equal([1000, 1000, 500]);
    store.clear();
    for (let n = 0; n < 2500; n += 1) await driver.put(`evt_${n}`, { object: 'ch_1' });
    expect((await driver.claimIds(0)).length).to.equal(1);
    expect(await driver.nextDue(0)).to.equal(0);
    expect(await driver.nextDue(0)).to.equal(60);
  });

  it('examines a bounded number of events in a replay, and continues after them', async () => {
    const store = createMemoryEventStore();
    const driver = eventStoreDriver(() => store);
    for (let n = 0; n < 1500; n += 1) await driver.put(`evt_${n}`, { at: n });
    await driver.put('evt_last', { at: 2000, ignored: 'nobody' });
    const first = await driver.replayAll({ from: 2000 });
    expect(first).to.deep.equal({ replayed: 0, last: 'evt_999' });
    expect(await driver.replayAll({ from: 2000, after: 'evt_999' })).to.deep.equal({
      replayed: 1,
      last: null,
    });
  });

  it('lets others in between while it looks for events of a customer for the first time, and misses none', async () => {
    const store = createMemoryEventStore();
    const driver = eventStoreDriver(() => store);
    const ofCustomer = { fields: { customer: 'cus_1' } };
    for (let n = 0; n < 2500; n += 1) {
      const isIgnored = n === 0 || n === 2000;
      await driver.put(`evt_${n}`, {
        ...(n % 1000 === 0 ? ofCustomer : {}),
        ...(isIgnored ? { ignored: 'nobody' } : {}),
      });
    }
    const erasing = driver.erase('cus_1');
    await new Promise((resolve) => setImmediate(resolve));
    const between = driver.put('evt_between', ofCustomer);
    // Of these two, the index has only the first.
    const dropped = driver.drop('ignored', 1);
    expect(await Promise.all([erasing, between, dropped])).to.deep.equal([2, 'stored', 2]);
    const all = ['evt_between', 'evt_2000', 'evt_1000', 'evt_0'];
    expect(await driver.list({ state: 'dropped' })).to.deep.equal([all, false]);
    await driver.put('evt_later', ofCustomer);
    expect(await driver.erase('cus_1')).to.equal(1);
  });

  it('forgets everything when it is cleared, also events in progress', async () => {
    const store = createMemoryEventStore();
    const driver = eventStoreDriver(() => store);
    await driver.put('evt_1', { object: 'ch_1' });
    await driver.claim(0);
    store.clear();
    expect(await driver.succeed('evt_1')).to.equal(false);
    expect(await driver.list()).to.deep.equal([[], false]);
    await driver.put('evt_2', { object: 'ch_1' });
    expect(await driver.claimIds(0)).to.deep.equal(['evt_2']);
  });
});
