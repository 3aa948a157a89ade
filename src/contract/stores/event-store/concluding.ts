import { strict as assert } from 'node:assert';
import { assertFields } from '../store-assertions.js';
import type { EventArea } from './event-store-driver.js';

export const concluding = ({ it, driver, store }: EventArea): void => {
  it('makes a successful event handled for good', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    assert.equal(await driver.succeed('evt_1', 3), true);
    assertFields(await driver.find('evt_1'), {
      state: 'handled',
      attempts: 1,
      handled_at: 3,
      next_attempt_at: null,
      last_error: null,
      tries: [{ attempt: 1, started_at: 3, ended_at: 3, error: null, handlers: [] }],
    });
    assert.deepEqual(await driver.claimIds(1000), []);
    assert.equal(await driver.succeed('evt_1', 4), false);
  });

  it('concludes many events together, each with its own outcome, and none twice', async () => {
    for (const id of ['evt_1', 'evt_2', 'evt_3', 'evt_4', 'evt_5']) await driver.put(id);
    await driver.claim(0);
    const concluded = await Promise.all([
      driver.succeed('evt_1', 3),
      driver.fail('evt_2', 20, 4),
      driver.succeed('evt_3', 5, 'second'),
      driver.succeed('evt_3', 6),
      driver.fail('evt_3', null, 7),
      driver.ignore('evt_4', 'nobody'),
      driver.fail('evt_5', null, 8, { takenBy: ['mail'] }),
      driver.succeed('evt_x'),
    ]);
    assert.deepEqual(concluded, [true, true, false, true, false, true, true, false]);
    const tried = { started_at: 6, ended_at: 6, error: null, handlers: [], attempt: 1 };
    assertFields(await driver.find('evt_1'), { state: 'handled', handled_at: 3 });
    assertFields(await driver.find('evt_2'), { state: 'pending', next_attempt_at: 20 });
    assertFields(await driver.find('evt_3'), { state: 'handled', handled_at: 6, tries: [tried] });
    assertFields(await driver.find('evt_4'), { state: 'ignored', reason: 'nobody', tries: [] });
    assertFields(await driver.find('evt_5'), {
      state: 'dead',
      last_error: 'no room at 8',
      taken_by: ['mail'],
    });
    assertFields((await driver.claim(20))[0], { attempt: 2 });
  });

  it('keeps a failed event pending until its next attempt, and records both tries', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.fail('evt_1', 20, 2);
    assertFields(await driver.find('evt_1'), {
      state: 'pending',
      next_attempt_at: 20,
      last_error: 'no room at 2',
    });
    assert.deepEqual(await driver.claimIds(19), []);
    assertFields((await driver.claim(20))[0], { attempt: 2 });
    await driver.succeed('evt_1', 21);
    assertFields(await driver.find('evt_1'), {
      state: 'handled',
      last_error: null,
      tries: [
        { attempt: 1, started_at: 2, ended_at: 2, error: 'no room at 2', handlers: [] },
        { attempt: 2, started_at: 21, ended_at: 21, error: null, handlers: [] },
      ],
    });
  });

  it('keeps which handlers took an event until all have', async () => {
    await driver.put('evt_1');
    assertFields((await driver.claim(0))[0], { takenBy: [] });
    const handlers = [
      { name: 'mail', error: null },
      { name: 'ledger', error: `no room, "ñ" '€'` },
    ];
    await driver.fail('evt_1', 20, 2, { handlers, takenBy: ['mail'] });
    assertFields(await driver.find('evt_1'), {
      taken_by: ['mail'],
      tries: [{ attempt: 1, started_at: 2, ended_at: 2, error: 'no room at 2', handlers }],
    });
    assertFields((await driver.claim(20))[0], { takenBy: ['mail'] });
    await driver.fail('evt_1', 30, 21);
    assertFields((await driver.claim(30))[0], { takenBy: ['mail'] });
    await driver.end('evt_1', { _tag: 'Handled' }, 31, 'first', {
      handlers: [{ name: 'ledger', error: null }],
      takenBy: ['mail', 'ledger'],
    });
    const { taken_by, tries } = await driver.find('evt_1');
    assert.deepEqual(taken_by, []);
    assert.deepEqual(
      tries.map((one) => one.handlers),
      [handlers, [], [{ name: 'ledger', error: null }]],
    );
  });

  it('keeps which handlers took an event that was never concluded', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.extend('evt_1', 90, { takenBy: ['mail'] });
    assertFields((await driver.claim(90, { owner: 'second' }))[0], { takenBy: ['mail'] });
  });

  it('does not let a waiting event hold up others of its object', async () => {
    await driver.put('evt_1', { object: 'ch_1', created: 1 });
    await driver.put('evt_2', { object: 'ch_1', created: 2 });
    await driver.claim(0);
    await driver.fail('evt_1', 20);
    assert.deepEqual(await driver.claimIds(1), ['evt_2']);
  });

  it('makes an event dead after its last failure', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.fail('evt_1', null);
    assertFields(await driver.find('evt_1'), {
      state: 'dead',
      next_attempt_at: null,
      last_error: 'no room at 1',
      handled_at: null,
    });
    assert.deepEqual(await driver.claimIds(1000), []);
  });

  it('records no try for an ignored event', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    assert.equal(await driver.ignore('evt_1', 'nobody'), true);
    assertFields(await driver.find('evt_1'), {
      state: 'ignored',
      reason: 'nobody',
      next_attempt_at: null,
      tries: [],
    });
  });

  it('keeps the last 50 tries', async () => {
    await driver.put('evt_1');
    for (let n = 1; n <= 52; n += 1) {
      await driver.claim(n);
      await driver.fail('evt_1', n, n);
    }
    const { tries, attempts } = await driver.find('evt_1');
    assert.equal(attempts, 52);
    assert.deepEqual(
      tries.map(({ attempt }) => attempt),
      Array.from({ length: 50 }, (_, n) => n + 3),
    );
  });

  it('nextDue returns when the next event is due or the next lease expires', async () => {
    assert.equal(await driver.nextDue(0), null);
    await driver.put('evt_1', { at: 10 });
    await driver.put('evt_2', { at: 7 });
    assert.equal(await driver.nextDue(0), 7);
    assert.equal(await driver.nextDue(7), 10);
    await driver.claim(10);
    assert.equal(await driver.nextDue(10), 70);
    await driver.fail('evt_2', 40);
    assert.equal(await driver.nextDue(10), 40);
    await driver.succeed('evt_2', 11);
    await driver.fail('evt_1', null);
    await driver.claim(40);
    await driver.succeed('evt_2', 41);
    assert.equal(await driver.nextDue(40), null);
  });

  it('nextDue leaves out an event that another one of its object holds up', async () => {
    await driver.put('evt_1', { object: 'ch_1' });
    await driver.put('evt_2', { object: 'ch_1' });
    await driver.claim(5);
    assert.equal(await driver.nextDue(5), 65);
    assert.deepEqual(await driver.claimIds(64), []);
    await driver.fail('evt_1', null);
    assert.deepEqual(await driver.claimIds(64), ['evt_2']);
  });

  it('onDue calls a listener when an event is stored or replayed, until it is removed', async () => {
    const calls: Array<string> = [];
    let heard: (() => void) | undefined;
    const stop = store().onDue(() => {
      calls.push('due');
      heard?.();
    });
    const dueAfter = async (act: () => Promise<unknown>): Promise<void> => {
      const due = new Promise<void>((resolve) => {
        heard = resolve;
      });
      await act();
      await due;
    };
    await dueAfter(() =>
      driver.put('evt_1', { ignored: 'nobody' }).then(() => driver.put('evt_2')),
    );
    await dueAfter(() => driver.replay('evt_1'));
    stop();
    const before = calls.length;
    await driver.put('evt_3');
    await driver.claim(0);
    assert.equal(calls.length, before);
  });
};
