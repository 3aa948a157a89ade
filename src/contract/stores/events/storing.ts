import { strict as assert } from 'node:assert';
import * as O from 'fp-ts/lib/Option.js';
import { assertFields } from '../assert-fields.js';
import { valueOf } from '../value-of.js';
import type { EventArea } from './event-area.js';
import { eventId, eventOf } from './event-of.js';

export const storing = ({ it, desk, store }: EventArea): void => {
  it('keeps an event as it came, with the moment, due at once', async () => {
    assert.equal(await desk.put('evt_1', { at: 7, object: 'ch_1' }), 'stored');
    assert.deepEqual(await desk.find('evt_1'), {
      id: 'evt_1',
      object: 'stored_event',
      type: 'charge.succeeded',
      received_at: 7,
      state: 'pending',
      reason: null,
      object_id: 'ch_1',
      attempts: 0,
      next_attempt_at: 7,
      handled_at: null,
      last_error: null,
      event: eventOf('evt_1', { object: 'ch_1' }),
      taken_by: [],
      tries: [],
    });
  });

  it('keeps an event that nobody is to handle, with the reason', async () => {
    await desk.put('evt_1', { object: null, ignored: 'it is a test' });
    assertFields(await desk.find('evt_1'), {
      state: 'ignored',
      reason: 'it is a test',
      object_id: null,
      next_attempt_at: null,
    });
    assert.deepEqual(await desk.claimIds(1000), []);
  });

  for (const object of ['', 'ch_\u0000', 'x'.repeat(10_000)]) {
    it(`keeps an event of an object with no id that is one: ${JSON.stringify(object.slice(0, 9))}`, async () => {
      assert.equal(await desk.put('evt_1', { object }), 'stored');
      assertFields(await desk.find('evt_1'), {
        object_id: null,
        event: eventOf('evt_1', { object }),
      });
    });
  }

  it('keeps an id once, and the first that came with it', async () => {
    await desk.put('evt_1', { type: 'first', at: 7 });
    assert.equal(await desk.put('evt_1', { type: 'second', at: 8, ignored: 'late' }), 'duplicate');
    assertFields(await desk.find('evt_1'), { type: 'first', received_at: 7, reason: null });
    assert.deepEqual(await desk.list(), [['evt_1'], false]);
  });

  it('says of exactly one of many at once that it was stored', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.put('evt_1')));
    assert.equal(answers.filter((answer) => answer === 'stored').length, 1);
    assert.equal(answers.filter((answer) => answer === 'duplicate').length, 19);
  });

  it('tells ids apart that differ only in case', async () => {
    await desk.put('evt_a');
    assert.equal(await desk.put('evt_A'), 'stored');
  });

  it('stores nothing before its task runs', async () => {
    store().store(eventOf('evt_1'), 7);
    assert.deepEqual(await desk.list(), [[], false]);
  });

  it('finds nothing under an unknown id', async () => {
    assert.deepEqual(await valueOf(store().find(eventId('evt_x'))), O.none);
  });

  it('is ready', async () => {
    await valueOf(store().ready);
  });
};
