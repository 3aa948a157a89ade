import { strict as assert } from 'node:assert';
import { assertFields } from '../store-assertions.js';
import type { EventArea, EventStoreDriver } from './event-store-driver.js';

export const replaying = ({ it, driver }: EventArea): void => {
  const makeDead = async (
    id: string,
    facts: Parameters<EventStoreDriver['put']>[1] = {},
  ): Promise<void> => {
    await driver.put(id, facts);
    await driver.claim(facts.at ?? 0);
    await driver.fail(id, null);
  };

  it('gives a dead event a new round of attempts, counted on from the earlier ones', async () => {
    await makeDead('evt_1');
    assert.equal(await driver.replay('evt_1', 30), true);
    assertFields(await driver.find('evt_1'), { state: 'pending', next_attempt_at: 30 });
    const again = (await driver.claim(30))[0];
    assertFields(again, { attempt: 2, attemptInRound: 1, replay: true });
    await driver.fail('evt_1', 40);
    const retried = (await driver.claim(40))[0];
    assertFields(retried, { attempt: 3, attemptInRound: 2, replay: true });
    await driver.succeed('evt_1', 41);
    assert.equal((await driver.find('evt_1')).tries.length, 3);
  });

  it('gives a dead event to the handlers that have not taken it, and a handled one to all', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.fail('evt_1', null, 1, { takenBy: ['mail'] });
    await driver.replay('evt_1', 30);
    assertFields((await driver.claim(30))[0], { takenBy: ['mail'] });
    await driver.end('evt_1', { _tag: 'Handled' }, 31, 'first', { takenBy: ['mail', 'ledger'] });
    await driver.replay('evt_1', 40);
    assertFields((await driver.claim(40))[0], { takenBy: [] });
    await driver.fail('evt_1', null, 41, { takenBy: ['ledger'] });
    await driver.replayAll({ state: 'dead' });
    assertFields((await driver.claim(50))[0], { takenBy: ['ledger'] });
    await driver.succeed('evt_1', 51);
    await driver.replayAll({ state: 'handled' });
    assertFields((await driver.claim(60))[0], { takenBy: [] });
  });

  it('makes handled and ignored events due again', async () => {
    await driver.put('evt_1');
    await driver.put('evt_2', { ignored: 'nobody' });
    await driver.claim(0);
    await driver.succeed('evt_1', 5);
    await driver.replay('evt_1');
    await driver.replay('evt_2');
    assertFields(await driver.find('evt_1'), { state: 'pending', handled_at: 5 });
    assertFields(await driver.find('evt_2'), { state: 'pending', reason: null });
    assert.deepEqual(await driver.claimIds(0), ['evt_1', 'evt_2']);
  });

  it('makes a waiting event due at once', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.fail('evt_1', 500);
    await driver.replay('evt_1', 7);
    assertFields((await driver.claim(7))[0], { replay: true });
  });

  it('does not change an event that is being handled', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    const before = await driver.find('evt_1');
    assert.equal(await driver.replay('evt_1', 59), true);
    assert.deepEqual(await driver.find('evt_1'), before);
    assert.equal(await driver.succeed('evt_1'), true);
  });

  it(
    'takes an event from an owner whose lease has expired',
    'a replay ends a lease that has expired, and its owner concludes nothing any more',
    async () => {
      await driver.put('evt_1');
      await driver.claim(0);
      await driver.replay('evt_1', 60);
      assert.equal(await driver.succeed('evt_1'), false);
    },
  );

  it('begins a new round when a handled event is replayed again', async () => {
    await makeDead('evt_1');
    await driver.replay('evt_1');
    await driver.claim(0);
    await driver.succeed('evt_1');
    await driver.replay('evt_1');
    const again = (await driver.claim(0))[0];
    assertFields(again, { attempt: 3, attemptInRound: 1, replay: true });
  });

  it('replay returns false for an unknown event', async () => {
    assert.equal(await driver.replay('evt_x'), false);
  });

  it('replayAll replays the matching events that are not pending', async () => {
    await makeDead('evt_1', { at: 1, type: 'a' });
    await makeDead('evt_2', { at: 2, type: 'b' });
    await driver.put('evt_3', { at: 3, type: 'a', ignored: 'nobody' });
    await driver.put('evt_4', { at: 4, type: 'a' });
    const one = { replayed: 1, last: null };
    const none = { replayed: 0, last: null };
    assert.deepEqual(await driver.replayAll({ state: 'dead', type: 'b' }), one);
    assert.deepEqual(await driver.replayAll({ from: 2, to: 3 }), none);
    assert.deepEqual(await driver.replayAll({ state: 'pending' }), none);
    assert.deepEqual(await driver.replayAll({ from: 1, to: 3 }), one);
    assert.deepEqual(await driver.replayAll({}), one);
    assert.deepEqual(await driver.list({ state: 'pending' }), [
      ['evt_4', 'evt_3', 'evt_2', 'evt_1'],
      false,
    ]);
  });

  it('replayAll replays many events in batches, in order of receipt, each once', async () => {
    for (let n = 0; n < 5; n += 1) await driver.put(`evt_${n}`, { ignored: 'nobody' });
    assert.deepEqual(await driver.replayAll({}, 2), { replayed: 2, last: 'evt_1' });
    await driver.claim(0);
    await driver.succeed('evt_0');
    assert.deepEqual(await driver.replayAll({ after: 'evt_1' }, 2), {
      replayed: 2,
      last: 'evt_3',
    });
    assert.deepEqual(await driver.replayAll({ after: 'evt_3' }, 2), { replayed: 1, last: null });
    assert.deepEqual(await driver.list({ state: 'handled' }), [['evt_0'], false]);
  });
};
