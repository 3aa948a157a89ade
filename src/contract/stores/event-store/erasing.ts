import { strict as assert } from 'node:assert';
import { assertFields } from '../store-assertions.js';
import type { EventArea } from './event-store-driver.js';

const namedCustomer =
  'an event is erased with the customer whom its object names anywhere but in metadata, by id or as an object (eventRules.erasedWith)';

export const erasing = ({ it, driver }: EventArea): void => {
  const droppedIds = async (): Promise<ReadonlyArray<string>> => {
    const found = await driver.list({ state: 'dropped' });
    return typeof found === 'string' ? [] : found[0].toSorted();
  };

  it(
    'erases events about the customer and about objects that name it, in any state',
    namedCustomer,
    async () => {
      await driver.put('evt_1', { object: 'cus_1', fields: { object: 'customer' } });
      await driver.put('evt_2', { fields: { customer: 'cus_1' } });
      await driver.put('evt_3', { fields: { customer: { id: 'cus_1', object: 'customer' } } });
      await driver.put('evt_other', { fields: { customer: 'cus_2' } });
      await driver.claim(0);
      await driver.succeed('evt_1');
      await driver.fail('evt_2', null);
      await driver.put('evt_4', { ignored: 'nobody', fields: { customer: 'cus_1' } });
      assert.equal(await driver.erase('cus_1'), 4);
      assert.deepEqual(await droppedIds(), ['evt_1', 'evt_2', 'evt_3', 'evt_4']);
      assertFields(await driver.find('evt_2'), { object_id: null, last_error: null, tries: [] });
      assertFields((await driver.find('evt_2')).event, { data: { object: {} } });
      assert.equal(await driver.erase('cus_1'), 0);
    },
  );

  it(
    'erases refunds and disputes of its payments, which do not name the customer',
    'events that name no customer are erased with the payments of those that do, and before these (eventRules.paymentsOf)',
    async () => {
      const intent = { object: 'payment_intent', customer: 'cus_1' };
      await driver.put('evt_intent', { object: 'pi_1', fields: intent });
      const charge = { object: 'charge', customer: 'cus_1', payment_intent: 'pi_1' };
      await driver.put('evt_charge', { object: 'ch_1', fields: charge });
      const refund = { object: 'refund', payment_intent: 'pi_1', charge: 'ch_1' };
      await driver.put('evt_refund', { object: 're_1', fields: refund });
      await driver.put('evt_dispute', {
        object: 'dp_1',
        fields: { object: 'dispute', charge: 'ch_1' },
      });
      const guest = { object: 'refund', payment_intent: 'pi_2', charge: 'ch_2' };
      await driver.put('evt_guest', { object: 're_2', fields: guest });
      assert.equal(await driver.erase('cus_1', 1), 4);
      assert.deepEqual(await droppedIds(), [
        'evt_charge',
        'evt_dispute',
        'evt_intent',
        'evt_refund',
      ]);
    },
  );

  it('erases events that name the customer only inside other objects', namedCustomer, async () => {
    const holder = { account_holder: { type: 'customer', customer: 'cus_1' } };
    await driver.put('evt_holder', { object: 'fca_1', fields: holder });
    const charge = { id: 'ch_1', object: 'charge', customer: { id: 'cus_1', object: 'customer' } };
    await driver.put('evt_refund', { object: 're_1', fields: { object: 'refund', charge } });
    await driver.put('evt_own', { object: 'po_1', fields: { metadata: { customer: 'cus_1' } } });
    assert.equal(await driver.erase('cus_1'), 2);
    assert.deepEqual(await droppedIds(), ['evt_holder', 'evt_refund']);
  });

  it('erases in batches until nothing is left', async () => {
    for (const n of [0, 1, 2, 3, 4])
      await driver.put(`evt_${n}`, { fields: { customer: 'cus_1' } });
    assert.equal(await driver.erase('cus_1', 2), 5);
  });

  it('takes an event from the owner that handles it, for good', async () => {
    await driver.put('evt_1', { object: 'ch_1', fields: { customer: 'cus_1' } });
    await driver.claim(0);
    await driver.erase('cus_1');
    assert.equal(await driver.extend('evt_1', 90), false);
    assert.equal(await driver.succeed('evt_1'), false);
    assert.deepEqual(await driver.claimIds(1000), []);
    assert.equal(await driver.nextDue(0), null);
  });

  it('still recognizes an erased event as a duplicate', async () => {
    await driver.put('evt_1', { fields: { customer: 'cus_1' } });
    await driver.erase('cus_1');
    assert.equal(await driver.put('evt_1', { fields: { customer: 'cus_1' } }), 'duplicate');
    assertFields((await driver.find('evt_1')).event, { data: { object: {} } });
  });

  it('erases nothing for a customer without events', async () => {
    await driver.put('evt_1', { object: null });
    await driver.put('evt_2', { fields: { customer: null } });
    assert.equal(await driver.erase('cus_x'), 0);
    assert.deepEqual(await droppedIds(), []);
  });
};
