import { expect } from 'chai';
import { createMemoryEventInbox } from '../../../../src/adapters/outbound/memory/memory-event-inbox.js';
import { describeEventStore } from '../../../../src/contract/stores/describe-event-store.js';
import { deskAt } from '../../../../src/contract/stores/events/desk.js';

describeEventStore('in memory', { open: () => createMemoryEventInbox() });

describe('the in-memory inbox', () => {
  it('keeps all that is pending or dead, and the last of the others', async () => {
    const inbox = createMemoryEventInbox(2);
    const desk = deskAt(() => inbox);
    await desk.put('evt_dead');
    await desk.claim(0);
    await desk.fail('evt_dead', null);
    await desk.put('evt_pending');
    for (let n = 0; n < 4; n += 1) await desk.put(`evt_${n}`, { ignored: 'nobody' });
    expect(await desk.list()).to.deep.equal([['evt_3', 'evt_2', 'evt_pending', 'evt_dead'], false]);
  });

  it('forgets everything when it is cleared, also what is at work', async () => {
    const inbox = createMemoryEventInbox();
    const desk = deskAt(() => inbox);
    await desk.put('evt_1', { object: 'ch_1' });
    await desk.claim(0);
    inbox.clear();
    expect(await desk.succeed('evt_1')).to.equal(false);
    expect(await desk.list()).to.deep.equal([[], false]);
    await desk.put('evt_2', { object: 'ch_1' });
    expect(await desk.claimIds(0)).to.deep.equal(['evt_2']);
  });
});
