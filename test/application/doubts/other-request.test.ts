import { expect } from 'chai';
import { signsOfOtherRequest } from '../../../src/application/doubts/other-request.js';

const intent = { amount: 2000, currency: 'eur', customer: 'cus_1' };
const refund = { amount: 750, currency: 'eur', charge: 'ch_1' };

describe('the signs that an object belongs to another request', () => {
  const cases: ReadonlyArray<
    readonly [
      operation: string,
      input: object,
      named: { readonly id: string; readonly customer?: string; readonly object: object },
      signs: ReadonlyArray<string>,
    ]
  > = [
    [
      'createPaymentIntent',
      { amount: 2000, customer: 'cus_1' },
      { id: 'pi_1', object: intent },
      [],
    ],
    [
      'createPaymentIntent',
      { amount: 5000, customer: 'cus_2' },
      { id: 'pi_1', object: intent },
      [
        'the request was about cus_2, not about cus_1',
        'the request was for 50.00 EUR, but pi_1 is of 20.00 EUR',
      ],
    ],
    [
      'createPaymentIntent',
      { amount_minor: 2000, currency: 'usd' },
      { id: 'pi_1', object: intent },
      ['the request was for 20.00 USD, but pi_1 is of 20.00 EUR'],
    ],
    ['createPaymentIntent', {}, { id: 'pi_1', object: intent }, []],
    [
      'createPaymentIntent',
      { amount: 2000, customer: 'cus_1' },
      { id: 'pi_1', object: { ...intent, customer: null } },
      [],
    ],
    ['refundCharge', { charge: 'ch_1' }, { id: 're_1', object: refund }, []],
    ['refundCharge', { charge: 'ch_1', amount: '7.50' }, { id: 're_1', object: refund }, []],
    ['refundCharge', { charge: 'ch_1', amount_minor: 750 }, { id: 're_1', object: refund }, []],
    [
      'refundCharge',
      { charge: 'ch_2', amount: '7.00' },
      { id: 're_1', object: refund },
      [
        'the request was about ch_2, not about ch_1',
        'the request was for 7.00, but re_1 is of 7.50 EUR',
      ],
    ],
    [
      'refundCharge',
      { charge: 'ch_1', amount_minor: 75 },
      { id: 're_1', object: refund },
      ['the request was for 75 minor units, but re_1 is of 7.50 EUR'],
    ],
    [
      'refundCharge',
      { charge: 'ch_1', amount: '750.00' },
      { id: 're_1', object: { ...refund, currency: 'jpy' } },
      [],
    ],
    ...['confirmPayment', 'capturePayment', 'cancelPayment'].map(
      (operation) =>
        [
          operation,
          { payment_intent: 'pi_1' },
          { id: 'pi_2', object: intent },
          ['the request was about pi_1, not about pi_2'],
        ] as const,
    ),
    ['confirmPayment', { payment_intent: 'pi_1' }, { id: 'pi_1', object: intent }, []],
    [
      'confirmSetupIntent',
      { setup_intent: 'seti_1' },
      { id: 'seti_2', object: {} },
      ['the request was about seti_1, not about seti_2'],
    ],
    ...['updateCustomer', 'deleteCustomer', 'setDefaultCard'].map(
      (operation) =>
        [
          operation,
          { customer: 'cus_1' },
          { id: 'cus_2', object: {} },
          ['the request was about cus_1, not about cus_2'],
        ] as const,
    ),
    [
      'assignCard',
      { customer: 'cus_1', source: 'tok_visa' },
      { id: 'card_1', customer: 'cus_2', object: {} },
      ['the request was about cus_1, not about cus_2'],
    ],
    [
      'removeCard',
      { customer: 'cus_1', card: 'card_1' },
      { id: 'card_2', customer: 'cus_1', object: {} },
      ['the request was about card_1, not about card_2'],
    ],
    ['createCustomer', { email: 'ada@example.com' }, { id: 'cus_1', object: {} }, []],
  ];
  for (const [operation, input, named, signs] of cases) {
    it(`${operation} ${JSON.stringify(input)}: ${signs.join('; ') || 'none'}`, () => {
      expect(
        signsOfOtherRequest(operation, { ...input }, { customer: undefined, ...named }),
      ).to.deep.equal(signs);
    });
  }
});
