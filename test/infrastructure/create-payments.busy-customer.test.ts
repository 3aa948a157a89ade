import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryProcessor } from '../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import type { PaymentProcessor } from '../../src/application/ports/payment-processor.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import { CustomerId, PaymentMethodId } from '../../src/domain/ids.js';
import { MinorUnits } from '../../src/domain/money/money.js';
import type { ProcessorError } from '../../src/domain/payment-error.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { rejectionOf } from '../support/errors/rejection-of.js';
import { decoded } from '../support/inputs/decoded.js';

const day = 24 * 60 * 60;
const start = 1_800_000_000;

const insufficientBalance: ProcessorError = {
  _tag: 'ProcessorRefused',
  status: 400,
  message: 'Insufficient funds in your account',
  code: 'balance_insufficient',
  param: null,
};

describe('a key in doubt of a customer to whom all guests pay', () => {
  for (const [when, seconds] of [
    ['in the same second', 0],
    ['in two days', 2 * day],
  ] as const) {
    it(`is settled after 20 days, although 5,100 newer payments were made ${when}`, async () => {
      const time = { now: start };
      const clock = () => time.now;
      const processor = createMemoryProcessor({ seed: 24, clock });
      const payments = createPayments({ processor, clock });
      const { id: customer } = await payments.createCustomer({
        email: 'guests@example.com',
        name: 'Guests',
        phone: '+34600000000',
      });
      const pay = () =>
        payments.withIdempotencyKey('order-42').createPaymentIntent({
          customer,
          amount: '19.99',
          payment_method: 'pm_card_visa',
          confirm: true,
        });
      processor.controls.failNext({ on: 'create', with: 'timeout_after' });
      expect(await rejectionOf(pay())).to.match(/^PaymentError: The payment processor d/u);
      const [made] = (await payments.listPayments({ customer, limit: 1 })).data;

      const newer = {
        customer: decoded(CustomerId, customer),
        amount: decoded(MinorUnits, 1000),
        currency: 'eur',
        payment_method: decoded(PaymentMethodId, 'pm_card_visa'),
        confirmation_method: 'manual',
        confirm: false,
      } as const;
      for (let n = 1; n <= 5100; n += 1) {
        time.now = start + Math.floor((n * seconds) / 5100);
        await valueOf(processor.createPaymentIntent(newer));
      }
      time.now = start + 20 * day;
      const paid = await pay();
      expect([paid.id, paid.status]).to.deep.equal([made?.id, 'succeeded']);
    });
  }
});

describe('an expired answer of a customer to whom all guests pay', () => {
  it('does not run as new when the look-up cannot read all payments of its time', async () => {
    const hour = 60 * 60;
    const time = { now: start };
    const clock = () => time.now;
    const processor = createMemoryProcessor({ seed: 24, clock });
    const store = createMemoryIdempotencyStore();
    let sent = 0;
    const createPaymentIntent: PaymentProcessor['createPaymentIntent'] = (...call) => {
      sent += 1;
      return processor.createPaymentIntent(...call);
    };
    const payments = createPayments({
      processor: { ...processor, createPaymentIntent },
      clock,
      stores: { idempotencyStore: store },
      idempotencySecret: 'a secret',
    });
    const { id: customer } = await payments.createCustomer({
      email: 'guests@example.com',
      name: 'Guests',
      phone: '+34600000000',
    });
    const input = { customer, amount: '19.99', payment_method: 'pm_card_visa', confirm: true };
    const pay = () => payments.withIdempotencyKey('order-42').createPaymentIntent(input);
    processor.controls.failNext({ on: 'create', with: 'timeout_before' });
    await rejectionOf(pay());
    time.now = start + 10 * hour;
    expect(await pay()).to.include({ status: 'succeeded' });
    for (let n = 1; n <= 1000; n += 1) {
      time.now = start + 10 * hour + n * 36;
      await payments.createPaymentIntent({ ...input, confirm: false });
    }

    time.now = start + 10 * hour + 30 * day + 1;
    const before = sent;
    // The second time, the expired answer would have been dropped.
    for (const later of [0, hour, 30 * day]) {
      time.now += later;
      const refusal: unknown = await pay().catch((error: unknown) => error);
      expect(refusal).to.include({ code: 'idempotency_key_in_doubt' });
      expect(sent).to.equal(before);
    }
  });
});

describe('an expired refusal on a busy account', () => {
  it('runs as new, however many refunds were made since', async () => {
    const time = { now: start };
    const clock = () => time.now;
    const processor = createMemoryProcessor({ seed: 24, clock });
    const balance = { isEmpty: true };
    const payments = createPayments({
      processor: {
        ...processor,
        createRefund: (...call) =>
          balance.isEmpty ? TE.left(insufficientBalance) : processor.createRefund(...call),
      },
      clock,
    });
    const { id: customer } = await payments.createCustomer({
      email: 'ana@example.com',
      name: 'Ana',
      phone: '+34600000000',
    });
    const pay = async () => {
      const { latest_charge } = await payments.createPaymentIntent({
        customer,
        amount: '19.99',
        payment_method: 'pm_card_visa',
        confirm: true,
      });
      return String(latest_charge);
    };
    const charge = await pay();
    const refund = () => payments.withIdempotencyKey('refund-42').refundCharge({ charge });
    expect(await rejectionOf(refund())).to.equal(
      'PaymentError: Insufficient funds in your account',
    );

    balance.isEmpty = false;
    for (let n = 1; n <= 1000; n += 1) {
      time.now = start + n * 80;
      await payments.refundCharge({ charge: await pay() });
    }
    time.now = start + day + 1;
    expect(await refund()).to.include({ charge, status: 'succeeded' });
  });
});
