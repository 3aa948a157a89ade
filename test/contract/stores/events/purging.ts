import { expect } from 'chai';
import type { Desk } from './desk.js';

export const purging = (desk: Desk): void => {
  beforeEach(async () => {
    for (const id of ['evt_handled', 'evt_dead', 'evt_pending']) await desk.put(id, { at: 10 });
    await desk.claim(10);
    await desk.succeed('evt_handled');
    await desk.fail('evt_dead', null);
    await desk.fail('evt_pending', 500);
    await desk.put('evt_ignored', { at: 11, ignored: 'nobody' });
  });

  it('drops handled and ignored events that came before a moment, and no others', async () => {
    expect(await desk.purge(10)).to.equal(0);
    expect(await desk.purge(11)).to.equal(1);
    expect(await desk.purge(1000)).to.equal(1);
    expect(await desk.list()).to.deep.equal([['evt_pending', 'evt_dead'], false]);
  });

  it('drops some at a time', async () => {
    expect(await desk.purge(1000, 1)).to.equal(1);
    expect(await desk.purge(1000, 1)).to.equal(1);
    expect(await desk.purge(1000, 1)).to.equal(0);
  });

  it('lets an event that was dropped come again', async () => {
    await desk.purge(1000);
    expect(await desk.put('evt_handled', { at: 2000 })).to.equal('stored');
    expect(await desk.find('evt_handled')).to.deep.include({ state: 'pending', tries: [] });
  });
};
