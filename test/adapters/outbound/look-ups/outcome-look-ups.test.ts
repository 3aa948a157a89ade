import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createOutcomeLookUps } from '../../../../src/adapters/outbound/look-ups/outcome-look-ups.js';
import type { OutcomeReads } from '../../../../src/adapters/outbound/look-ups/outcome-reads.js';
import { createMemoryProcessor } from '../../../../src/adapters/outbound/memory/memory-processor.js';
import type {
  Evidence,
  NewPaymentIntent,
} from '../../../../src/application/ports/payment-processor.js';
import { valueOf } from '../../../../src/contract/stores/store-assertions.js';
import {
  CardId,
  ChargeId,
  CustomerId,
  PaymentIntentId,
  PaymentMethodId,
  SetupIntentId,
  TokenId,
} from '../../../../src/domain/ids.js';
import { MinorUnits } from '../../../../src/domain/money/money.js';
import { searched } from '../../../../src/domain/search-outcome.js';
import { decoded } from '../../../support/inputs/decoded.js';
import { every, processorList } from './support/processor-list.js';

const start = 1_800_000_000;
const day = 24 * 60 * 60;

const paymentOf = (customer: string): NewPaymentIntent => ({
  amount: decoded(MinorUnits, 1999),
  currency: 'eur',
  customer: decoded(CustomerId, customer),
  payment_method: decoded(PaymentMethodId, 'pm_card_visa'),
  confirmation_method: 'manual',
  confirm: false,
});

describe('a look-up that finds nothing', () => {
  const notRead = () => TE.left({ _tag: 'Unexpected' as const, cause: 'not to be read' });

  /** Reads of a customer who pays once in `step` seconds, and of the events of these payments. */
  const readsOf = (step: number) => {
    const moments = every(step, start - day, start + 3 * day);
    const intents = processorList(
      moments.map((moment) => ({
        ...moment,
        object: 'payment_intent' as const,
        amount: 1999,
        currency: 'eur',
        status: 'succeeded',
        livemode: false,
        payment_method_types: ['card'],
        latest_charge: null,
        charges: { object: 'list' as const, data: [], has_more: false, url: '/' },
      })),
    );
    const events = processorList(
      moments.map((moment) => ({
        ...moment,
        type: 'payment_intent.created',
        request: null,
        data: { object: {} },
      })),
    );
    const reads: OutcomeReads = {
      now: () => start + 20 * day,
      listIntents: intents.list,
      listEvents: events.list,
      eventsKeptFrom: () => start - 10 * day,
      retrieveIntent: notRead,
      listCharges: notRead,
      retrieveSetupIntent: notRead,
      listSetupIntents: notRead,
      retrieveCheckoutSession: notRead,
      listCheckoutSessions: notRead,
      retrieveRefund: notRead,
      retrieveDispute: notRead,
      listRefunds: notRead,
      retrieveCustomer: notRead,
      listCustomers: notRead,
      retrieveConfirmationToken: notRead,
      retrieveToken: notRead,
      retrievePaymentMethod: notRead,
      retrieveCard: notRead,
    };
    return { reads, intents, events };
  };

  for (const [step, who, nothing, lists, pages] of [
    [3600, 'an ordinary customer', searched.absent, 1, 1],
    [16, 'a customer with 5,400 payments a day', searched.uncertain, 17, 11],
  ] as const) {
    it(`reads for ${who} pages of payments: ${lists}, of events: ${pages}`, async () => {
      const { reads, intents, events } = readsOf(step);
      const { createPaymentIntent } = createOutcomeLookUps(() => reads);
      const sent = { idempotencyKey: 'never sent', since: start };
      const found = await createPaymentIntent?.(paymentOf('cus_1'), sent)();
      expect(found).to.deep.equal(E.right(nothing));
      expect([intents.asked.length, events.asked.length]).to.deep.equal([lists, pages]);
    });
  }
});

describe('a look-up of a busy customer in the in-memory processor', () => {
  /** A customer to whom all guests pay, and a payment of theirs whose response nobody got. */
  const openShop = async () => {
    const time = { now: start };
    const processor = createMemoryProcessor({ seed: 24, clock: () => time.now });
    const { id } = await valueOf(processor.createCustomer({}));
    const input = paymentOf(id);
    const pay = (key: string) =>
      valueOf(processor.createPaymentIntent(input, { idempotencyKey: key }));
    const lookUp = async (idempotencyKey: string, since: number) => {
      const found = await processor.lookUps?.createPaymentIntent?.(input, {
        idempotencyKey,
        since,
      })();
      return found !== undefined && E.isRight(found) ? found.right : 'failed';
    };
    return { time, pay, lookUp };
  };

  it('finds a payment before 5,100 newer ones, also after 20 days', async () => {
    const { time, pay, lookUp } = await openShop();
    const done = await pay('order-42');
    for (let n = 0; n < 5100; n += 1) {
      time.now = start + 1 + Math.floor((n * 2 * day) / 5100);
      await pay(`newer ${n}`);
    }
    for (const age of [2 * day, 20 * day]) {
      time.now = start + age;
      expect(await lookUp('order-42', start)).to.have.nested.property('value.right.id', done.id);
      expect(await lookUp('never sent', start)).to.deep.equal(searched.uncertain);
    }
  });

  it('finds a payment before 5,100 newer ones of the same minute', async () => {
    const { time, pay, lookUp } = await openShop();
    const done = await pay('order-42');
    for (let n = 0; n < 5100; n += 1) {
      time.now = start + Math.floor(n / 100);
      await pay(`newer ${n}`);
    }
    time.now = start + 20 * day;
    expect(await lookUp('order-42', start)).to.have.nested.property('value.right.id', done.id);
  });
});

describe('the certainty of a look-up that finds nothing', () => {
  /** A processor, and the tags of look-ups in it of calls that were never sent. */
  const openProcessor = async (keepEvents = 10_000) => {
    const processor = createMemoryProcessor({ seed: 24, clock: () => start, keepEvents });
    const customer = decoded(CustomerId, (await valueOf(processor.createCustomer({}))).id);
    const sent = { idempotencyKey: 'never sent', since: start };
    const { lookUps = {} } = processor;
    const tagOf = async (lookUp?: TE.TaskEither<unknown, Evidence<unknown>>) => {
      const found = await lookUp?.();
      return found !== undefined && E.isRight(found) ? found.right._tag : 'failed';
    };
    const pay = async (more: Partial<NewPaymentIntent> = {}) => {
      const made = await valueOf(
        processor.createPaymentIntent({ ...paymentOf(customer), ...more }),
      );
      return { payment_intent: decoded(PaymentIntentId, made.id), made };
    };
    const setUp = async () => {
      const made = await valueOf(processor.createSetupIntent({ customer, confirm: false }));
      return { setup_intent: decoded(SetupIntentId, made.id) };
    };
    return { processor, lookUps, sent, customer, tagOf, pay, setUp };
  };

  it('is certain of creations while lists are complete and events are kept', async () => {
    const { customer, lookUps, sent, tagOf, pay } = await openProcessor();
    const { made } = await pay({ confirm: true });
    const charge = decoded(ChargeId, String(made['latest_charge']));
    expect([
      await tagOf(lookUps.createCustomer?.({}, sent)),
      await tagOf(lookUps.createPaymentIntent?.(paymentOf(customer), sent)),
      await tagOf(lookUps.createSetupIntent?.({ customer, confirm: false }, sent)),
      await tagOf(lookUps.createRefund?.({ charge }, sent)),
    ]).to.deep.equal(['Absent', 'Absent', 'Absent', 'Absent']);
  });

  it('is not certain of what only events can show when some were dropped', async () => {
    const { customer, lookUps, sent, tagOf, pay, setUp } = await openProcessor(1);
    const [payment, setup] = [await pay(), await setUp()];
    expect([
      await tagOf(lookUps.createCustomer?.({}, sent)),
      await tagOf(lookUps.createPaymentIntent?.(paymentOf(customer), sent)),
      await tagOf(lookUps.confirmPaymentIntent?.(payment, sent)),
      await tagOf(lookUps.confirmSetupIntent?.(setup, sent)),
      await tagOf(lookUps.cancelPaymentIntent?.(payment, sent)),
      await tagOf(lookUps.cancelSetupIntent?.(setup, sent)),
    ]).to.deep.equal(['Uncertain', 'Uncertain', 'Uncertain', 'Uncertain', 'Absent', 'Absent']);
  });

  it('is certain of confirmations, captures, cancellations and removals that did not happen', async () => {
    const { processor, customer, lookUps, sent, tagOf, pay, setUp } = await openProcessor();
    const held = await pay({ confirm: true, capture_method: 'manual' });
    const setup = await setUp();
    const source = decoded(TokenId, 'tok_visa');
    const card = decoded(CardId, (await valueOf(processor.createCard({ customer, source }))).id);
    expect([
      await tagOf(lookUps.confirmPaymentIntent?.(await pay(), sent)),
      await tagOf(lookUps.capturePaymentIntent?.(held, sent)),
      await tagOf(lookUps.cancelPaymentIntent?.(held, sent)),
      await tagOf(lookUps.confirmSetupIntent?.(setup, sent)),
      await tagOf(lookUps.cancelSetupIntent?.(setup, sent)),
      await tagOf(lookUps.deleteCard?.({ customer, card }, sent)),
      await tagOf(lookUps.deleteCustomer?.({ customer }, sent)),
    ]).to.deep.equal(Array.from({ length: 7 }, () => 'Absent'));
  });

  it('is certain that a payment captured with another amount was not captured by this call', async () => {
    const { processor, lookUps, sent, tagOf, pay } = await openProcessor();
    const { payment_intent } = await pay({ confirm: true, capture_method: 'manual' });
    await valueOf(processor.capturePaymentIntent({ payment_intent }));
    const other = { payment_intent, amount_to_capture: decoded(MinorUnits, 1000) };
    expect(await tagOf(lookUps.capturePaymentIntent?.(other, sent))).to.equal('Absent');
  });

  it('is not certain of a customer with other values: it may have been updated again since', async () => {
    const { customer, lookUps, sent, tagOf } = await openProcessor();
    expect(await tagOf(lookUps.updateCustomer?.({ customer, name: 'Ada' }, sent))).to.equal(
      'Uncertain',
    );
  });

  it('is certain of a card whose token was not used, and not of one that was removed since', async () => {
    const { processor, customer, lookUps, sent, tagOf } = await openProcessor();
    const card = {
      number: '4242424242424242',
      exp_month: 12,
      exp_year: new Date(start * 1000).getUTCFullYear() + 3,
      cvc: '123',
    };
    const token = await valueOf(processor.createCardToken(card));
    const assignment = { customer, source: decoded(TokenId, token.id) };
    expect(await tagOf(lookUps.createCard?.(assignment, sent))).to.equal('Absent');
    const { id } = await valueOf(processor.createCard(assignment));
    expect(await tagOf(lookUps.createCard?.(assignment, sent))).to.equal('Found');
    await valueOf(processor.deleteCard({ customer, card: decoded(CardId, id) }));
    expect(await tagOf(lookUps.createCard?.(assignment, sent))).to.equal('Uncertain');
  });
});
