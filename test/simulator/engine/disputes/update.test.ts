import { expect } from 'chai';
import { Dispute } from '../../../../src/domain/objects/dispute.js';
import { controls, engineOperations } from '../../../../src/simulator/engine/operations.js';
import type { WireHash } from '../../../../src/simulator/engine/params/param.js';
import { ask } from '../../../adapters/outbound/memory/support/ask.js';
import {
  eventTypes,
  noon,
  openShop,
  pay,
  type Shop,
} from '../../../adapters/outbound/memory/support/open-shop.js';
import { refusal, right } from '../../../adapters/outbound/memory/support/outcomes.js';
import { at } from '../../../support/json/at.js';

const disputed = (shop: Shop, card = 'pm_card_createDispute', extra: object = {}) => {
  const charge = pay(shop, card, extra).latest_charge ?? '';
  return right(shop.engine.call(engineOperations.retrieveChargeDispute, { charge }));
};
const update = ({ engine }: Shop, dispute: string, form: WireHash) =>
  ask(engine, engineOperations.updateDispute, { dispute, ...form });
const retrieved = ({ engine }: Shop, dispute: string) =>
  right(engine.call(engineOperations.retrieveDispute, { dispute }));
const refund = ({ engine }: Shop, charge: string) =>
  engine.call(engineOperations.createRefund, { charge, amount: 100 });
const endOfDay = 1_780_703_999;

describe('the evidence of a dispute', () => {
  it('is filled in two seconds later with what the processor knows (05.29, 05.30)', () => {
    const shop = openShop();
    const { engine, customer } = shop;
    right(engine.call(engineOperations.updateCustomer, { customer, description: 'the best' }));
    const chargeback = disputed(shop, 'pm_card_createDispute', { description: 'two lamps' });
    const inquiry = disputed(shop, 'pm_card_createDisputeInquiry', { description: 'two lamps' });
    right(update(shop, inquiry.id, { evidence: { customer_name: 'Ana' }, submit: 'false' }));
    engine.clock.advance(1);
    expect(retrieved(shop, chargeback.id).evidence).to.deep.equal(chargeback.evidence);
    expect(eventTypes(engine, () => engine.clock.advance(1))).to.deep.equal([]);
    expect(retrieved(shop, chargeback.id)).to.deep.equal({
      ...chargeback,
      evidence: {
        ...chargeback.evidence,
        customer_email_address: 'ana@example.com',
        customer_name: 'the best',
        product_description: 'two lamps',
      },
    });
    // Recording 05, step 45: without the product.
    expect(retrieved(shop, inquiry.id).evidence).to.include({
      customer_name: 'Ana',
      product_description: null,
    });
  });

  it('wins, when it says so, after five seconds: the amount comes back, the fee does not', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, charge } = disputed(shop, 'pm_card_createDispute', { capture_method: 'automatic' });
    expect(refusal(refund(shop, charge))).to.include({ status: 400, code: 'charge_disputed' });
    const evidence = { uncategorized_text: 'winning_evidence' };
    const types = eventTypes(engine, () => {
      expect(right(update(shop, id, { evidence }))).to.include({
        status: 'under_review',
        is_charge_refundable: false,
      });
    });
    expect(types).to.deep.equal(['charge.dispute.updated']);
    engine.clock.advance(4);
    expect(retrieved(shop, id).status).to.equal('under_review');
    expect(eventTypes(engine, () => engine.clock.advance(1))).to.deep.equal([
      'charge.dispute.funds_reinstated',
      'charge.dispute.closed',
    ]);
    const won = retrieved(shop, id);
    expect(won).to.include({ status: 'won', is_charge_refundable: true });
    expect(won.evidence_details).to.include({ has_evidence: true, submission_count: 1 });
    expect(won.balance_transactions.map(({ net }) => net)).to.deep.equal([-3500, 2000]);
    expect(won.balance_transactions[1]).to.include({
      description: `Chargeback reversal for ${charge}`,
      fee: 0,
      reporting_category: 'dispute_reversal',
      status: 'pending',
      type: 'adjustment',
    });
    expect(won.balance_transaction).to.equal(won.balance_transactions[0]?.id);
    expect(right(refund(shop, charge)).status).to.equal('succeeded');
    // Recording 05, steps 52 and 53.
    for (const change of [
      update(shop, id, { evidence }),
      update(shop, id, { metadata: { order: '7' } }),
      engine.call(engineOperations.closeDispute, { dispute: id }),
      engine.control(controls.settleDispute, { dispute: id }),
      engine.control(controls.failDispute, { dispute: id }),
    ]) {
      expect(refusal(change)).to.deep.equal({
        status: 400,
        type: 'invalid_request_error',
        message: 'This dispute is already closed',
      });
    }
  });

  it('loses, when it says so, and any other evidence stays under review', () => {
    const shop = openShop();
    const [lost, open] = [disputed(shop), disputed(shop)];
    right(update(shop, lost.id, { evidence: { uncategorized_text: 'losing_evidence' } }));
    right(update(shop, open.id, { evidence: { receipt: 'file_1' } }));
    const types = eventTypes(shop.engine, () => shop.engine.clock.advance(40 * 86_400));
    expect(types.filter((type) => type.startsWith('charge.dispute'))).to.deep.equal([
      'charge.dispute.closed',
    ]);
    // The typed events of the library decode them.
    const { data } = right(
      shop.engine.call(engineOperations.listEvents, { type: 'charge.dispute.*' }),
    );
    expect(data).to.have.length(7);
    for (const event of data) expect(Dispute.is(event.data.object)).to.equal(true);
    expect(retrieved(shop, lost.id)).to.include({ status: 'lost', is_charge_refundable: false });
    expect(retrieved(shop, open.id).status).to.equal('under_review');
    expect(refusal(refund(shop, lost.charge)).code).to.equal('charge_disputed');
  });

  it('escalates an inquiry to a chargeback, or closes it', () => {
    const shop = openShop();
    const inquiry = () => disputed(shop, 'pm_card_createDisputeInquiry');
    const [escalated, won, lost] = [inquiry(), inquiry(), inquiry()];
    expect(escalated).to.include({ balance_transaction: null, is_charge_refundable: true });
    const answers = [
      [escalated, 'escalate_inquiry_evidence'],
      [won, 'winning_evidence'],
      [lost, 'losing_evidence'],
    ] as const;
    for (const [{ id }, uncategorized_text] of answers) {
      const { status } = right(update(shop, id, { evidence: { uncategorized_text } }));
      expect(status).to.equal('warning_under_review');
    }
    expect(eventTypes(shop.engine, () => shop.engine.clock.advance(5))).to.deep.equal([
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.closed',
    ]);
    const chargeback = retrieved(shop, escalated.id);
    expect(chargeback).to.include({ status: 'needs_response', is_charge_refundable: false });
    expect(chargeback.payment_method_details.card).to.include({
      case_type: 'chargeback',
      network_reason_code: '10.4',
    });
    expect(chargeback.balance_transactions.map(({ net }) => net)).to.deep.equal([-3500]);
    expect(refusal(refund(shop, escalated.charge)).code).to.equal('charge_disputed');
    for (const { id, charge } of [won, lost]) {
      expect(retrieved(shop, id)).to.include({
        status: 'warning_closed',
        is_charge_refundable: true,
      });
      expect(right(refund(shop, charge)).status).to.equal('succeeded');
    }
    // A chargeback cannot be escalated.
    const { id } = disputed(shop);
    right(update(shop, id, { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } }));
    shop.engine.clock.advance(5);
    expect(retrieved(shop, id).status).to.equal('under_review');
  });

  it('is kept without being submitted, and submitted by a later request', () => {
    const shop = openShop();
    const { id } = disputed(shop);
    const staged = right(
      update(shop, id, { evidence: { receipt: 'file_1', service_date: 'May' }, submit: 'false' }),
    );
    expect(staged).to.include({ status: 'needs_response' });
    expect(staged['evidence_details']).to.include({ has_evidence: true, submission_count: 0 });
    const noted = right(update(shop, id, { metadata: { order: '7' } }));
    expect(noted).to.deep.include({ status: 'needs_response', metadata: { order: '7' } });
    const sent = right(update(shop, id, { evidence: { service_date: '' }, submit: 'true' }));
    expect(sent).to.include({ status: 'under_review' });
    expect(sent['evidence']).to.include({ receipt: 'file_1', service_date: null });
    const other = disputed(shop);
    right(update(shop, other.id, { evidence: { receipt: 'file_2' }, submit: 'false' }));
    expect(right(update(shop, other.id, { submit: 'true' }))).to.include({
      status: 'under_review',
    });
  });

  it('is limited in length, field by field and in all', () => {
    const shop = openShop();
    const { id } = disputed(shop);
    const long = (name: string, length: number) =>
      update(shop, id, { evidence: { [name]: 'x'.repeat(length) }, submit: 'false' });
    expect(refusal(long('uncategorized_text', 20_001)).param).to.equal(
      'evidence[uncategorized_text]',
    );
    expect(refusal(long('shipping_carrier', 5001)).param).to.equal('evidence[shipping_carrier]');
    const texts = [
      'access_activity_log',
      'cancellation_policy_disclosure',
      'cancellation_rebuttal',
      'duplicate_charge_explanation',
      'product_description',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
    ];
    for (const name of texts) right(long(name, 20_000));
    expect(refusal(long('uncategorized_text', 10_001))).to.include({
      status: 400,
      param: 'evidence',
    });
    expect(right(long('uncategorized_text', 9_900))).to.have.property('id', id);
    expect(refusal(update(shop, id, { evidence: { receipt_url: 'x' } })).code).to.equal(
      'parameter_unknown',
    );
  });

  it('can be given at the path of the charge', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, charge } = disputed(shop);
    const form = { charge, evidence: { receipt: 'file_1' } };
    expect(right(ask(engine, engineOperations.updateChargeDispute, form))).to.include({
      id,
      status: 'under_review',
    });
    expect(right(engine.call(engineOperations.closeChargeDispute, { charge })).status).to.equal(
      'lost',
    );
    const undisputed = pay(shop).latest_charge ?? '';
    expect(
      refusal(engine.call(engineOperations.closeChargeDispute, { charge: undisputed })).status,
    ).to.equal(404);
  });
});

describe('a dispute without an answer', () => {
  it('is lost after the end of the eighth day, UTC', () => {
    const shop = openShop();
    const { engine } = shop;
    const { id, evidence_details } = disputed(shop);
    const answered = disputed(shop);
    right(update(shop, answered.id, { evidence: { receipt: 'file_1' } }));
    expect(evidence_details.due_by).to.equal(endOfDay);
    engine.clock.advance(endOfDay - noon);
    expect(retrieved(shop, id).status).to.equal('needs_response');
    expect(eventTypes(engine, () => engine.clock.advance(1))).to.include('charge.dispute.closed');
    expect(retrieved(shop, id).status).to.equal('lost');
    expect(retrieved(shop, answered.id).status).to.equal('under_review');
    const [event] = right(
      engine.call(engineOperations.listEvents, { type: 'charge.dispute.closed' }),
    ).data;
    expect(event?.created).to.equal(endOfDay + 1);
    expect(at(event, 'data.previous_attributes')).to.deep.equal({ status: 'needs_response' });
  });

  it('closes after 120 days if it is an inquiry, and can be answered late', () => {
    const shop = openShop();
    const { engine } = shop;
    const [open, late] = [0, 1].map(() => disputed(shop, 'pm_card_createDisputeInquiry').id);
    engine.clock.advance(endOfDay - noon + 1);
    const { evidence_details } = retrieved(shop, open ?? '');
    expect(evidence_details.past_due).to.equal(false);
    const sent = right(update(shop, late ?? '', { evidence: { receipt: 'file_1' } }));
    expect(sent['evidence_details']).to.include({ past_due: true, submission_count: 1 });
    engine.clock.advance(120 * 86_400);
    expect([open, late].map((id) => retrieved(shop, id ?? '').status)).to.deep.equal([
      'warning_closed',
      'warning_closed',
    ]);
  });
});

// https://github.com/Automattic/woocommerce-payments/pull/738
describe('an inquiry of a charge that is refunded', () => {
  const net = ({ engine }: Shop): number =>
    right(engine.call(engineOperations.listBalanceTransactions, { limit: 100 })).data.reduce(
      (sum, entry) => sum + entry.net,
      0,
    );
  const asked = (shop: Shop) =>
    disputed(shop, 'pm_card_createDisputeInquiry', { capture_method: 'automatic' });

  it('closes when all is refunded, and takes the money no second time', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    const { id, charge } = asked(shop);
    right(refund(shop, charge));
    expect(retrieved(shop, id).status).to.equal('warning_needs_response');
    const types = eventTypes(engine, () =>
      right(engine.call(engineOperations.createRefund, { charge })),
    );
    expect(types).to.deep.equal(['refund.created', 'charge.refunded', 'charge.dispute.closed']);
    expect(retrieved(shop, id).status).to.equal('warning_closed');
    expect(() => processor.controls.fail(id)).to.throw('This dispute is already closed');
    expect(net(shop)).to.equal(0);
  });

  it('closes under review too, before the bank decides', () => {
    const shop = openShop();
    const { id, charge } = asked(shop);
    const evidence = { uncategorized_text: 'escalate_inquiry_evidence' };
    right(update(shop, id, { evidence }));
    right(shop.engine.call(engineOperations.createRefund, { charge }));
    shop.engine.clock.advance(5);
    expect(retrieved(shop, id).status).to.equal('warning_closed');
    expect(net(shop)).to.equal(0);
  });

  it('becomes a chargeback of the rest, and all that is won can be refunded', () => {
    const shop = openShop();
    const { engine, processor } = shop;
    const { id, charge } = asked(shop);
    right(refund(shop, charge));
    processor.controls.fail(id);
    expect(retrieved(shop, id)).to.include({ amount: 1900, status: 'needs_response' });
    expect(net(shop)).to.equal(-1500);
    processor.controls.settle(id);
    expect(right(engine.call(engineOperations.createRefund, { charge })).amount).to.equal(1900);
    expect(retrieved(shop, id).status).to.equal('won');
    expect(net(shop)).to.equal(-1500);
  });
});

describe('the bank', () => {
  it('decides at once when a control says so', () => {
    const shop = openShop();
    const { processor } = shop;
    const act = (name: 'settle' | 'fail', card?: string, uncategorized_text?: string) => {
      const { id } = disputed(shop, card);
      if (uncategorized_text !== undefined) {
        right(update(shop, id, { evidence: { uncategorized_text } }));
      }
      return processor.controls[name](id).status;
    };
    const inquiry = 'pm_card_createDisputeInquiry';
    expect(act('settle')).to.equal('won');
    expect(act('fail')).to.equal('lost');
    expect(act('settle', undefined, 'losing_evidence')).to.equal('lost');
    expect(act('fail', undefined, 'winning_evidence')).to.equal('lost');
    expect(act('settle', inquiry)).to.equal('warning_closed');
    expect(act('settle', inquiry, 'escalate_inquiry_evidence')).to.equal('needs_response');
    expect(act('fail', inquiry)).to.equal('needs_response');
    // The planned steps find the disputes decided, or escalated.
    shop.engine.clock.advance(200 * 86_400);
    const closed = right(shop.engine.call(engineOperations.listDisputes, {})).data;
    expect(closed.map(({ status }) => status)).to.deep.equal([
      'lost',
      'lost',
      'warning_closed',
      'lost',
      'lost',
      'lost',
      'won',
    ]);
  });
});

describe('a dispute in a snapshot of an earlier version, which lacks the details of the card', () => {
  const restored = (card: string) => {
    const shop = openShop();
    const dispute = disputed(shop, card);
    const snapshot = shop.engine.snapshot();
    const { disputes } = snapshot.state;
    shop.engine.restore({
      ...snapshot,
      state: {
        ...snapshot.state,
        disputes: {
          ...disputes,
          rows: disputes.rows.map(([sequence, { payment_method_details: _details, ...row }]) => [
            sequence,
            row,
          ]),
        },
      },
    });
    return { shop, dispute };
  };

  for (const [card, closed] of [
    ['pm_card_createDispute', 'lost'],
    ['pm_card_createDisputeProductNotReceived', 'lost'],
    ['pm_card_createDisputeInquiry', 'warning_closed'],
  ] as const) {
    it(`is the same after it is restored, and can be closed (${card})`, () => {
      const { shop, dispute } = restored(card);
      expect(retrieved(shop, dispute.id)).to.deep.equal(dispute);
      const closing = shop.engine.call(engineOperations.closeDispute, { dispute: dispute.id });
      expect(right(closing).status).to.equal(closed);
    });
  }
});
