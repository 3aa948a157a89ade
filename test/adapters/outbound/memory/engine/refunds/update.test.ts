import { expect } from 'chai';
import { operations } from '../../../../../../src/adapters/outbound/memory/engine/operations.js';
import type { WireHash } from '../../../../../../src/adapters/outbound/memory/engine/params/param.js';
import { ask } from '../../support/ask.js';
import { eventTypes, openShop, pay, type Shop } from '../../support/open-shop.js';
import { refusal, right } from '../../support/outcomes.js';

const refunded = (shop: Shop, form: WireHash = {}): string =>
  String(
    right(ask(shop.engine, operations.createRefund, { payment_intent: pay(shop).id, ...form }))[
      'id'
    ],
  );
const update = ({ engine }: Shop, refund: string, form: WireHash) =>
  ask(engine, operations.updateRefund, { refund, ...form });

describe('a refund', () => {
  it('keeps what is said of it', () => {
    const shop = openShop();
    const said = {
      instructions_email: 'a@b.c',
      metadata: { why: 'late' },
      reason: 'requested_by_customer',
    } as const;
    const id = refunded(shop, { ...said, amount: '500' });
    expect(right(shop.engine.call(operations.retrieveRefund, { refund: id }))).to.deep.include({
      ...said,
      amount: 500,
    });
  });

  for (const param of [
    'currency',
    'customer',
    'origin',
    'refund_application_fee',
    'reverse_transfer',
  ]) {
    it(`is refused with ${param}, which is not simulated`, () => {
      const shop = openShop();
      const { id } = pay(shop);
      const before = shop.engine.snapshot();
      const refund = ask(shop.engine, operations.createRefund, {
        payment_intent: id,
        [param]: 'true',
      });
      expect(refusal(refund)).to.include({
        status: 400,
        param,
        message: `This simulator does not simulate the parameter: ${param}`,
      });
      expect(shop.engine.snapshot()).to.deep.equal(before);
    });
  }

  it('changes in its notes, and says so when they change', () => {
    const shop = openShop();
    const id = refunded(shop, { metadata: { a: '1' } });
    const types = eventTypes(shop.engine, () => {
      const changed = right(update(shop, id, { metadata: { a: '', b: '2' } }));
      expect(changed).to.deep.include({ metadata: { b: '2' } });
      right(update(shop, id, { metadata: { b: '2' } }));
    });
    expect(types).to.deep.equal(['refund.updated', 'charge.refund.updated']);
    for (const [form, param] of [
      [{ reason: 'duplicate' }, 'reason'],
      [{ metadata: { ['k'.repeat(41)]: '1' } }, 'metadata'],
    ] as const) {
      expect(refusal(update(shop, id, form))).to.include({ status: 400, param });
    }
    expect(refusal(update(shop, 're_none', {}))).to.include({ status: 404, param: 'id' });
  });

  it('to a card cannot be canceled', () => {
    const shop = openShop();
    const refund = refunded(shop);
    const cancel = (id: string) =>
      refusal(ask(shop.engine, operations.cancelRefund, { refund: id }));
    expect(cancel(refund)).to.include({
      status: 400,
      message:
        'You cannot cancel this Refund because it has a status of succeeded. Only a Refund with one of the following statuses may be canceled: requires_action.',
    });
    expect(cancel('re_none')).to.include({ status: 404 });
  });

  it('is made and listed under its charge too', () => {
    const shop = openShop();
    const charge = pay(shop).latest_charge ?? '';
    const made = ask(shop.engine, operations.createChargeRefund, { charge, amount: '500' });
    expect(right(made)).to.include({ amount: 500, charge });
    refunded(shop);
    const listed = right(ask(shop.engine, operations.listChargeRefunds, { charge }))['data'];
    expect(listed).to.deep.equal([right(made)]);
  });
});
