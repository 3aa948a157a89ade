import { strict as assert } from 'node:assert';
import { assertFields } from '../store-assertions.js';
import { eventOf } from './event-of.js';
import type { EventArea } from './event-store-driver.js';

const laterInLife =
  'the success and the cancellation of an intent come after its other events, and all others in the order of created (eventRules.supersedes)';

export const claiming = ({ it, driver, store, openAnother }: EventArea): void => {
  it('gives a due event to the first owner, as its first attempt', async () => {
    await driver.put('evt_1', { at: 5 });
    assert.deepEqual(await driver.claimIds(4), []);
    const [claimed] = await driver.claim(5);
    assertFields(claimed, {
      attempt: 1,
      attemptInRound: 1,
      replay: false,
      superseded: false,
    });
    assertFields(claimed?.stored, { id: 'evt_1', state: 'pending', attempts: 1 });
    assert.deepEqual(claimed?.stored.event, eventOf('evt_1'));
    assert.deepEqual(await driver.claimIds(6, { owner: 'second' }), []);
  });

  it('gives the oldest event first: by created, then by receipt', async () => {
    await driver.put('evt_1', { created: 30 });
    await driver.put('evt_2', { created: 10 });
    await driver.put('evt_3', { created: 20 });
    await driver.put('evt_4', { created: 10 });
    assert.deepEqual(await driver.claimIds(0, { limit: 2 }), ['evt_2', 'evt_4']);
    assert.deepEqual(await driver.claimIds(0, { limit: 2 }), ['evt_3', 'evt_1']);
  });

  it('gives one event of an object at a time', async () => {
    await driver.put('evt_1', { object: 'ch_1', created: 2 });
    await driver.put('evt_2', { object: 'ch_1', created: 1 });
    await driver.put('evt_3', { object: 'ch_2', created: 3 });
    assert.deepEqual(await driver.claimIds(0), ['evt_2', 'evt_3']);
    assert.deepEqual(await driver.claimIds(1, { owner: 'second' }), []);
    await driver.succeed('evt_2');
    assert.deepEqual(await driver.claimIds(2, { owner: 'second' }), ['evt_1']);
  });

  it('does not let an event without an object hold up others', async () => {
    await driver.put('evt_1', { object: null });
    await driver.put('evt_2', { object: null });
    assert.deepEqual(await driver.claimIds(0), ['evt_1', 'evt_2']);
  });

  it('gives an event with an expired lease to the next owner, as another attempt', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    assert.deepEqual(await driver.claimIds(59, { owner: 'second' }), []);
    const [taken] = await driver.claim(60, { owner: 'second' });
    assertFields(taken, { attempt: 2, attemptInRound: 2, replay: false });
  });

  it('gives the oldest event of an object once its lease has expired', async () => {
    await driver.put('evt_1', { object: 'ch_1', created: 2 });
    await driver.claim(0);
    await driver.put('evt_0', { object: 'ch_1', created: 1 });
    assert.deepEqual(await driver.claimIds(60, { owner: 'second' }), ['evt_0']);
  });

  it('gives every one of many events that are due together, over several claims', async () => {
    const ids = Array.from({ length: 250 }, (_, n) => `evt_${n}`);
    for (const id of ids) await driver.put(id);
    await driver.claim(0, { limit: ids.length });
    const taken: Array<string> = [];
    let more = true;
    while (more) {
      const some = await driver.claimIds(60, { owner: 'second' });
      taken.push(...some);
      more = some.length > 0 || (await driver.nextDue(60)) === 60;
    }
    assert.deepEqual(taken.toSorted(), ids.toSorted());
  });

  it('finds events of other objects behind many of one object', async () => {
    for (let n = 0; n < 250; n += 1) await driver.put(`evt_${n}`, { object: 'ch_1', created: n });
    await driver.put('evt_a', { object: 'ch_2', created: 900 });
    await driver.put('evt_b', { object: 'ch_3', created: 901 });
    assert.deepEqual(await driver.claimIds(0), ['evt_0', 'evt_a', 'evt_b']);
    await driver.succeed('evt_a');
    await driver.put('evt_c', { object: 'ch_2', created: 902 });
    assert.deepEqual(await driver.claimIds(0), ['evt_c']);
  });

  it('gives all events of other objects, in the order of each, behind many of objects that are leased', async () => {
    for (let n = 0; n < 180; n += 1) {
      await driver.put(`evt_hot_${n}`, { object: `ch_hot_${n % 3}`, created: n });
    }
    assert.equal((await driver.claim(0, { limit: 3, owner: 'busy' })).length, 3);
    for (let n = 0; n < 60; n += 1) {
      await driver.put(`evt_${n}`, { object: `ch_${n % 20}`, created: 900 + n });
    }
    const given = new Map<string, Array<string>>();
    for (let n = 0; n < 60; ) {
      const some = await driver.claim(0, { limit: 4 });
      assert.ok(some.length > 0, `only ${n} of 60 events were given`);
      for (const { stored } of some) {
        const object = String(stored.object_id);
        given.set(object, [...(given.get(object) ?? []), stored.id]);
        await driver.succeed(stored.id);
      }
      n += some.length;
    }
    assert.equal(given.size, 20);
    for (const [object, ids] of given) {
      const first = Number(object.slice('ch_'.length));
      assert.deepEqual(ids, [`evt_${first}`, `evt_${first + 20}`, `evt_${first + 40}`]);
    }
  });

  it('gives an event with an extended lease to nobody before the new end', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    assert.equal(await driver.extend('evt_1', 90), true);
    assert.deepEqual(await driver.claimIds(89, { owner: 'second' }), []);
    assert.deepEqual(await driver.claimIds(90, { owner: 'second' }), ['evt_1']);
  });

  it(
    'extends no expired lease while another event of its object is handled',
    'an owner may extend its lease after its end, unless another event of the object is leased now',
    async () => {
      await driver.put('evt_1', { object: 'ch_1', created: 2 });
      await driver.claim(0);
      await driver.put('evt_0', { object: 'ch_1', created: 1 });
      assert.deepEqual(await driver.claimIds(60, { owner: 'second' }), ['evt_0']);
      assert.equal(await driver.extend('evt_1', 150, { now: 61 }), false);
      assert.equal(await driver.succeed('evt_0', 70, 'second'), true);
      assert.equal(await driver.extend('evt_1', 150, { now: 71 }), true);
    },
  );

  it('does not let an owner that lost its lease change anything', async () => {
    await driver.put('evt_1');
    await driver.claim(0);
    await driver.claim(60, { owner: 'second' });
    const before = await driver.find('evt_1');
    assert.equal(await driver.extend('evt_1', 500), false);
    assert.equal(await driver.succeed('evt_1'), false);
    assert.equal(await driver.fail('evt_1', null), false);
    assert.equal(await driver.ignore('evt_1', 'nobody'), false);
    assert.deepEqual(await driver.find('evt_1'), before);
    assert.equal(await driver.succeed('evt_1', 61, 'second'), true);
  });

  it('extend and conclude return false for an unknown event', async () => {
    assert.equal(await driver.extend('evt_x', 500), false);
    assert.equal(await driver.succeed('evt_x'), false);
  });

  it(
    'marks an event as superseded by a newer handled event of its object, not by one of the same second',
    laterInLife,
    async () => {
      const happened = { evt_late: 9, evt_old: 5, evt_peer: 9, evt_new: 10 };
      for (const [id, created] of Object.entries(happened)) {
        await driver.put(id, { object: 'ch_1', created, at: id === 'evt_late' ? 0 : 50 });
      }
      await driver.claim(0);
      await driver.succeed('evt_late');
      const told: Array<readonly [string, boolean]> = [];
      for (let n = 0; n < 3; n += 1) {
        for (const { stored, superseded } of await driver.claim(50)) {
          told.push([stored.id, superseded]);
          await driver.succeed(stored.id, 50);
        }
      }
      assert.deepEqual(told, [
        ['evt_old', true],
        ['evt_peer', false],
        ['evt_new', false],
      ]);
    },
  );

  it('marks an event as superseded by a newer one that some of its handlers have handled', async () => {
    await driver.put('evt_new', { object: 'ch_1', created: 2 });
    await driver.claim(0);
    await driver.fail('evt_new', 90, 1, { takenBy: ['ship'] });
    assertFields(await driver.find('evt_new'), { state: 'pending', handled_at: 1 });
    await driver.put('evt_old', { object: 'ch_1', created: 1, at: 5 });
    assertFields((await driver.claim(5))[0], { superseded: true });
  });

  it('marks an event as superseded by a newer one that some handlers had when their process died', async () => {
    await driver.put('evt_new', { object: 'ch_1', created: 2 });
    await driver.claim(0);
    await driver.extend('evt_new', 90, { now: 30, takenBy: ['ship'] });
    assertFields(await driver.find('evt_new'), { state: 'pending', handled_at: 30 });
    await driver.put('evt_old', { object: 'ch_1', created: 1, at: 40 });
    const [claimed] = await driver.claim(90, { owner: 'second' });
    assertFields(claimed, { superseded: true });
    assert.equal(claimed?.stored.id, 'evt_old');
  });

  // Whether an event of an object is superseded after another one was handled.
  const superseded = async (
    first: readonly [type: string, created: number],
    second: readonly [type: string, created: number],
    object: string,
  ): Promise<boolean | undefined> => {
    await driver.put(`evt_${object}_1`, { object, type: first[0], created: first[1] });
    await driver.claim(0);
    await driver.succeed(`evt_${object}_1`);
    await driver.put(`evt_${object}_2`, { object, type: second[0], created: second[1] });
    const [claimed] = await driver.claim(0);
    assert.equal(claimed?.stored.id, `evt_${object}_2`);
    await driver.succeed(`evt_${object}_2`);
    return claimed.superseded;
  };

  it(
    'marks an event of an intent as superseded by its success or cancellation, whatever their created, never the other way',
    laterInLife,
    async () => {
      const succeeded = 'payment_intent.succeeded';
      const failed = 'payment_intent.payment_failed';
      assert.deepEqual(
        [
          await superseded([succeeded, 9], [failed, 9], 'pi_1'),
          await superseded([succeeded, 9], [failed, 8], 'pi_2'),
          await superseded([succeeded, 9], [failed, 10], 'pi_3'),
          await superseded(['setup_intent.canceled', 9], ['setup_intent.created', 9], 'seti_1'),
          await superseded([failed, 9], [succeeded, 9], 'pi_4'),
          await superseded([failed, 10], [succeeded, 9], 'pi_5'),
          await superseded([failed, 9], ['payment_intent.requires_action', 9], 'pi_6'),
          await superseded([succeeded, 10], ['payment_intent.canceled', 9], 'pi_7'),
        ],
        [true, true, true, true, false, false, false, true],
      );
    },
  );

  it('does not mark an event as superseded by events of other objects or by unhandled ones', async () => {
    await driver.put('evt_1', { object: 'ch_1', created: 1 });
    await driver.put('evt_2', { object: 'ch_1', created: 2, ignored: 'nobody' });
    await driver.put('evt_3', { object: 'ch_2', created: 3 });
    await driver.claim(0);
    await driver.succeed('evt_3');
    await driver.fail('evt_1', 5);
    assertFields((await driver.claim(5))[0], { superseded: false });
  });

  it('gives concurrent callers no event twice, and no two events of one object', async () => {
    const ids = Array.from({ length: 60 }, (_, n) => `evt_${n}`);
    for (const [n, id] of ids.entries()) await driver.put(id, { object: `ch_${n % 20}` });
    const another = await openAnother(store());
    const round = async (): Promise<ReadonlyArray<string | null>> => {
      const claims = await Promise.all(
        Array.from({ length: 24 }, (_, n) =>
          driver.claim(0, { limit: 3, owner: `o${n}`, from: n % 2 === 0 ? store() : another }),
        ),
      );
      return claims.flat().map(({ stored }) => stored.object_id);
    };
    // A concurrent claim may return fewer events than are due.
    const objects: Array<string | null> = [];
    let taken = await round();
    while (taken.length > 0) {
      objects.push(...taken);
      taken = await round();
    }
    assert.equal(objects.length, 20);
    assert.equal(new Set(objects).size, 20);
  });

  it('gives two instances no two events of one object, even if an older one arrives meanwhile', async () => {
    const another = await openAnother(store());
    await driver.put('evt_99', { object: 'ch_1', created: 99 });
    for (let n = 98; n > 78; n -= 1) {
      const [one, other] = await Promise.all([
        driver.claim(0, { owner: 'one' }),
        driver.claim(0, { owner: 'other', from: another }),
        driver.put(`evt_${n}`, { object: 'ch_1', created: n }),
      ]);
      const claimed = [...one, ...other];
      assert.equal(claimed.length, 1);
      for (const { stored } of claimed) {
        assert.equal(await driver.succeed(stored.id, 1, one.length > 0 ? 'one' : 'other'), true);
      }
    }
  });
};
