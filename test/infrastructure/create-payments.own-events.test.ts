import { expect } from 'chai';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { SnapshotEvent } from '../../src/domain/events/processor-event.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { signatureOf } from '../support/http/signature-of.js';
import { at } from '../support/json/at.js';
import { until } from '../support/time/until.js';

const day = 24 * 60 * 60;

/** A shop with one payment that is not decided yet, and what it is told of it. */
const open = async (dropped = '') => {
  const time = { now: 1_800_000_000 };
  const clock = (): number => time.now;
  const processor = createMemoryProcessor({ seed: 5, clock });
  const payments = createPayments({ processor, clock });
  const told: Array<string> = [];
  let away = false;
  payments.on('paid', ({ id, data: { object } }) => {
    if (away) throw new Error('the shop is away');
    told.push(`${id} ${object.payment_intent?.amount_received}`);
  });
  payments.on(
    'payment_lost',
    ({ id, data: { object } }) => void told.push(`${id} ${object.reason}`),
  );
  payments.start();
  const kept: Array<Promise<unknown>> = [];
  processor.controls.onEvent((event) => {
    if (event.type !== dropped) kept.push(payments.keepEvent(event));
  });
  const { id: customer } = await payments.createCustomer({
    email: 'a@b.es',
    name: 'A',
    phone: '1',
  });
  const { id } = await payments.createPaymentIntent({
    customer,
    amount: '19.99',
    payment_method: 'pm_card_visa',
  });
  const settled = async (isDone: () => Promise<boolean>): Promise<void> => {
    await Promise.all(kept);
    await until(isDone);
  };
  const nothingWaits = async (): Promise<boolean> =>
    (await payments.listEvents({ state: 'pending', limit: 1 })).data.length === 0;
  return {
    processor,
    payments,
    told,
    customer,
    id,
    pass: (seconds: number): void => {
      time.now += seconds;
    },
    leave: (isAway: boolean): void => {
      away = isAway;
    },
    settled: (isDone = nothingWaits) => settled(isDone),
  };
};

describe('a payment that fails after it was processing', () => {
  it('is lost, although its events were erased meanwhile', async () => {
    const { processor, payments, told, customer, id, settled } = await open();
    processor.controls.failNext({ on: 'confirm', with: 'processing' });
    await payments.confirmPayment({ payment_intent: id });
    await settled();
    expect((await payments.eraseEvents({ customer })).erased).to.be.greaterThan(1);
    const { data } = await payments.listEvents({ type: 'payment_intent.processing' });
    expect(data[0]?.object_id).to.equal(null);
    processor.controls.fail(id);
    await settled();
    expect(told).to.deep.equal([`payment_lost_${id} failed`]);
    await payments.stop();
  });

  it('is lost, although the event that says processing never came', async () => {
    const { processor, payments, told, id, settled } = await open('payment_intent.processing');
    processor.controls.failNext({ on: 'confirm', with: 'processing' });
    await payments.confirmPayment({ payment_intent: id });
    // Another event of the payment is reason enough to read it.
    const declined: SnapshotEvent = {
      id: 'evt_earlier',
      object: 'event',
      type: 'payment_intent.payment_failed',
      created: 1_800_000_000,
      data: { object: { object: 'payment_intent', id } },
    };
    await payments.keepEvent(declined);
    await settled();
    const marks = await payments.listEvents({ type: 'payment_processing' });
    expect(marks.data.map((one) => [one.id, one.state])).to.deep.equal([
      [`payment_processing_${id}`, 'ignored'],
    ]);
    processor.controls.fail(id);
    await settled();
    expect(told).to.deep.equal([`payment_lost_${id} failed`]);
    await payments.stop();
  });

  it('leaves a mark that no handler gets, even when it is replayed', async () => {
    const { processor, payments, id, settled } = await open();
    const got: Array<string> = [];
    payments.on('*', ({ type }) => void got.push(type));
    processor.controls.failNext({ on: 'confirm', with: 'processing' });
    await payments.confirmPayment({ payment_intent: id });
    await settled();
    await payments.replayEvent({ event: `payment_processing_${id}` });
    await settled();
    expect(got).to.include('payment_intent.processing').and.not.include('payment_processing');
    const mark = await payments.getEvent({ event: `payment_processing_${id}` });
    expect(mark.reason).to.include('remembers');
    await payments.stop();
  });
});

describe('a decision that waits for its handler', () => {
  it('is told after the data of the customer was erased, by the payment as it is then', async () => {
    const { payments, told, customer, id, leave, pass, settled } = await open();
    leave(true);
    await payments.confirmPayment({ payment_intent: id });
    await settled(
      async () => (await payments.listEvents({ type: 'paid' })).data[0]?.attempts === 1,
    );
    await payments.eraseEvents({ customer });
    const { data } = await payments.listEvents({ type: 'paid' });
    expect(data.map((one) => [one.id, one.state])).to.deep.equal([[`paid_${id}`, 'pending']]);
    expect(JSON.stringify(data)).not.to.include(customer);
    leave(false);
    pass(day);
    await payments.stop();
    payments.start();
    await settled();
    expect(told).to.deep.equal([`paid_${id} 1999`]);
    await payments.stop();
  });
});

describe('an event from outside that is named as a decision', () => {
  const forged = (id: string, type: string, payment_intent: string): SnapshotEvent => ({
    id,
    object: 'event',
    type,
    created: 1_800_000_000,
    livemode: false,
    data: { object: { id: 'outcome_1', object: 'payment_outcome', payment_intent, session: null } },
  });

  it('is refused, so that it neither tells nor suppresses a decision', async () => {
    const { payments, told, id, settled } = await open();
    for (const [eventId, type] of [
      [`paid_${id}`, 'invoice.paid'],
      [`payment_lost_${id}`, 'charge.failed'],
      [`payment_processing_${id}`, 'charge.pending'],
      ['evt_1', 'paid'],
      ['evt_2', 'payment_lost'],
      ['evt_3', 'payment_processing'],
    ] as const) {
      const refused = await payments.keepEvent(forged(eventId, type, id)).catch(String);
      expect(refused).to.include(`This one is ${eventId} of the type ${type}`);
    }
    await payments.confirmPayment({ payment_intent: id });
    await settled();
    expect(told).to.deep.equal([`paid_${id} 1999`]);
    await payments.stop();
  });

  it('is refused as a webhook', async () => {
    const { processor, payments: others, id } = await open();
    await others.stop();
    const [secret, now] = [`whsec_${'of'}_test`, 1_800_000_000];
    const payments = createPayments({ processor, webhookSecrets: [secret], clock: () => now });
    const payload = JSON.stringify(forged(`paid_${id}`, 'invoice.paid', id));
    const refused = await payments
      .receiveWebhook({ payload, signature: signatureOf(payload, secret, now) })
      .catch((error: unknown) => error);
    expect(at(refused, '_tag')).to.equal('WebhookPayloadInvalid');
    expect((await payments.listEvents({})).data).to.deep.equal([]);
  });

  it('is refused as the event of an own processor', async () => {
    const { processor, payments: others, id } = await open();
    await others.stop();
    const payments = createPayments({
      processor,
      webhooks: {
        receive: () => TE.right({ events: [{ event: forged(`paid_${id}`, 'bank.paid', id) }] }),
      },
    });
    const answer = await payments
      .receiveWebhook({ payload: '{}', headers: {} })
      .catch((error: unknown) => error);
    expect(String(Reflect.get(Object(answer), 'cause'))).to.include('message.events[0].event');
    expect((await payments.listEvents({})).data).to.deep.equal([]);
  });
});
