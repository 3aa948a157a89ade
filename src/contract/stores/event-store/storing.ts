import { strict as assert } from 'node:assert';
import * as O from 'fp-ts/lib/Option.js';
import { eventId } from '../../../domain/branded.js';
import { assertFields, valueOf } from '../store-assertions.js';
import { eventOf, thinEventOf } from './event-of.js';
import type { EventArea } from './event-store-driver.js';

const printable =
  'object_id is null unless the id of the object is 1 to 255 printable ASCII characters (eventRules.receivedRow)';

export const storing = ({ it, driver, store }: EventArea): void => {
  it('keeps an event as received, with the time of receipt, due at once', async () => {
    assert.equal(await driver.put('evt_1', { at: 7, object: 'ch_1' }), 'stored');
    assert.deepEqual(await driver.find('evt_1'), {
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
      api_version: null,
      account: null,
      signed_with: null,
      event: eventOf('evt_1', { object: 'ch_1' }),
      taken_by: [],
      tries: [],
    });
  });

  it('keeps the API version and the account of an event, and the secret that signed its webhook', async () => {
    const event = { ...eventOf('evt_1'), api_version: '2026-08-26.dahlia', account: 'acct_1' };
    await valueOf(store().store(event, 7, undefined, 'ab12cd34'));
    const origin = { api_version: '2026-08-26.dahlia', account: 'acct_1', signed_with: 'ab12cd34' };
    assertFields(await driver.find('evt_1'), { ...origin, event });
    assertFields((await driver.claim(7))[0]?.stored, origin);
    await driver.succeed('evt_1');
    await driver.drop('handled', 1000);
    assertFields(await driver.find('evt_1'), {
      api_version: null,
      account: null,
      signed_with: 'ab12cd34',
    });
  });

  it(
    'keeps a thin event as received, under the id of its object, ordered by its created',
    'the payload stays as it is until it is dropped, and then has its created in whole seconds (eventRules.droppedRow)',
    async () => {
      const moments = ['2023-11-14T22:13:21.999Z', '2023-11-14T22:13:20.000Z'];
      const [later, earlier] = moments.map((created, n) => thinEventOf(`evt_${n}`, created));
      assert.ok(later !== undefined && earlier !== undefined);
      await valueOf(store().store(later, 7));
      await valueOf(store().store(earlier, 7));
      await driver.put('evt_snapshot', { object: 'mtr_1', created: 1_700_000_002 });
      assertFields(await driver.find('evt_0'), {
        type: 'v1.billing.meter.error_report_triggered',
        object_id: 'mtr_1',
        api_version: null,
        account: null,
        event: later,
      });
      for (const id of ['evt_1', 'evt_0', 'evt_snapshot']) {
        const [claimed] = await driver.claim(7);
        assertFields(claimed?.stored, { id });
        await driver.succeed(id);
      }
      await driver.drop('handled', 1000);
      assertFields(await driver.find('evt_0'), {
        object_id: null,
        event: {
          id: 'evt_0',
          object: 'v2.core.event',
          type: 'v1.billing.meter.error_report_triggered',
          created: '2023-11-14T22:13:21.000Z',
          livemode: false,
        },
      });
    },
  );

  it('keeps an ignored event with its reason', async () => {
    await driver.put('evt_1', { object: null, ignored: 'it is a test' });
    assertFields(await driver.find('evt_1'), {
      state: 'ignored',
      reason: 'it is a test',
      object_id: null,
      next_attempt_at: null,
    });
    assert.deepEqual(await driver.claimIds(1000), []);
  });

  for (const object of ['', 'ch_\u0000', 'x'.repeat(10_000)]) {
    it(
      `keeps an event whose object has an invalid id: ${JSON.stringify(object.slice(0, 9))}`,
      printable,
      async () => {
        assert.equal(await driver.put('evt_1', { object }), 'stored');
        assertFields(await driver.find('evt_1'), {
          object_id: null,
          event: eventOf('evt_1', { object }),
        });
      },
    );
  }

  it('keeps texts that a database cannot store as they are', async () => {
    const fields = {
      '\0': 'a\0b',
      lone: '\uD800',
      ['__proto__']: { customer: 'a' },
      large: 2 ** 53,
      tiny: 1e-300,
    };
    await driver.put('evt_1', { fields });
    assertFields(await driver.find('evt_1'), { event: eventOf('evt_1', { fields }) });
    assert.deepEqual((await driver.claim(0))[0]?.stored.event, eventOf('evt_1', { fields }));
  });

  it('keeps only the first event with an id', async () => {
    await driver.put('evt_1', { type: 'first', at: 7 });
    assert.equal(
      await driver.put('evt_1', { type: 'second', at: 8, ignored: 'late' }),
      'duplicate',
    );
    assertFields(await driver.find('evt_1'), { type: 'first', received_at: 7, reason: null });
    assert.deepEqual(await driver.list(), [['evt_1'], false]);
  });

  it('returns stored to exactly one of many concurrent calls', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => driver.put('evt_1')));
    assert.equal(answers.filter((answer) => answer === 'stored').length, 1);
    assert.equal(answers.filter((answer) => answer === 'duplicate').length, 19);
  });

  it('keeps all of many events that arrive together, each once', async () => {
    const ids = Array.from({ length: 150 }, (_, n) => `evt_${Math.floor(n / 2)}`);
    const answers = await Promise.all(ids.map(async (id) => [await driver.put(id), id] as const));
    const distinct = [...new Set(ids)].toSorted();
    for (const answer of ['stored', 'duplicate']) {
      const answered = answers.filter(([one]) => one === answer).map(([, id]) => id);
      assert.deepEqual(answered.toSorted(), distinct);
    }
    const listed = await driver.list({ limit: 200 });
    assert.ok(typeof listed !== 'string');
    assert.deepEqual(listed[0].toSorted(), distinct);
  });

  it('keeps events that arrive together with one that it refuses', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => `evt_${n}`);
    const [strange, ...others] = await Promise.allSettled(
      ids.map((id, n) => driver.put(id, n === 0 ? { type: 'a\u0000b' } : {})),
    );
    assert.ok(
      others.every((outcome) => outcome.status === 'fulfilled' && outcome.value === 'stored'),
    );
    const kept = strange?.status === 'fulfilled' ? ids : ids.slice(1);
    const listed = await driver.list();
    assert.ok(typeof listed !== 'string');
    assert.deepEqual(listed[0].toSorted(), kept.toSorted());
  });

  it('keeps ids apart that differ only in case', async () => {
    await driver.put('evt_a');
    assert.equal(await driver.put('evt_A'), 'stored');
  });

  it('stores nothing before its task runs', async () => {
    store().store(eventOf('evt_1'), 7);
    assert.deepEqual(await driver.list(), [[], false]);
  });

  it('find returns none for an unknown id', async () => {
    assert.deepEqual(await valueOf(store().find(eventId('evt_x'))), O.none);
  });

  it('is ready', async () => {
    await valueOf(store().ready);
  });
};
