import { expect } from 'chai';
import * as O from 'fp-ts/lib/Option.js';
import type { EventStore } from '../../../../src/application/ports/event-store.js';
import { valueOf } from '../value-of.js';
import type { Desk } from './desk.js';
import { eventId, eventOf } from './event-of.js';

export const storing = (desk: Desk, store: () => EventStore): void => {
  it('keeps an event as it came, with the moment, due at once', async () => {
    expect(await desk.put('evt_1', { at: 7, object: 'ch_1' })).to.equal('stored');
    expect(await desk.find('evt_1')).to.deep.equal({
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
      tries: [],
    });
  });

  it('keeps an event that nobody is to handle, with the reason', async () => {
    await desk.put('evt_1', { object: null, ignored: 'it is a test' });
    expect(await desk.find('evt_1')).to.include({
      state: 'ignored',
      reason: 'it is a test',
      object_id: null,
      next_attempt_at: null,
    });
    expect(await desk.claimIds(1000)).to.deep.equal([]);
  });

  for (const object of ['', 'ch_\u0000', 'x'.repeat(10_000)]) {
    it(`keeps an event of an object with no id that is one: ${JSON.stringify(object.slice(0, 9))}`, async () => {
      expect(await desk.put('evt_1', { object })).to.equal('stored');
      expect(await desk.find('evt_1')).to.deep.include({
        object_id: null,
        event: eventOf('evt_1', { object }),
      });
    });
  }

  it('keeps an id once, and the first that came with it', async () => {
    await desk.put('evt_1', { type: 'first', at: 7 });
    expect(await desk.put('evt_1', { type: 'second', at: 8, ignored: 'late' })).to.equal(
      'duplicate',
    );
    expect(await desk.find('evt_1')).to.include({ type: 'first', received_at: 7, reason: null });
    expect(await desk.list()).to.deep.equal([['evt_1'], false]);
  });

  it('says of exactly one of many at once that it was stored', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.put('evt_1')));
    expect(answers.filter((answer) => answer === 'stored')).to.have.length(1);
    expect(answers.filter((answer) => answer === 'duplicate')).to.have.length(19);
  });

  it('tells ids apart that differ only in case', async () => {
    await desk.put('evt_a');
    expect(await desk.put('evt_A')).to.equal('stored');
  });

  it('stores nothing before its task runs', async () => {
    store().store(eventOf('evt_1'), 7);
    expect(await desk.list()).to.deep.equal([[], false]);
  });

  it('finds nothing under an unknown id', async () => {
    expect(await valueOf(store().find(eventId('evt_x')))).to.deep.equal(O.none);
  });

  it('is ready', async () => {
    await valueOf(store().ready);
  });
};
