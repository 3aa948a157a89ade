import { expect } from 'chai';
import {
  orderOfCells,
  orderOfFields,
} from '../../../src/infrastructure/reconciliation/order-rows.js';

const order = { id: '1001', amount: 1999, state: 'paid' } as const;
const november = 1_793_491_200;

describe('an order of a row', () => {
  const moments: ReadonlyArray<readonly [given: unknown, seconds: number | undefined]> = [
    [undefined, undefined],
    [null, undefined],
    ['', undefined],
    [november, november],
    [String(november), november],
    ['2026-11-01T00:00:00Z', november],
    ['2026-11-01 00:00:00Z', november],
    ['2026-11-01T00:00:00.999Z', november],
  ];
  for (const [given, seconds] of moments) {
    it(`has the moments of the ${typeof given} "${String(given)}"`, () => {
      expect(orderOfFields({ ...order, created: given, shipped_at: given }, 'row 1')).to.deep.equal(
        seconds === undefined ? order : { ...order, created: seconds, shippedAt: seconds },
      );
    });
  }

  for (const given of [true, {}, 12, 12.5, '12', 'soon', '2026-99-01', '11/01/2026']) {
    it(`has no moment of ${JSON.stringify(given)}`, () => {
      expect(() => orderOfFields({ ...order, shipped_at: given }, 'row 1')).to.throw(
        `row 1: shipped_at is ${JSON.stringify(given)}, but must be Unix seconds`,
      );
    });
  }

  for (const given of [null, 7, 'order', [order]]) {
    it(`is not ${JSON.stringify(given)}`, () => {
      expect(() => orderOfFields(given, 'row 7')).to.throw(/^row 7 is /);
    });
  }

  const lines: ReadonlyArray<
    readonly [columns: string, cells: string, read: Readonly<Record<string, unknown>>]
  > = [
    ['id,amount,currency', '1|19.99|EUR', { amount: 1999, currency: 'eur' }],
    ['id,amount,currency', '1|19,9|EUR', { amount: 1990, currency: 'eur' }],
    ['id,amount,currency', '1|19|EUR', { amount: 1900, currency: 'eur' }],
    ['id,amount,currency', '1|500|JPY', { amount: 500, currency: 'jpy' }],
    ['id,amount,amount_minor,currency', '1|5.00|501|EUR', { amount: 501, currency: 'eur' }],
    ['id,amount_minor,reference,shipped_at', '1|1999', { amount: 1999 }],
    ['id,amount_minor,shipments', '1|1999|2', { amount: 1999, shipments: 2 }],
    ['id,amount_minor', '1|1999| ', { amount: 1999 }],
  ];
  for (const [columns, cells, read] of lines) {
    it(`is read from ${cells} of ${columns}`, () => {
      const row = { line: 2, cells: cells.split('|') };
      expect(orderOfCells(columns.split(','), row)).to.deep.equal({
        id: '1',
        state: 'paid',
        ...read,
      });
    });
  }

  it('shows an amount without decimals to a shop whose currency has none', () => {
    const row = { line: 3, cells: ['1', '5.00', 'JPY'] };
    expect(() => orderOfCells(['id', 'amount', 'currency'], row)).to.throw(
      'line 3: amount is "5.00", but must be an amount such as 1999, without separators',
    );
  });
});
