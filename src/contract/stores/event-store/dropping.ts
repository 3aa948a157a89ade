import { strict as assert } from 'node:assert';
import { assertFields, valueOf } from '../store-assertions.js';
import { eventOf } from './event-of.js';
import type { EventArea } from './event-store-driver.js';

export const dropping = ({ it, driver, store }: EventArea): void => {
  const fill = async (): Promise<void> => {
    for (const id of ['evt_handled', 'evt_dead', 'evt_pending']) await driver.put(id, { at: 10 });
    await driver.claim(10);
    await driver.succeed('evt_handled');
    await driver.fail('evt_dead', null);
    await driver.fail('evt_pending', 500);
    await driver.put('evt_ignored', { at: 11, ignored: 'nobody' });
  };

  const states = async (): Promise<ReadonlyArray<string>> =>
    Promise.all(
      ['evt_handled', 'evt_ignored', 'evt_dead', 'evt_pending'].map(
        async (id) => (await driver.find(id)).state,
      ),
    );

  it('drops only events of one state that were received before a moment', async () => {
    await fill();
    assert.equal(await driver.drop('handled', 10), 0);
    assert.equal(await driver.drop('handled', 11), 1);
    assert.deepEqual(await states(), ['dropped', 'ignored', 'dead', 'pending']);
    assert.equal(await driver.drop('ignored', 1000), 1);
    assert.equal(await driver.drop('dead', 1000), 1);
    assert.deepEqual(await states(), ['dropped', 'dropped', 'dropped', 'pending']);
    assert.equal(await driver.drop('handled', 1000), 0);
  });

  it('drops at most limit events at a time, the first received first', async () => {
    for (const n of [0, 1, 2]) await driver.put(`evt_${n}`, { at: n, ignored: 'nobody' });
    assert.equal(await driver.drop('ignored', 1000, 2), 2);
    assert.deepEqual(await driver.list({ state: 'ignored' }), [['evt_2'], false]);
    assert.equal(await driver.drop('ignored', 1000, 2), 1);
    assert.equal(await driver.drop('ignored', 1000, 2), 0);
  });

  it('keeps the id, the type and the timestamps, and no personal data', async () => {
    await driver.put('evt_1', { at: 7, created: 5, object: 'ch_1', fields: { customer: 'cus_1' } });
    await driver.claim(7);
    await driver.fail('evt_1', null, 8);
    await driver.drop('dead', 1000);
    assertFields(await driver.find('evt_1'), {
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

  it('keeps no mode of an event that has none', async () => {
    const { livemode: _, ...event } = eventOf('n-1');
    await valueOf(store().store(event, 7, 'nobody'));
    assertFields(await driver.find('n-1'), { event });
    await driver.drop('ignored', 1000);
    const { id, object, type, created } = event;
    assertFields(await driver.find('n-1'), {
      event: { id, object, type, created, data: { object: {} } },
    });
  });

  it('lists dropped events in their place, and no longer by their object', async () => {
    await driver.put('evt_1', { object: 'ch_1', ignored: 'nobody' });
    await driver.drop('ignored', 1000);
    await driver.put('evt_2', { object: 'ch_1', ignored: 'nobody' });
    assert.deepEqual(await driver.list(), [['evt_2', 'evt_1'], false]);
    assert.deepEqual(await driver.list({ state: 'dropped' }), [['evt_1'], false]);
    assert.deepEqual(await driver.list({ object_id: 'ch_1' }), [['evt_2'], false]);
  });

  it('still recognizes a dropped event as a duplicate', async () => {
    await fill();
    await driver.drop('handled', 1000);
    const before = await driver.find('evt_handled');
    assert.equal(await driver.put('evt_handled', { at: 2000, type: 'other' }), 'duplicate');
    assert.deepEqual(await driver.find('evt_handled'), before);
  });

  it('does not replay dropped events', async () => {
    await fill();
    await driver.drop('dead', 1000);
    await driver.drop('ignored', 1000);
    assert.equal(await driver.replay('evt_dead', 20), false);
    assert.deepEqual(await driver.replayAll({ state: 'dropped' }), { replayed: 0, last: null });
    assert.deepEqual(await driver.replayAll({}), { replayed: 1, last: null });
    assert.deepEqual(await driver.claimIds(1000), ['evt_handled', 'evt_pending']);
  });

  it('does not let a dropped event hold up others of its object', async () => {
    await driver.put('evt_1', { object: 'ch_1', ignored: 'nobody' });
    await driver.drop('ignored', 1000);
    await driver.put('evt_2', { object: 'ch_1' });
    assert.deepEqual(await driver.claimIds(0), ['evt_2']);
  });

  it('drops nothing before its task runs', async () => {
    await driver.put('evt_1', { ignored: 'nobody' });
    store().dropPayloads('ignored', 1000, 10);
    assert.deepEqual(await driver.list({ state: 'dropped' }), [[], false]);
  });
};
