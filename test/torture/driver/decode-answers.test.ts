import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  decodePayAnswer,
  decodeRefundAnswer,
  decodeShopOrders,
} from '../../../src/torture/driver/decode-answers.js';
import { TortureProblem } from '../../../src/torture/options/torture-problem.js';

const noAnswer =
  '. Where the shop gives no usable response, as by a lost connection or a 502, throw an error: the tool then takes the outcome for unknown';

const problemOf = (decode: () => unknown): string => {
  try {
    decode();
  } catch (error) {
    if (error instanceof TortureProblem) return error.message;
  }
  throw new Error('no problem');
};

const order = { id: 'o1', amount: 1999, state: 'paid' };

describe('the answers of a driver', () => {
  it('are read', () => {
    expect(
      decodePayAnswer('pay', {
        outcome: 'action',
        order: 17,
        payment: 'pi_1_secret_x',
        message: { a: 1 },
      }),
    ).to.deep.equal({
      outcome: 'action',
      order: '17',
      payment: 'pi_1',
      message: 'an object with a',
    });
    expect(decodeRefundAnswer({ outcome: 'pending', message: 'later', status: 202 })).to.deep.equal(
      { outcome: 'pending', message: 'later' },
    );
    expect(
      decodeShopOrders([
        { ...order, currency: 'EUR', refunded: null, refunded_at: null, total: 3 },
        { id: 2n, amount: 0, state: 'open', refunded: 5, reference: 'pi_1', shipments: 2 },
      ]),
    ).to.deep.equal([
      { ...order, currency: 'eur' },
      { id: '2', amount: 0, state: 'open', refunded: 5, reference: 'pi_1', shipments: 2 },
    ]);
    expect(decodeShopOrders([])).to.deep.equal([]);
  });

  for (const { answer, message } of [
    { answer: undefined, message: "pay() is undefined: return { outcome: 'paid' }, for instance" },
    { answer: 'paid', message: "pay() is 'paid': return { outcome: 'paid' }, for instance" },
    { answer: {}, message: 'pay().outcome is missing; it has no fields' },
    {
      answer: { outcom: 'paid' },
      message: 'pay().outcome is missing: rename outcom, if that is it',
    },
    {
      answer: { outcome: 'Paid' },
      message:
        "pay().outcome is 'Paid': use one of paid, failed, pending, action (did you mean paid?)",
    },
    {
      answer: { outcome: 'succeeded' },
      message: "pay().outcome is 'succeeded': use one of paid, failed, pending, action",
    },
    {
      answer: { outcome: 'action' },
      message:
        'pay().payment is missing: with the outcome action it names the payment (pi_... or cs_...) whose 3D Secure the customer has to pass',
    },
    {
      answer: { outcome: 'paid', orderId: 'x' },
      message: 'pay().orderId is not read: did you mean order? If not, leave it out',
    },
    {
      answer: { outcome: 'paid', order: '' },
      message: "pay().order is '': it must be a text that is not empty, or a whole number",
    },
  ]) {
    it(`are refused: pay() ${JSON.stringify(answer)}`, () => {
      expect(problemOf(() => decodePayAnswer('pay', answer))).to.equal(`${message}${noAnswer}`);
    });
  }

  it('are refused by the name of their call', () => {
    expect(problemOf(() => decodePayAnswer('comeBack', null))).to.match(/^comeBack\(\) is null: /);
    expect(problemOf(() => decodeRefundAnswer({ outcome: 'refund' }))).to.match(
      /^refund\(\)\.outcome is 'refund': use one of refunded, failed, pending \(did you mean refunded\?\)/,
    );
  });

  for (const { orders, message } of [
    {
      orders: undefined,
      message: 'orders() is undefined: it must be an array of orders, which may be empty',
    },
    {
      orders: { data: [], more: false },
      message:
        'orders() is an object with data, more: it must be an array of orders. Return its data',
    },
    {
      orders: [order, 'o2'],
      message: "orders()[1] is 'o2': it must be an order: { id, amount, state }",
    },
    {
      orders: [[order]],
      message: 'orders()[0] is an array: it must be an order: { id, amount, state }',
    },
    {
      orders: [{ order_id: 'o1', total: 1, state: 'paid' }],
      message:
        'orders()[0].id is missing: rename order_id, if that is it; orders()[0].amount is missing: rename total, if that is it',
    },
    {
      orders: [{ id: 'o1', total: 1, state: 'paid' }],
      message: 'orders()[0].amount is missing: rename total, if that is it',
    },
    {
      orders: [{ id: 'o1', amount: 1, status: 'paid' }],
      message: 'orders()[0].state is missing: rename status, if that is it',
    },
    {
      orders: [{ id: 'o1', amount: 1, paid: true }],
      message: 'orders()[0].state is missing; it has id, amount, paid',
    },
    {
      orders: [{ ...order, amount: 19.99 }],
      message:
        'orders()[0].amount is 19.99: amounts are whole numbers of minor units. Pass 1999 for 19.99',
    },
    {
      orders: [{ ...order, amount: '19.99' }],
      message:
        "orders()[0].amount is '19.99': amounts are whole numbers of minor units. Pass 1999 for 19.99",
    },
    {
      orders: [{ ...order, amount: '1999' }],
      message: "orders()[0].amount is '1999': it must be a number, not a text",
    },
    {
      orders: [{ ...order, refunded: -5 }],
      message:
        'orders()[0].refunded is -5: it must be a whole number of minor units, such as 1999 for 19.99',
    },
    {
      orders: [{ ...order, amount: Number.NaN }],
      message:
        'orders()[0].amount is NaN: it must be a whole number of minor units, such as 1999 for 19.99',
    },
    {
      orders: [{ ...order, refund: 500 }],
      message: 'orders()[0].refund is not read: did you mean refunded? If not, leave it out',
    },
    {
      orders: [{ ...order, currency: '€' }],
      message: "orders()[0].currency is '€': it must have three letters, such as 'eur'",
    },
    {
      orders: [{ ...order, shipments: true }],
      message: 'orders()[0].shipments is true: it must be zero or a positive whole number',
    },
    {
      orders: [{ ...order, reference: new Date(0) }],
      message:
        'orders()[0].reference is a Date: it must be a text that is not empty, or a whole number',
    },
    {
      orders: [order, { ...order, id: 'o2' }, order],
      message:
        "orders()[2].id is 'o1', as that of orders()[0]: ids must differ. What links an order to the tool's belongs into reference",
    },
    {
      orders: [{ ...order, state: 'x'.repeat(80) }],
      message: `orders()[0].state is '${'x'.repeat(60)}...': use one of open, pending, paid, failed, canceled, refunded`,
    },
  ]) {
    it(`are refused: ${message}`, () => {
      expect(problemOf(() => decodeShopOrders(orders))).to.equal(message);
    });
  }

  it('are refused with the first five of many problems', () => {
    const orders = Array.from({ length: 7 }, (_, index) => ({ ...order, id: index, amount: -1 }));
    expect(problemOf(() => decodeShopOrders(orders))).to.match(
      /^orders\(\)\[0\]\.amount is -1: .*; orders\(\)\[4\]\.amount is -1: [^;]*; and 2 more problems$/,
    );
  });

  it('are read or refused, whatever they are', () => {
    const near = fc.constantFrom('id', 'amount', 'state', 'outcome', 'payment', 'refund', 'Order');
    const word = fc.constantFrom('paid', 'open', 'refunded', 'action', 'pi_1');
    const any = fc.anything({ withBigInt: true, withDate: true, withNullPrototype: true });
    const almost = fc.dictionary(near, fc.oneof(word, fc.integer(), fc.double(), any));
    fc.assert(
      fc.property(fc.oneof(any, almost, fc.array(almost)), (value) => {
        for (const decode of [
          () => decodePayAnswer('pay', value),
          () => decodeRefundAnswer(value),
          () => decodeShopOrders(value),
        ]) {
          try {
            decode();
          } catch (error) {
            expect(error).to.be.instanceOf(TortureProblem);
          }
        }
      }),
      { seed: 15, numRuns: 100 },
    );
  });
});
