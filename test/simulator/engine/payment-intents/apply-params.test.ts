import { expect } from 'chai';
import { engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import { openShop } from '../../../adapters/outbound/memory/support/open-shop.js';
import { right } from '../../../adapters/outbound/memory/support/outcomes.js';

/** An intent that was made with these parameters, and its updates. */
const open = (form: WireHash = {}) => {
  const { engine } = openShop();
  const made = right(
    ask(engine, engineOperations.createIntent, { amount: '2000', currency: 'eur', ...form }),
  );
  const update = (change: WireHash) =>
    right(
      ask(engine, engineOperations.updateIntent, {
        payment_intent: String(made['id']),
        ...change,
      }),
    );
  return { made, update };
};

describe('the parts of the amount of a payment intent', () => {
  const whole = {
    discount_amount: '100',
    shipping: { amount: '300', from_postal_code: '28001', to_postal_code: '08001' },
    tax: { total_tax_amount: '21' },
  };
  const shown = {
    discount_amount: 100,
    shipping: { amount: 300, from_postal_code: '28001', to_postal_code: '08001' },
    tax: { total_tax_amount: 21 },
    tip: {},
  };

  it('are kept when an update does not name them', () => {
    const { made, update } = open({ amount_details: whole });
    expect(made['amount_details']).to.deep.equal(shown);
    expect(update({ description: 'Hats' })['amount_details']).to.deep.equal(shown);
    const { discount_amount, ...others } = shown;
    expect(update({ amount_details: { discount_amount: '150' } })['amount_details']).to.deep.equal({
      discount_amount: discount_amount + 50,
      ...others,
    });
  });

  it('are removed one by one by an empty text', () => {
    const { update } = open({ amount_details: whole });
    const { shipping: _shipping, ...unshipped } = shown;
    expect(update({ amount_details: { shipping: '' } })['amount_details']).to.deep.equal(unshipped);
    const { tax: _tax, ...untaxed } = unshipped;
    expect(update({ amount_details: { tax: '' } })['amount_details']).to.deep.equal(untaxed);
    expect(update({ amount_details: { discount_amount: '' } })['amount_details']).to.deep.equal({
      tip: {},
    });
  });

  it('are removed together by an empty text', () => {
    const { update } = open({ amount_details: whole });
    expect(update({ amount_details: '' })['amount_details']).to.deep.equal({ tip: {} });
  });
});

describe('the options of a payment intent', () => {
  it('for cards hold what Japanese statements show', () => {
    const { update } = open();
    const suffixes = {
      statement_descriptor_suffix_kana: 'ｶﾅ',
      statement_descriptor_suffix_kanji: '漢字',
    };
    const options = update({ payment_method_options: { card: suffixes } })[
      'payment_method_options'
    ];
    expect(options).to.have.property('card').that.includes(suffixes);
    const other = update({ payment_method_options: { card: { request_multicapture: 'never' } } });
    expect(other['payment_method_options']).to.have.property('card').that.includes(suffixes);
  });

  it('for one method can ask to save it, and no longer', () => {
    const { update } = open({
      payment_method_types: ['card', 'sepa_debit'],
      payment_method_options: { sepa_debit: { setup_future_usage: 'off_session' } },
    });
    const optionsAfter = (setup_future_usage: string) =>
      update({ payment_method_options: { sepa_debit: { setup_future_usage } } })[
        'payment_method_options'
      ];
    expect(update({ description: 'Hats' })['payment_method_options']).to.deep.include({
      sepa_debit: { setup_future_usage: 'off_session' },
    });
    expect(optionsAfter('none')).to.deep.include({ sepa_debit: { setup_future_usage: 'none' } });
    expect(optionsAfter('')).to.deep.include({ sepa_debit: {} });
  });
});

it('the shipping of a payment intent is removed by an empty text', () => {
  const { made, update } = open({ shipping: { name: 'Eva', address: { line1: 'Calle 1' } } });
  expect(made['shipping']).to.deep.include({ name: 'Eva' });
  expect(update({ description: 'Hats' })['shipping']).to.deep.include({ name: 'Eva' });
  expect(update({ shipping: '' })['shipping']).to.equal(null);
});
