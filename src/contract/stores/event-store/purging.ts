import { strict as assert } from 'node:assert';
import type { EventArea } from './event-store-driver.js';

export const purging = ({ it, driver }: EventArea): void => {
  const fill = async (): Promise<void> => {
    for (const [n, id] of ['evt_1', 'evt_2', 'evt_3'].entries()) {
      await driver.put(id, { at: 10 + n, ignored: 'nobody' });
    }
    await driver.drop('ignored', 1000);
  };

  it('deletes only dropped events that were received before a moment', async () => {
    await fill();
    await driver.put('evt_kept', { at: 10, ignored: 'nobody' });
    assert.equal(await driver.purge(10), 0);
    assert.equal(await driver.purge(12), 2);
    assert.deepEqual(await driver.list(), [['evt_kept', 'evt_3'], false]);
  });

  it('deletes at most limit events at a time', async () => {
    await fill();
    for (const forgotten of [2, 1, 0]) assert.equal(await driver.purge(1000, 2), forgotten);
  });

  it('accepts a deleted event again', async () => {
    await fill();
    assert.equal(await driver.put('evt_1'), 'duplicate');
    await driver.purge(1000);
    assert.equal(await driver.put('evt_1', { at: 2000 }), 'stored');
    assert.equal((await driver.find('evt_1')).state, 'pending');
  });
};
