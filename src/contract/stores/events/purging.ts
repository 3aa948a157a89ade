import { strict as assert } from 'node:assert';
import { assertFields } from '../assert-fields.js';
import type { EventArea } from './event-area.js';

export const purging = ({ it, desk }: EventArea): void => {
  const fill = async (): Promise<void> => {
    for (const id of ['evt_handled', 'evt_dead', 'evt_pending']) await desk.put(id, { at: 10 });
    await desk.claim(10);
    await desk.succeed('evt_handled');
    await desk.fail('evt_dead', null);
    await desk.fail('evt_pending', 500);
    await desk.put('evt_ignored', { at: 11, ignored: 'nobody' });
  };

  it('drops handled and ignored events that came before a moment, and no others', async () => {
    await fill();
    assert.equal(await desk.purge(10), 0);
    assert.equal(await desk.purge(11), 1);
    assert.equal(await desk.purge(1000), 1);
    assert.deepEqual(await desk.list(), [['evt_pending', 'evt_dead'], false]);
  });

  it('drops some at a time', async () => {
    await fill();
    assert.equal(await desk.purge(1000, 1), 1);
    assert.equal(await desk.purge(1000, 1), 1);
    assert.equal(await desk.purge(1000, 1), 0);
  });

  it('lets an event that was dropped come again', async () => {
    await fill();
    await desk.purge(1000);
    assert.equal(await desk.put('evt_handled', { at: 2000 }), 'stored');
    assertFields(await desk.find('evt_handled'), { state: 'pending', tries: [] });
  });
};
