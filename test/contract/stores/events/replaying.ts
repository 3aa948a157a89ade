import { expect } from 'chai';
import type { Desk } from './desk.js';

export const replaying = (desk: Desk): void => {
  const makeDead = async (id: string, facts: Parameters<Desk['put']>[1] = {}): Promise<void> => {
    await desk.put(id, facts);
    await desk.claim(facts.at ?? 0);
    await desk.fail(id, null);
  };

  it('gives a dead event a new round of tries, which go on counting', async () => {
    await makeDead('evt_1');
    expect(await desk.replay('evt_1', 30)).to.equal(true);
    expect(await desk.find('evt_1')).to.include({ state: 'pending', next_attempt_at: 30 });
    const again = (await desk.claim(30))[0];
    expect(again).to.include({ attempt: 2, attemptInRound: 1, replay: true });
    await desk.fail('evt_1', 40);
    const retried = (await desk.claim(40))[0];
    expect(retried).to.include({ attempt: 3, attemptInRound: 2, replay: true });
    await desk.succeed('evt_1', 41);
    expect((await desk.find('evt_1')).tries).to.have.length(3);
  });

  it('makes handled and ignored events due again', async () => {
    await desk.put('evt_1');
    await desk.put('evt_2', { ignored: 'nobody' });
    await desk.claim(0);
    await desk.succeed('evt_1', 5);
    await desk.replay('evt_1');
    await desk.replay('evt_2');
    expect(await desk.find('evt_1')).to.include({ state: 'pending', handled_at: 5 });
    expect(await desk.find('evt_2')).to.include({ state: 'pending', reason: null });
    expect(await desk.claimIds(0)).to.deep.equal(['evt_1', 'evt_2']);
  });

  it('does not make an event wait any longer', async () => {
    await desk.put('evt_1');
    await desk.claim(0);
    await desk.fail('evt_1', 500);
    await desk.replay('evt_1', 7);
    expect(await desk.claim(7)).to.have.nested.property('[0].replay', true);
  });

  it('leaves an event alone that is handled now', async () => {
    await desk.put('evt_1');
    await desk.claim(0);
    const before = await desk.find('evt_1');
    expect(await desk.replay('evt_1', 59)).to.equal(true);
    expect(await desk.find('evt_1')).to.deep.equal(before);
    expect(await desk.succeed('evt_1')).to.equal(true);
  });

  it('takes an event from who let its lease run out', async () => {
    await desk.put('evt_1');
    await desk.claim(0);
    await desk.replay('evt_1', 60);
    expect(await desk.succeed('evt_1')).to.equal(false);
  });

  it('forgets that it was a replay once it is handled', async () => {
    await makeDead('evt_1');
    await desk.replay('evt_1');
    await desk.claim(0);
    await desk.succeed('evt_1');
    await desk.replay('evt_1');
    const again = (await desk.claim(0))[0];
    expect(again).to.include({ attempt: 3, attemptInRound: 1, replay: true });
  });

  it('says no of an event that there is not', async () => {
    expect(await desk.replay('evt_x')).to.equal(false);
  });

  it('of all that match takes those that are not pending', async () => {
    await makeDead('evt_1', { at: 1, type: 'a' });
    await makeDead('evt_2', { at: 2, type: 'b' });
    await desk.put('evt_3', { at: 3, type: 'a', ignored: 'nobody' });
    await desk.put('evt_4', { at: 4, type: 'a' });
    const one = { replayed: 1, last: null };
    const none = { replayed: 0, last: null };
    expect(await desk.replayAll({ state: 'dead', type: 'b' })).to.deep.equal(one);
    expect(await desk.replayAll({ from: 2, to: 3 })).to.deep.equal(none);
    expect(await desk.replayAll({ state: 'pending' })).to.deep.equal(none);
    expect(await desk.replayAll({ from: 1, to: 3 })).to.deep.equal(one);
    expect(await desk.replayAll({})).to.deep.equal(one);
    expect(await desk.list({ state: 'pending' })).to.deep.equal([
      ['evt_4', 'evt_3', 'evt_2', 'evt_1'],
      false,
    ]);
  });

  it('goes through many in batches, in order of receipt, each once', async () => {
    for (let n = 0; n < 5; n += 1) await desk.put(`evt_${n}`, { ignored: 'nobody' });
    expect(await desk.replayAll({}, 2)).to.deep.equal({ replayed: 2, last: 'evt_1' });
    await desk.claim(0);
    await desk.succeed('evt_0');
    expect(await desk.replayAll({ after: 'evt_1' }, 2)).to.deep.equal({
      replayed: 2,
      last: 'evt_3',
    });
    expect(await desk.replayAll({ after: 'evt_3' }, 2)).to.deep.equal({ replayed: 1, last: null });
    expect(await desk.list({ state: 'handled' })).to.deep.equal([['evt_0'], false]);
  });
};
