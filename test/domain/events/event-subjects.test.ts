import { expect } from 'chai';
import { eventOf, thinEventOf } from '../../../src/contract/stores/event-store/event-of.js';
import { type EventSubjects, subjectsOf } from '../../../src/domain/events/event-subjects.js';

const cases: ReadonlyArray<
  readonly [what: string, object: object, subjects: EventSubjects, before?: object]
> = [
  ['a customer', { object: 'customer', id: 'cus_1' }, { customer: 'cus_1', payment: null }],
  [
    'an intent',
    { object: 'payment_intent', id: 'pi_1', customer: 'cus_1' },
    { customer: 'cus_1', payment: 'pi_1' },
  ],
  [
    'a charge of an intent',
    { object: 'charge', id: 'ch_1', customer: 'cus_1', payment_intent: 'pi_1' },
    { customer: 'cus_1', payment: 'pi_1' },
  ],
  [
    'a charge without an intent',
    { object: 'charge', id: 'ch_1', customer: null, payment_intent: null },
    { customer: null, payment: 'ch_1' },
  ],
  [
    'a setup intent',
    { object: 'setup_intent', id: 'seti_1', customer: 'cus_1', payment_method: 'pm_1' },
    { customer: 'cus_1', payment: null },
  ],
  [
    'a checkout session',
    { object: 'checkout.session', id: 'cs_1', customer: 'cus_1', payment_intent: 'pi_1' },
    { customer: 'cus_1', payment: 'pi_1' },
  ],
  [
    'a refund',
    { object: 'refund', id: 're_1', charge: 'ch_1', payment_intent: 'pi_1' },
    { customer: null, payment: 'pi_1' },
  ],
  [
    'a dispute of a charge that is expanded',
    { object: 'dispute', id: 'dp_1', charge: { id: 'ch_1', object: 'charge' } },
    { customer: null, payment: 'ch_1' },
  ],
  [
    'a customer that is expanded',
    { object: 'invoice', id: 'in_1', customer: { id: 'cus_1', email: 'ana@example.com' } },
    { customer: 'cus_1', payment: null },
  ],
  [
    'a refund of a charge that is expanded',
    {
      object: 'refund',
      id: 're_1',
      charge: { id: 'ch_1', object: 'charge', payment_intent: 'pi_1', customer: 'cus_1' },
    },
    { customer: 'cus_1', payment: 'ch_1' },
  ],
  [
    'a customer in a list inside',
    { object: 'thing', id: 'x_1', parts: [{ to: null }, { to: { related_customer: 'cus_1' } }] },
    { customer: 'cus_1', payment: null },
  ],
  [
    'another name in the metadata',
    { object: 'payout', id: 'po_1', metadata: { customer: '42' } },
    { customer: null, payment: null },
  ],
  [
    'a payment method that was detached',
    { object: 'payment_method', id: 'pm_1', customer: null },
    { customer: 'cus_1', payment: null },
    { customer: 'cus_1' },
  ],
  ['nobody', { object: 'balance' }, { customer: null, payment: null }],
  [
    'a value that is not an id',
    { customer: 7, payment_intent: 'pi_\0' },
    { customer: null, payment: null },
  ],
];

describe('subjectsOf', () => {
  for (const [what, object, subjects, previous_attributes] of cases) {
    it(`finds the customer and the payment of ${what}`, () => {
      const event = eventOf('evt_1', { object: null });
      const data = {
        object: { ...object },
        ...(previous_attributes === undefined
          ? {}
          : { previous_attributes: { ...previous_attributes } }),
      };
      expect(subjectsOf({ ...event, data })).to.deep.equal(subjects);
    });
  }

  for (const [type, id, subjects] of [
    ['customer', 'cus_1', { customer: 'cus_1', payment: null }],
    ['payment_intent', 'pi_1', { customer: null, payment: 'pi_1' }],
    ['charge', 'ch_1', { customer: null, payment: 'ch_1' }],
    ['billing.meter', 'mtr_1', { customer: null, payment: null }],
  ] as const) {
    it(`finds the customer and the payment of a thin event about a ${type}`, () => {
      const thin = thinEventOf('evt_1', '2026-09-18T19:56:56.947Z');
      const related_object = { id, type, url: `/v1/things/${id}` };
      expect(subjectsOf({ ...thin, related_object })).to.deep.equal(subjects);
      expect(subjectsOf({ ...thin, related_object: null })).to.deep.equal({
        customer: null,
        payment: null,
      });
    });
  }
});
