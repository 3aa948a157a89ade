import { expect } from 'chai';
import * as fc from 'fast-check';
import * as O from 'fp-ts/lib/Option.js';
import { factsOf, requestSummary } from '../../../src/application/doubts/request-summary.js';

const card = '5555555555554444';

const written = (input: object): unknown =>
  JSON.parse(O.getOrElse(() => 'null')(requestSummary.write('createPaymentIntent', input)));

describe('the summary of a request', () => {
  it('has the fields that a look-up needs', () => {
    const input = {
      customer: 'cus_1',
      amount: 1999,
      payment_method: 'pm_1',
      confirm: true,
      metadata: { order: '42' },
    };
    expect(written(input)).to.deep.equal(input);
    expect(requestSummary.read(JSON.stringify(input))).to.deep.equal(O.some(input));
  });

  it('has no texts about people that no look-up compares', () => {
    expect(
      written({
        amount: 1999,
        description: 'Two books for Ada',
        receipt_email: 'ada@example.com',
        return_url: 'https://shop.example/back?token=1',
        shipping: { name: 'Ada', address: { city: 'Madrid' } },
        statement_descriptor_suffix: 'BOOKS',
      }),
    ).to.deep.equal({ amount: 1999 });
  });

  it('has no evidence of a dispute, and stays without it undecodable', () => {
    const summary = requestSummary.write('submitDisputeEvidence', {
      dispute: 'du_1',
      evidence: { customer_name: 'Ada Lovelace' },
      submit: true,
    });
    expect(summary).to.deep.equal(O.some('{"dispute":"du_1","evidence":null,"submit":true}'));
    expect(factsOf('submitDisputeEvidence', { dispute: 'du_1' })).to.include({
      object_id: 'du_1',
    });
  });

  it('is not written for a request with a card', () => {
    expect(
      requestSummary.write('createPaymentIntent', { number: card, exp_month: 1 }),
    ).to.deep.equal(O.none);
    expect(requestSummary.write('createPaymentIntent', { cvc: '123' })).to.deep.equal(O.none);
  });

  it('is not written for what JSON cannot hold', () => {
    expect(requestSummary.write('createPaymentIntent', { amount: 1n })).to.deep.equal(O.none);
  });

  it('has no card number, security code or client secret, wherever a caller writes one', () => {
    const digits = card.split('');
    const secrets = {
      'card number': fc
        .constantFrom('', ' ', '-', '.')
        .map((between) => [0, 4, 8, 12].map((at) => card.slice(at, at + 4)).join(between)),
      'security code': fc.constantFrom('cvc 123', 'CVV: 123', 'cvc=123'),
      'client secret': fc.constant('pi_1_secret_abcDEF123'),
    };
    const around = fc.constantFrom('', 'phone order, ', 'tarjeta ');
    const place = fc.constantFrom('name', 'phone', 'email', 'description', 'note', 'key', 'list');
    for (const secret of Object.values(secrets)) {
      fc.assert(
        fc.property(secret, around, around, place, (hidden, before, after, where) => {
          const text = `${before}${hidden} ${after}`;
          const nested: Readonly<Record<string, object>> = {
            note: { metadata: { order: text } },
            key: { metadata: { [text]: '42' } },
            list: { metadata: { order: [text] } },
          };
          const input = nested[where] ?? { [where]: text };
          const summary = O.getOrElse(() => '')(
            requestSummary.write('createPaymentIntent', { customer: 'cus_1', ...input }),
          );
          expect(summary.replaceAll(/\D/g, '')).not.to.include(digits.slice(0, 6).join(''));
          expect(summary).not.to.match(/123\D|abcDEF/);
        }),
        { seed: 24, numRuns: 60 },
      );
    }
  });
});

describe('the facts of a request', () => {
  const nothing = { currency: null, customer: null, object_id: null, order: null, metadata: {} };

  it('are its amount, currency, customer, object and order', () => {
    expect(
      factsOf('refundCharge', {
        charge: 'ch_1',
        amount: 300,
        metadata: { order_id: '42', a: 'b' },
      }),
    ).to.deep.equal({
      ...nothing,
      amount: 300,
      amount_decimal: null,
      object_id: 'ch_1',
      order: '42',
      metadata: { order_id: '42', a: 'b' },
    });
    expect(
      factsOf('capturePayment', { payment_intent: 'pi_1', amount_to_capture: 5 }),
    ).to.deep.include({ amount: 5, object_id: 'pi_1' });
    expect(
      factsOf('createPaymentIntent', { amount_minor: 5, currency: 'jpy', customer: 'cus_1' }),
    ).to.deep.include({ amount: 5, currency: 'jpy', customer: 'cus_1' });
  });

  it('say euros where a payment names no currency', () => {
    expect(factsOf('createPaymentIntent', { amount: 5 })).to.have.property('currency', 'eur');
    expect(factsOf('createPaymentIntent', {})).to.have.property('currency', null);
    const line_items = [{ name: 'Libro', unit_amount: 1999, quantity: 2 }];
    expect(
      factsOf('createCheckoutSession', { line_items, client_reference_id: '6735' }),
    ).to.deep.include({
      amount: 3998,
      amount_decimal: '39.98',
      currency: 'eur',
      order: '6735',
    });
    expect(factsOf('refundCharge', { amount: 5 })).to.have.property('currency', null);
  });

  it('have both units of an amount where the request says the currency', () => {
    const amounts = { amount: 500, amount_decimal: '500', currency: 'jpy' };
    expect(factsOf('createPaymentIntent', { amount_minor: 500, currency: 'jpy' })).to.deep.include(
      amounts,
    );
    expect(factsOf('createPaymentIntent', { amount: 1999 })).to.deep.include({
      amount: 1999,
      amount_decimal: '19.99',
      currency: 'eur',
    });
    expect(factsOf('createPaymentIntent', { amount_minor: 500, currency: 'xyz' })).to.deep.include({
      amount: 500,
      amount_decimal: null,
      currency: 'xyz',
    });
  });

  it('have the amount of a refund or a capture as it was given', () => {
    const given = { amount: null, amount_decimal: '19.99', currency: null };
    expect(factsOf('refundCharge', { charge: 'ch_1', amount: '19.99' })).to.deep.include(given);
    expect(factsOf('capturePayment', { payment_intent: 'pi_1', amount: '19.99' })).to.deep.include(
      given,
    );
    expect(factsOf('refundCharge', { charge: 'ch_1', amount_minor: 5 })).to.deep.include({
      amount: 5,
      amount_decimal: null,
      currency: null,
    });
  });

  for (const name of ['order_id', 'orderId', 'order_number', 'orderNumber', 'order']) {
    it(`take the order from metadata.${name}`, () => {
      expect(factsOf(null, { metadata: { pasarela_key: 'd', [name]: '42' } })).to.deep.equal({
        ...nothing,
        amount: null,
        amount_decimal: null,
        order: '42',
        metadata: { [name]: '42' },
      });
    });
  }

  it('are missing without a summary', () => {
    const none = { ...nothing, amount: null, amount_decimal: null };
    expect(factsOf(null, {})).to.deep.equal(none);
    expect(factsOf(null, { metadata: { order: 42 } })).to.deep.equal(none);
  });
});
