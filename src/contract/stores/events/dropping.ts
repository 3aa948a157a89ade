import { strict as assert } from 'node:assert';
import { assertFields } from '../store-assertions.js';
import type { EventArea } from './event-store-driver.js';

export const dropping = ({ it, desk, store }: EventArea): void => {
  const fill = async (): Promise<void> => {
    for (const id of ['evt_handled', 'evt_dead', 'evt_pending']) await desk.put(id, { at: 10 });
    await desk.claim(10);
    await desk.succeed('evt_handled');
    await desk.fail('evt_dead', null);
    await desk.fail('evt_pending', 500);
    await desk.put('evt_ignored', { at: 11, ignored: 'nobody' });
  };

  const states = async (): Promise<ReadonlyArray<string>> =>
    Promise.all(
      ['evt_handled', 'evt_ignored', 'evt_dead', 'evt_pending'].map(
        async (id) => (await desk.find(id)).state,
      ),
    );

  it('drops only events of one state that were received before a moment', async () => {
    await fill();
    assert.equal(await desk.drop('handled', 10), 0);
    assert.equal(await desk.drop('handled', 11), 1);
    assert.deepEqual(await states(), ['dropped', 'ignored', 'dead', 'pending']);
    assert.equal(await desk.drop('ignored', 1000), 1);
    assert.equal(await desk.drop('dead', 1000), 1);
    assert.deepEqual(await states(), ['dropped', 'dropped', 'dropped', 'pending']);
    assert.equal(await desk.drop('handled', 1000), 0);
  });

  it('drops at most limit events at a time, the first received first', async () => {
    for (const n of [0, 1, 2]) await desk.put(`evt_${n}`, { at: n, ignored: 'nobody' });
    assert.equal(await desk.drop('ignored', 1000, 2), 2);
    assert.deepEqual(await desk.list({ state: 'ignored' }), [['evt_2'], false]);
    assert.equal(await desk.drop('ignored', 1000, 2), 1);
    assert.equal(await desk.drop('ignored', 1000, 2), 0);
  });

  it('keeps the id, the type and the timestamps, and no personal data', async () => {
    await desk.put('evt_1', { at: 7, created: 5, object: 'ch_1', fields: { customer: 'cus_1' } });
    await desk.claim(7);
    await desk.fail('evt_1', null, 8);
    await desk.drop('dead', 1000);
    assertFields(await desk.find('evt_1'), {
      id: 'evt_1',
      object: 'stored_event',
      type: 'charge.succeeded',
      received_at: 7,
      state: 'dropped',
      reason: null,
      object_id: null,
      attempts: 1,
      next_attempt_at: null,
      handled_at: null,
      last_error: null,
      event: {
        id: 'evt_1',
        object: 'event',
        type: 'charge.succeeded',
        created: 5,
        livemode: false,
        data: { object: {} },
      },
      tries: [],
    });
  });

  it('lists dropped events in their place, and no longer by their object', async () => {
    await desk.put('evt_1', { object: 'ch_1', ignored: 'nobody' });
    await desk.drop('ignored', 1000);
    await desk.put('evt_2', { object: 'ch_1', ignored: 'nobody' });
    assert.deepEqual(await desk.list(), [['evt_2', 'evt_1'], false]);
    assert.deepEqual(await desk.list({ state: 'dropped' }), [['evt_1'], false]);
    assert.deepEqual(await desk.list({ object_id: 'ch_1' }), [['evt_2'], false]);
  });

  it('still recognizes a dropped event as a duplicate', async () => {
    await fill();
    await desk.drop('handled', 1000);
    const before = await desk.find('evt_handled');
    assert.equal(await desk.put('evt_handled', { at: 2000, type: 'other' }), 'duplicate');
    assert.deepEqual(await desk.find('evt_handled'), before);
  });

  it('does not replay dropped events', async () => {
    await fill();
    await desk.drop('dead', 1000);
    await desk.drop('ignored', 1000);
    assert.equal(await desk.replay('evt_dead', 20), false);
    assert.deepEqual(await desk.replayAll({ state: 'dropped' }), { replayed: 0, last: null });
    assert.deepEqual(await desk.replayAll({}), { replayed: 1, last: null });
    assert.deepEqual(await desk.claimIds(1000), ['evt_handled', 'evt_pending']);
  });

  it('does not let a dropped event hold up others of its object', async () => {
    await desk.put('evt_1', { object: 'ch_1', ignored: 'nobody' });
    await desk.drop('ignored', 1000);
    await desk.put('evt_2', { object: 'ch_1' });
    assert.deepEqual(await desk.claimIds(0), ['evt_2']);
  });

  it('drops nothing before its task runs', async () => {
    await desk.put('evt_1', { ignored: 'nobody' });
    store().dropPayloads('ignored', 1000, 10);
    assert.deepEqual(await desk.list({ state: 'dropped' }), [[], false]);
  });
};
