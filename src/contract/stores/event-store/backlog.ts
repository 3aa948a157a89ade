import { strict as assert } from 'node:assert';
import { valueOf } from '../store-assertions.js';
import type { EventArea } from './event-store-driver.js';

export const backlog = ({ it, driver, store }: EventArea): void => {
  const backlogUpTo = (upTo = 100) => valueOf(store().backlog(upTo));

  it('is empty when every event was handled or ignored', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.succeed('evt_1');
    await driver.put('evt_2', { ignored: 'nobody' });
    assert.deepEqual(await backlogUpTo(), { pending: 0, dead: 0, oldestPending: null });
  });

  it('counts events that are due, leased, or wait for their next attempt, and dead ones', async () => {
    await driver.put('evt_dead', { at: 5, object: 'ch_1' });
    await driver.put('evt_waits', { at: 6, object: 'ch_2' });
    await driver.put('evt_leased', { at: 7, object: 'ch_3' });
    await driver.claim(10);
    await driver.fail('evt_dead', null, 11);
    await driver.fail('evt_waits', 1000, 11);
    await driver.put('evt_due', { at: 12, object: 'ch_4' });
    assert.deepEqual(await backlogUpTo(), { pending: 3, dead: 1, oldestPending: 6 });
    await driver.replay('evt_dead', 20);
    assert.deepEqual(await backlogUpTo(), { pending: 4, dead: 0, oldestPending: 5 });
  });

  it('counts up to the limit', async () => {
    for (const id of ['evt_1', 'evt_2', 'evt_3']) await driver.put(id, { at: 9 });
    assert.deepEqual(await backlogUpTo(2), { pending: 2, dead: 0, oldestPending: 9 });
  });
};
