import { expect } from 'chai';
import { submitCheckout } from '../../../../src/simulator/engine/checkout/submit.js';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  createSession,
  openCheckout,
  retrieveSession,
} from '../../../adapters/outbound/memory/support/open-checkout.js';
import { noon, openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at, textAt } from '../../../support/json/at.js';

const option = (amount: number, more: WireHash = {}): WireHash => ({
  shipping_rate_data: {
    type: 'fixed_amount',
    display_name: `Por ${amount}`,
    fixed_amount: { amount: String(amount), currency: 'EUR' },
    ...more,
  },
});

const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };

describe('the shipping options of a checkout session', () => {
  it('count for the total that can be paid, each of them', () => {
    const session = (unit_amount: string, options: ReadonlyArray<WireHash>, currency = 'eur') =>
      createSession(openShop(), {
        line_items: [
          { price_data: { currency, unit_amount, product_data: { name: 'x' } }, quantity: '1' },
        ],
        shipping_options: options,
      });
    expect(right(session('10', [option(490)]))).to.include({ amount_total: 500 });
    expect(right(session('0', [option(490)]))).to.include({ amount_total: 490 });
    expect(refusal(session('10', [option(490), option(0)])).code).to.equal('amount_too_small');
    expect(refusal(session('500', [option(0), option(99_999_999)])).code).to.equal(
      'amount_too_large',
    );
    expect(refusal(session('500', [option(Number.MAX_SAFE_INTEGER)])).code).to.equal(
      'parameter_invalid_integer',
    );
    const dinars = option(5, { fixed_amount: { amount: '5', currency: 'kwd' } });
    expect(refusal(session('12340', [dinars], 'kwd'))).to.include({
      status: 400,
      message: 'Invalid amount: in kwd it must be evenly divisible by 10',
    });
  });

  it('add the first to the total, until the customer chooses', () => {
    const shop = openCheckout({
      shipping_options: [
        option(500, {
          delivery_estimate: { minimum: { unit: 'business_day', value: '2' } },
          metadata: { carrier: 'Correos' },
          tax_behavior: 'inclusive',
        }),
        option(0),
      ],
    });
    const session = retrieveSession(shop, 'shipping_cost.shipping_rate');
    const id = textAt(session, 'shipping_cost.shipping_rate.id');
    expect(id).to.match(/^shr_[0-9A-Za-z]{24}$/);
    expect(session).to.deep.include({
      amount_subtotal: 1999,
      amount_total: 2499,
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 0 },
    });
    expect(at(session, 'shipping_options')).to.deep.equal([
      { shipping_amount: 500, shipping_rate: id },
      { shipping_amount: 0, shipping_rate: textAt(session, 'shipping_options.1.shipping_rate') },
    ]);
    expect(at(session, 'shipping_cost')).to.deep.equal({
      amount_subtotal: 500,
      amount_tax: 0,
      amount_total: 500,
      shipping_rate: {
        id,
        object: 'shipping_rate',
        active: true,
        created: noon,
        delivery_estimate: { maximum: null, minimum: { unit: 'business_day', value: 2 } },
        display_name: 'Por 500',
        fixed_amount: { amount: 500, currency: 'eur' },
        livemode: false,
        metadata: { carrier: 'Correos' },
        tax_behavior: 'inclusive',
        tax_code: null,
        type: 'fixed_amount',
      },
    });
    expect(
      right(ask(shop.engine, engineOperations.retrieveShippingRate, { shipping_rate: id })),
    ).to.deep.equal(at(session, 'shipping_cost.shipping_rate'));
  });

  it('are paid as chosen, also if the first card is declined with another choice', () => {
    const shop = openCheckout({ shipping_options: [option(500), option(900)] });
    const { engine, session } = shop;
    const express = textAt(retrieveSession(shop), 'shipping_options.1.shipping_rate');
    const submit = (number: string, extra: object = {}) =>
      engine.call(submitCheckout, {
        session,
        card: { ...card, number },
        email: 'eva@example.com',
        ...extra,
      });
    expect(refusal(submit('4000000000000002')).payment_intent).to.include({ amount: 2499 });
    expect(refusal(submit(card.number, { shipping_rate: 'shr_none' }))).to.include({
      code: 'resource_missing',
      param: 'shipping_rate',
    });
    const paid = right(submit(card.number, { shipping_rate: express }));
    expect(paid).to.have.nested.include({
      status: 'complete',
      amount_total: 2899,
      'shipping_cost.shipping_rate': express,
      'total_details.amount_shipping': 900,
    });
    const payment_intent = paid.payment_intent ?? '';
    expect(right(engine.call(engineOperations.retrieveIntent, { payment_intent }))).to.include({
      amount: 2899,
      amount_received: 2899,
    });
  });

  it('can be of an earlier session', () => {
    const shop = openCheckout({ shipping_options: [option(500)] });
    const shipping_rate = textAt(retrieveSession(shop), 'shipping_cost.shipping_rate');
    const again = right(createSession(shop, { shipping_options: [{ shipping_rate }] }));
    expect(again).to.have.nested.include({
      amount_total: 2499,
      'shipping_cost.shipping_rate': shipping_rate,
    });
  });

  it('survive a snapshot', () => {
    const shop = openCheckout({ shipping_options: [option(500)] });
    const twin = openShop();
    twin.processor.controls.restore(JSON.parse(JSON.stringify(shop.engine.snapshot())));
    expect(
      retrieveSession({ ...twin, session: shop.session }, 'shipping_cost.shipping_rate'),
    ).to.deep.equal(retrieveSession(shop, 'shipping_cost.shipping_rate'));
  });

  const data = 'shipping_options[0][shipping_rate_data]';
  const refused: ReadonlyArray<readonly [ReadonlyArray<WireHash>, object]> = [
    [[{}], { code: 'parameter_missing', param: 'shipping_options[0][shipping_rate]' }],
    [
      [{ shipping_rate: 'shr_none' }],
      { code: 'resource_missing', message: "No such shipping rate: 'shr_none'" },
    ],
    [
      [{ shipping_rate_data: { display_name: 'Correos' } }],
      { code: 'parameter_missing', param: `${data}[fixed_amount]` },
    ],
    [[option(-1)], { param: `${data}[fixed_amount][amount]` }],
    [
      [option(500, { fixed_amount: { amount: '500', currency: 'usd' } })],
      { message: 'All shipping options must have the currency of the line items.' },
    ],
    [[option(500, { metadata: { ['k'.repeat(41)]: '1' } })], { param: 'metadata' }],
    [
      Array.from({ length: 6 }, () => option(500)),
      { message: 'You can only pass up to 5 shipping options.' },
    ],
  ];
  for (const [shipping_options, expected] of refused) {
    it(`are refused with ${JSON.stringify(expected)}`, () => {
      expect(refusal(createSession(openShop(), { shipping_options }))).to.include({
        status: 400,
        ...expected,
      });
    });
  }
});
