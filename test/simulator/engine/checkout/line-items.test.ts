import { expect } from 'chai';
import * as fc from 'fast-check';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  createSession,
  retrieveSession,
  shirt,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { noon, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at, listAt } from '../../../support/json/at.js';

const lineOf = (price: WireHash, quantity: number | null = 1, more: WireHash = {}): WireHash => ({
  price_data: { currency: 'eur', product_data: { name: 'Cable' }, ...price },
  ...(quantity === null ? {} : { quantity: String(quantity) }),
  ...more,
});

const sell = (...line_items: ReadonlyArray<WireHash>) => createSession(openShop(), { line_items });

describe('the lines of a checkout session', () => {
  it('are listed in their order, with their price and their product', () => {
    const shop = openShop();
    const session = String(
      right(
        createSession(shop, {
          line_items: [
            {
              price_data: {
                currency: 'EUR',
                unit_amount: '1999',
                tax_behavior: 'inclusive',
                product_data: {
                  name: 'Camiseta',
                  description: 'Azul',
                  images: ['https://shop.example/1.png'],
                  metadata: { sku: '7' },
                  unit_label: 'unidad',
                },
              },
              quantity: '3',
              adjustable_quantity: { enabled: 'true', maximum: '9' },
              metadata: { gift: 'yes' },
            },
            lineOf({ unit_amount: '500' }),
          ],
        }),
      )['id'],
    );
    const list = right(ask(shop.engine, engineOperations.listLineItems, { session }));
    expect(list)
      .to.have.nested.property('data[0].id')
      .that.matches(/^li_[0-9A-Za-z]{24}$/);
    expect(list)
      .to.have.nested.property('data[0].price.id')
      .that.matches(/^price_/);
    expect(list)
      .to.have.nested.property('data[0].price.product')
      .that.matches(/^prod_/);
    expect(list).to.have.property('url', `/v1/checkout/sessions/${session}/line_items`);
    expect(list).to.have.nested.include({
      'data[0].object': 'item',
      'data[0].amount_subtotal': 5997,
      'data[0].amount_total': 5997,
      'data[0].currency': 'eur',
      'data[0].description': 'Camiseta',
      'data[0].quantity': 3,
      'data[0].metadata.gift': 'yes',
      'data[0].adjustable_quantity.maximum': 9,
      'data[0].adjustable_quantity.minimum': 0,
      'data[0].price.type': 'one_time',
      'data[0].price.tax_behavior': 'inclusive',
      'data[0].price.unit_amount': 1999,
      'data[0].price.unit_amount_decimal': '1999',
      'data[1].description': 'Cable',
      'data[1].adjustable_quantity': null,
    });
    const expanded = retrieveSession({ ...shop, session }, 'line_items.data.price.product');
    expect(expanded).to.have.nested.property('line_items.data.length', 2);
    expect(expanded).to.have.property('amount_total', 6497);
    expect(expanded)
      .to.have.nested.property('line_items.data[0].price.product')
      .that.deep.includes({
        object: 'product',
        active: false,
        created: noon,
        name: 'Camiseta',
        description: 'Azul',
        images: ['https://shop.example/1.png'],
        metadata: { sku: '7' },
        unit_label: 'unidad',
      });
    const product = String(at(list, 'data.0.price.product'));
    const again = right(
      createSession(shop, {
        line_items: [
          { price_data: { currency: 'eur', unit_amount: '700', product }, quantity: '1' },
        ],
      }),
    );
    const repeated = retrieveSession({ ...shop, session: String(again['id']) }, 'line_items');
    expect(repeated).to.have.nested.include({
      'line_items.data[0].price.product': product,
      'line_items.data[0].description': 'Camiseta',
    });
  });

  it('can be adjusted by the customer, between limits', () => {
    const adjustable = (given: WireHash) => {
      const shop = openShop();
      const line_items = [lineOf({ unit_amount: '500' }, 1, { adjustable_quantity: given })];
      const session = String(right(createSession(shop, { line_items }))['id']);
      const list = right(ask(shop.engine, engineOperations.listLineItems, { session }));
      return at(list, 'data.0.adjustable_quantity');
    };
    expect([
      adjustable({ enabled: 'true' }),
      adjustable({ enabled: 'true', minimum: '1', maximum: '9' }),
      adjustable({ enabled: 'false' }),
    ]).to.deep.equal([
      { enabled: true, maximum: 99, minimum: 0 },
      { enabled: true, maximum: 9, minimum: 1 },
      { enabled: false, maximum: null, minimum: null },
    ]);
  });

  it('are paged like every list', () => {
    const shop = openShop();
    const line_items = ['a', 'b', 'c'].map((name) =>
      lineOf({ unit_amount: '100', product_data: { name } }),
    );
    const session = String(right(createSession(shop, { line_items }))['id']);
    const other = String(right(createSession(shop))['id']);
    const page = (form: WireHash) =>
      ask(shop.engine, engineOperations.listLineItems, { session, ...form });
    const namesOf = (list: unknown) => listAt(list, 'data').map((line) => at(line, 'description'));
    const first = right(page({ limit: '2' }));
    expect(namesOf(first)).to.deep.equal(['a', 'b']);
    expect(first).to.have.property('has_more', true);
    const id = String(at(first, 'data.1.id'));
    expect(namesOf(right(page({ starting_after: id })))).to.deep.equal(['c']);
    expect(refusal(page({ session: other, starting_after: id }))).to.include({
      param: 'starting_after',
    });
    expect(refusal(page({ session: 'cs_none' }))).to.include({
      status: 404,
      message: "No such checkout.session: 'cs_none'",
    });
  });

  it('cost the price of a unit times the quantity, to the cent', () => {
    const price = fc.bigInt({ min: 0n, max: 10n ** 15n });
    fc.assert(
      fc.property(price, fc.integer({ min: 1, max: 999 }), (billionths, quantity) => {
        const digits = String(billionths).padStart(13, '0');
        const unit_amount_decimal = `${digits.slice(0, -12)}.${digits.slice(-12)}`;
        const outcome = sell(lineOf({ unit_amount_decimal }, quantity), shirt);
        const total = right(outcome)['amount_total'];
        const exact = billionths * BigInt(quantity);
        // At most half a cent from the exact price.
        const off = (BigInt(Number(total) - 1999) * 10n ** 12n - exact) * 2n;
        expect(off <= 10n ** 12n && off > -(10n ** 12n), `${unit_amount_decimal}`).to.equal(true);
      }),
      { seed: 7, numRuns: 200 },
    );
    expect(right(sell(lineOf({ unit_amount_decimal: '0.5' }, 3), shirt))).to.include({
      amount_total: 2001,
    });
    expect(right(sell(lineOf({ unit_amount_decimal: '1999.00' })))).to.include({
      amount_total: 1999,
    });
  });

  it('in currencies without decimals are whole units', () => {
    expect(right(sell(lineOf({ currency: 'jpy', unit_amount: '500' }, 2)))).to.include({
      amount_total: 1000,
      currency: 'jpy',
    });
  });

  const param = 'line_items[0][price_data]';
  const refused: ReadonlyArray<readonly [ReadonlyArray<WireHash>, object]> = [
    // https://github.com/exercism/website/issues/7149
    [
      [{ quantity: '1' }],
      {
        message:
          'You must provide either price or price_data for each line item when using prices.',
      },
    ],
    [
      [{ price: 'price_none', quantity: '1' }],
      {
        code: 'resource_missing',
        message: "No such price: 'price_none'",
        param: 'line_items[0][price]',
      },
    ],
    [
      [lineOf({ unit_amount: '500' }, null)],
      { message: 'Quantity is required. Add `quantity` to `line_items[0]`' },
    ],
    [[lineOf({ unit_amount: '500' }, 0)], { param: 'line_items[0][quantity]' }],
    [[lineOf({ unit_amount: '-1' })], { param: `${param}[unit_amount]` }],
    [[lineOf({})], { code: 'parameter_missing', param: `${param}[unit_amount]` }],
    [
      [lineOf({ unit_amount: '500', unit_amount_decimal: '500' })],
      {
        message: 'You may only specify one of these parameters: unit_amount, unit_amount_decimal.',
      },
    ],
    [[lineOf({ unit_amount_decimal: '5,00' })], { message: 'Invalid decimal' }],
    [
      [lineOf({ unit_amount: '500', recurring: { interval: 'month' } })],
      {
        message:
          'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      },
    ],
    [
      [{ price_data: { currency: 'eur', unit_amount: '500' }, quantity: '1' }],
      {
        message: 'You must specify either `product` or `product_data` when creating a price.',
        param,
      },
    ],
    [
      [
        {
          price_data: { currency: 'eur', unit_amount: '500', product: 'prod_none' },
          quantity: '1',
        },
      ],
      { code: 'resource_missing', message: "No such product: 'prod_none'" },
    ],
    [[lineOf({ currency: 'xxx', unit_amount: '500' })], { param: 'currency' }],
    [
      [lineOf({ unit_amount: '500' }), lineOf({ currency: 'usd', unit_amount: '500' })],
      { message: 'All line items must have the same currency.' },
    ],
    // Quoted by people who ran into it, in this spelling in 2026.
    [
      [lineOf({ unit_amount: '49' })],
      {
        code: 'amount_too_small',
        message: "The Checkout Session's total amount due must add up to at least €0.50 EUR",
      },
    ],
    [
      [lineOf({ unit_amount: '0' })],
      {
        message: "The Checkout Session's total amount due cannot be zero in `payment` mode.",
      },
    ],
    [[lineOf({ unit_amount: '99999999' }, 2)], { code: 'amount_too_large' }],
    [
      Array.from({ length: 101 }, () => shirt),
      { message: 'You can only pass up to 100 line items.' },
    ],
  ];
  for (const [line_items, expected] of refused) {
    it(`are refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(sell(...line_items))).to.include({ status: 400, ...expected });
    });
  }
});
