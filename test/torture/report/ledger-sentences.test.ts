import { expect } from 'chai';
import { ledgerSentences } from '../../../src/torture/report/ledger-sentences.js';
import { orderLedger, paymentId } from '../../support/torture/sample-result.js';

const payment = {
  id: paymentId('x7Kd'),
  status: 'succeeded',
  currency: 'eur',
  captured: 1999,
  held: 0,
  charges: [{ id: 'ch_1', captured: 1999, refunded: 0 }],
  refunds: [],
};

describe('the ledgers in words', () => {
  for (const [what, ledger, expected] of [
    [
      'nothing at all',
      orderLedger(1, { payments: [], shopOrders: [], answers: [] }),
      ['no payment', 'no order', 'not heard'],
    ],
    [
      'money held, and a payment that is open',
      orderLedger(1, {
        payments: [
          { ...payment, status: 'requires_capture', captured: 0, held: 1999 },
          { ...payment, id: paymentId('9aaB'), status: 'requires_action', captured: 0 },
        ],
        shopOrders: [{ id: '1', amount: 1999, currency: 'eur', state: 'pending' }],
        answers: [{ outcome: 'action' }],
      }),
      [
        'one hold of 19.99 EUR (pi_…x7Kd), pi_…9aaB is requires_action',
        'one order: pending, 19.99 EUR',
        'sent to 3D Secure',
      ],
    ],
    [
      'a refund, twice sent goods, and what the staff was told',
      orderLedger(1, {
        payments: [
          {
            ...payment,
            refunds: [{ id: `re_3Q7mXb2eZvKYlo2C000011aa`, amount: 500, status: 'pending' }],
          },
        ],
        shopOrders: [
          { id: '1', amount: 1999, state: 'paid', refunded: 500, shipments: 2 },
          { id: '2', amount: 1999, state: 'failed', shipments: 0 },
        ],
        answers: [{ outcome: 'failed', message: 'try\tagain' }],
        refunds: [
          { id: 'r1', amount: 500, answer: { outcome: 'refunded' } },
          { id: 'r2', amount: 300, answer: null },
        ],
      }),
      [
        'one charge of 19.99 EUR (pi_…x7Kd), refund of 5.00 EUR (re_…11aa, pending)',
        'two orders: paid, 19.99 EUR, 5.00 EUR given back, sent two times; failed, 19.99 EUR, not sent',
        'told "failed" (try again)',
        'told "refunded" about 5.00 EUR and no response about 3.00 EUR',
      ],
    ],
    [
      'two charges of one payment',
      orderLedger(1, {
        payments: [
          {
            ...payment,
            captured: 3998,
            charges: ['ch_1', 'ch_2'].map((id) => ({ id, captured: 1999, refunded: 0 })),
          },
        ],
      }),
      ['two charges of 19.99 EUR (ch_1, ch_2)', 'one order: paid, 19.99 EUR', 'told "paid"'],
    ],
  ] as const) {
    it(`has ${what}`, () => {
      expect(ledgerSentences(ledger).map(([, text]) => text)).to.deep.equal(expected);
    });
  }
});
