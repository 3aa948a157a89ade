import { expect } from 'chai';
import * as t from 'io-ts';
import { knownFields } from '../../../src/domain/input/known-fields.js';
import { List } from '../../../src/domain/input/list.js';
import { LedgerCharge } from '../../../src/domain/objects/charge.js';

describe('knownFields', () => {
  const Part = t.type({ id: t.string });
  const Whole = t.intersection([
    t.type({ id: t.string, part: Part, parts: t.readonlyArray(Part) }),
    t.partial({
      note: t.union([t.string, t.null]),
      maybe: t.union([Part, t.null]),
      metadata: t.union([t.record(t.string, t.string), t.null]),
      anything: t.unknown,
    }),
  ]);
  const secret = { secret: 'Ada' };

  it('keeps what the codec names, at every depth', () => {
    const given = {
      id: 'a',
      part: { id: 'b', ...secret },
      parts: [{ id: 'c', ...secret }, { id: 'd' }],
      note: 'n',
      maybe: { id: 'e', ...secret },
      metadata: { order: '42' },
      ...secret,
    };
    expect(knownFields(Whole)(given)).to.deep.equal({
      id: 'a',
      part: { id: 'b' },
      parts: [{ id: 'c' }, { id: 'd' }],
      note: 'n',
      maybe: { id: 'e' },
      metadata: { order: '42' },
    });
  });

  it('keeps null, and adds nothing that is absent', () => {
    const given = { id: 'a', part: { id: 'b' }, parts: [], maybe: null, metadata: null };
    expect(knownFields(Whole)(given)).to.deep.equal(given);
  });

  it('keeps values of which the codec names no fields', () => {
    const given = { id: 'a', part: { id: 'b' }, parts: [], anything: { of: ['any', secret] } };
    expect(knownFields(Whole)(given)).to.deep.equal(given);
  });

  // The fields of a charge at Stripe: https://docs.stripe.com/api/charges/object.
  it('keeps no name, address, email address or card of a charge', () => {
    const charge = {
      id: 'ch_1',
      object: 'charge',
      amount: 1999,
      amount_captured: 1999,
      amount_refunded: 0,
      captured: true,
      created: 1_700_000_000,
      currency: 'eur',
      paid: true,
      refunded: false,
      status: 'succeeded',
      metadata: { order: '42' },
    } as const;
    const list = (...data: ReadonlyArray<LedgerCharge>) =>
      ({ object: 'list', data, has_more: false, url: '/v1/charges' }) as const;
    const whole = {
      ...charge,
      billing_details: { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+34600000000' },
      receipt_email: 'ada@example.com',
      receipt_url: 'https://pay.example/receipts/1',
      shipping: { name: 'Ada Lovelace', address: { line1: 'Calle Mayor 1' } },
      payment_method_details: {
        type: 'card',
        card: { brand: 'visa', country: 'ES', funding: 'debit', last4: '4242', fingerprint: 'f' },
      },
    };
    expect(knownFields(List(LedgerCharge))(list(whole))).to.deep.equal(
      list({
        ...charge,
        payment_method_details: {
          type: 'card',
          card: { brand: 'visa', country: 'ES', funding: 'debit' },
        },
      }),
    );
  });
});
