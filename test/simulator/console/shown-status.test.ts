import { expect } from 'chai';
import { shownStatus, statusesOf } from '../../../src/simulator/console/shown-status.js';

describe('the status that the console shows', () => {
  const intent = { object: 'payment_intent', status: 'succeeded', last_payment_error: null };
  const unpaid = { ...intent, status: 'requires_payment_method' };
  const session = { object: 'checkout.session', status: 'complete', payment_status: 'paid' };
  const cases: ReadonlyArray<readonly [object: object, related: object | null, status: string]> = [
    [intent, { disputed: false, refunded: false, amount_refunded: 0 }, 'succeeded'],
    [intent, { disputed: true, refunded: true }, 'disputed'],
    [intent, { refunded: true, amount_refunded: 5 }, 'refunded'],
    [intent, { refunded: false, amount_refunded: 5 }, 'partially_refunded'],
    [unpaid, null, 'requires_payment_method'],
    [{ ...unpaid, last_payment_error: {} }, null, 'declined'],
    [{ object: 'setup_intent', status: 'succeeded' }, null, 'saved'],
    [
      { object: 'setup_intent', status: 'requires_payment_method', last_setup_error: {} },
      null,
      'declined',
    ],
    [session, null, 'complete'],
    [{ ...session, payment_status: 'unpaid' }, null, 'processing'],
    [{ ...session, status: 'open' }, null, 'open'],
    [{ ...session, status: 'open' }, { status: 'requires_action' }, 'requires_action'],
    [{ object: 'refund', status: 'succeeded' }, null, 'done'],
    [{ object: 'charge', status: 'pending' }, null, 'pending'],
    [{ object: 'customer' }, null, ''],
    [{ object: 'customer', deleted: true }, null, 'deleted'],
    [{ object: 'request', status: 303 }, null, 'answered'],
    [{ object: 'request', status: null }, null, 'failed'],
    [{ object: 'delivery', status: 200 }, null, 'answered'],
    [{ object: 'delivery', status: 303 }, null, 'failed'],
    [{ object: 'delivery', status: 'handled' }, null, 'handled'],
    [{ object: 'doubt', kind: 'unconfirmed' }, null, 'unconfirmed'],
    [{ object: 'dispute', status: 'won' }, null, 'won'],
    [{ object: 'event' }, null, ''],
  ];
  for (const [object, related, status] of cases) {
    it(`is "${status}" for ${JSON.stringify(object)} with ${JSON.stringify(related)}`, () => {
      expect(shownStatus(object, related)).to.equal(status);
    });
  }

  it('offers those of the rows where a list has no others', () => {
    const rows = [
      { object: 'delivery', status: 200 },
      { object: 'delivery', status: 201 },
    ];
    expect(statusesOf('deliveries', rows)).to.deep.equal(['answered']);
    expect(statusesOf('customers', [{ object: 'customer' }])).to.deep.equal([]);
    expect(statusesOf('requests', rows)).to.deep.equal(['answered', 'failed']);
  });
});
