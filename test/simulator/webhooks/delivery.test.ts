import { expect } from 'chai';
import { type Delivery, describeDelivery } from '../../../src/simulator/webhooks/delivery.js';

const delivery: Delivery = {
  id: 'dlv_1',
  object: 'delivery',
  created: 1_800_000_000,
  event: 'evt_1',
  type: 'charge.succeeded',
  endpoint: null,
  url: 'http://127.0.0.1:4000/',
  attempt: 1,
  resent: false,
  status: 200,
  error: null,
  next_attempt: null,
};

describe('describeDelivery', () => {
  const lines: ReadonlyArray<readonly [Partial<Delivery>, string]> = [
    [{}, 'webhook 200 charge.succeeded evt_1'],
    [{ attempt: 2 }, 'webhook 200 charge.succeeded evt_1 (attempt 2)'],
    [{ resent: true }, 'webhook 200 charge.succeeded evt_1 (resent)'],
    [
      { status: 500, next_attempt: 1_800_000_005 },
      'webhook 500 charge.succeeded evt_1 (attempt 1, next at 2027-01-15T08:00:05.000Z)',
    ],
    [
      { status: null, error: 'connection refused', attempt: 3 },
      'webhook connection refused charge.succeeded evt_1 (attempt 3)',
    ],
  ];
  for (const [fields, line] of lines) {
    it(`prints ${line}`, () => {
      expect(describeDelivery({ ...delivery, ...fields })).to.equal(line);
    });
  }
});
