import { expect } from 'chai';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { createMemoryIdempotencyStore } from '../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { derivedKeysOf } from '../../src/application/doubts/keys-of-event.js';
import { mapTable } from '../../src/application/map-table.js';
import type {
  IdempotencyStore,
  UnsettledKey,
} from '../../src/application/ports/idempotency-store.js';
import {
  type CallOptions,
  type PaymentProcessor,
  type ProcessorChange,
  processorChanges,
} from '../../src/application/ports/payment-processor.js';
import { valueOf } from '../../src/contract/stores/store-assertions.js';
import type { PaymentError, ProcessorError } from '../../src/domain/payment-error.js';
import { wirePayments } from '../../src/infrastructure/create-payments.js';
import { createMemoryProcessor } from '../../src/memory.js';
import { signatureOf } from '../support/http/signature-of.js';
import { textAt } from '../support/json/at.js';
import { cardYear } from '../support/processors/card-year.js';
import { captureTelemetry } from '../support/service/captured-telemetry.js';
import { until } from '../support/time/until.js';

const lost: ProcessorError = {
  _tag: 'ProcessorUnavailable',
  outcome: 'unknown',
  cause: new Error('the answer was lost'),
};

type Change = (input: never, options?: CallOptions) => TE.TaskEither<ProcessorError, unknown>;

const contact = { email: 'ada@example.com', name: 'Ada Lovelace', phone: '+34600000000' };

/** A shop whose processor does what it is asked, and whose answers to changes are lost on demand. */
const openShop = async ({
  store: parts = {},
  webhookSecrets = [],
}: {
  readonly store?: Partial<IdempotencyStore>;
  readonly webhookSecrets?: ReadonlyArray<string>;
} = {}) => {
  const processor = createMemoryProcessor({ seed: 'doubts' });
  const state = { isLossy: false };
  const changes: Array<string> = [];
  const lossy = mapTable<Pick<PaymentProcessor, ProcessorChange>>(
    processorChanges,
    (_facts, name): Change => {
      const change: Change = processor[name];
      return (input, options) =>
        pipe(
          TE.fromIO(() => changes.push(name)),
          TE.flatMap(() => change(input, options)),
          TE.flatMap((answer) => (state.isLossy ? TE.left(lost) : TE.right(answer))),
          // A decline is lost too.
          TE.mapLeft((error) => (state.isLossy ? lost : error)),
        );
    },
  );
  const store = createMemoryIdempotencyStore();
  const { telemetry, reports } = captureTelemetry();
  const { payments, settle } = wirePayments({
    processor: { ...processor, ...lossy },
    stores: { idempotencyStore: { ...store, ...parts } },
    idempotencySecret: 'a secret',
    webhookSecrets,
    telemetry,
  });
  const { id: customer } = await payments.createCustomer(contact);
  const lose = async (work: TE.TaskEither<PaymentError, unknown>): Promise<UnsettledKey> => {
    state.isLossy = true;
    expect(await work()).to.have.nested.property('left.outcome', 'unknown');
    state.isLossy = false;
    changes.length = 0;
    const [key] = await valueOf(store.unsettled({ limit: 2 }));
    if (key === undefined) throw new Error('no key is in doubt');
    return key;
  };
  const doubts = async () => (await valueOf(store.unsettled({ limit: 10 }))).length;
  const pay = (more: object = {}) => ({
    customer,
    amount: '10.00',
    payment_method: 'pm_card_visa',
    ...more,
  });
  return { payments, processor, settle, store, reports, changes, customer, lose, doubts, pay };
};
type Shop = Awaited<ReturnType<typeof openShop>>;
type Keyed = ReturnType<Shop['payments']['withIdempotencyKey']>['taskEither'];

/** A change under a key: what comes before it, and the change itself. */
type Case = (shop: Shop) => Promise<(keyed: Keyed) => TE.TaskEither<PaymentError, unknown>>;

const cases: Readonly<Record<string, Case>> = {
  'a payment that was created and confirmed': async ({ pay }) => {
    const input = pay({ confirm: true, metadata: { order: '42' }, description: 'Two books' });
    return (keyed) => keyed.createPaymentIntent(input);
  },
  'a payment that was declined': async ({ pay }) => {
    const input = pay({ confirm: true, payment_method: 'pm_card_chargeDeclined' });
    return (keyed) => keyed.createPaymentIntent(input);
  },
  'a confirmation': async ({ payments, pay }) => {
    const { id } = await payments.createPaymentIntent(pay());
    return (keyed) =>
      keyed.confirmPayment({ payment_intent: id, return_url: 'https://shop.example/back' });
  },
  'a payment that a guest confirms on the page': async () => (keyed) =>
    keyed.createPaymentIntent({ amount: '10.00', payment_methods: ['card', 'link'] }),
  'a payment with the token of the page': async ({ processor }) => {
    const confirmation_token = processor.controls.createConfirmationToken();
    return (keyed) =>
      keyed.createPaymentIntent({
        amount: '10.00',
        payment_methods: ['card'],
        confirm: true,
        confirmation_token,
        mandate: { ip_address: '203.0.113.7', user_agent: 'Firefox' },
      });
  },
  'a declined token of the page': async ({ processor }) => {
    const confirmation_token = processor.controls.createConfirmationToken(
      'pm_card_visa_chargeDeclined',
    );
    return (keyed) =>
      keyed.createPaymentIntent({
        amount: '10.00',
        payment_methods: ['card'],
        confirm: true,
        confirmation_token,
      });
  },
  'a confirmation with the token of the page': async ({ payments, processor }) => {
    const { id } = await payments.createPaymentIntent({
      amount: '10.00',
      payment_methods: ['card'],
    });
    const confirmation_token = processor.controls.createConfirmationToken();
    return (keyed) => keyed.confirmPayment({ payment_intent: id, confirmation_token });
  },
  'a capture': async ({ payments, pay }) => {
    const held = pay({ confirm: true, capture_method: 'manual' });
    const { id } = await payments.createPaymentIntent(held);
    return (keyed) => keyed.capturePayment({ payment_intent: id, amount_minor: 700 });
  },
  'a cancellation': async ({ payments, pay }) => {
    const { id } = await payments.createPaymentIntent(pay());
    return (keyed) => keyed.cancelPayment({ payment_intent: id });
  },
  'a refund': async ({ payments, pay }) => {
    const paid = await payments.createPaymentIntent(pay({ confirm: true }));
    const charge = textAt(paid, 'latest_charge');
    return (keyed) => keyed.refundCharge({ charge, amount_minor: 300 });
  },
  'a customer': async () => (keyed) => keyed.createCustomer({ ...contact, name: 'Grace Hopper' }),
  'a change of a customer':
    async ({ customer }) =>
    (keyed) =>
      keyed.updateCustomer({ customer, name: 'Ada King' }),
  'a saved card':
    async ({ customer }) =>
    (keyed) =>
      keyed.createSetupIntent({ customer, payment_method: 'pm_card_visa', confirm: true }),
};

/** Changes of which Stripe sends no event. */
const quietCases: Readonly<Record<string, Case>> = {
  'an update of a payment': async ({ payments, pay }) => {
    const { id } = await payments.createPaymentIntent(pay({ metadata: { order: '42' } }));
    return (keyed) =>
      keyed.updatePayment({ payment_intent: id, amount: '12.50', metadata: { cart: '8' } });
  },
  'an update of what the page may offer': async ({ payments, customer }) => {
    const { id } = await payments.createPaymentIntent({
      amount: '10.00',
      payment_methods: ['card', 'link'],
    });
    return (keyed) =>
      keyed.updatePayment({
        payment_intent: id,
        customer,
        payment_methods: ['card'],
        setup_future_usage: 'off_session',
      });
  },
};

describe('a key in doubt whose answer was lost', () => {
  for (const [title, prepare] of Object.entries({ ...cases, ...quietCases })) {
    it(`is settled without a change at the processor: ${title}`, async () => {
      const shop = await openShop();
      const change = await prepare(shop);
      const { taskEither: keyed } = shop.payments.withIdempotencyKey('order 42', {
        scope: 'client:shop',
      });
      const key = await shop.lose(change(keyed));
      const settled = await shop.settle(key, 'command')();
      expect(settled._tag).to.equal('Settled');
      expect(shop.changes).to.deep.equal([]);
      expect(await shop.doubts()).to.equal(0);
      // The repetition gets the stored answer.
      const repeated = await change(keyed)();
      expect(shop.changes).to.deep.equal([]);
      expect(settled).to.deep.equal({ _tag: 'Settled', outcome: repeated });
      expect(shop.reports).to.deep.include([
        'keySettled',
        { operation: key.firstSent?.operation, by: 'command' },
      ]);
    });
  }

  it('stays in doubt when nothing was done, and nothing is sent', async () => {
    const shop = await openShop();
    shop.processor.controls.failNext({ on: 'create', with: 'timeout_before' });
    const { taskEither: keyed } = shop.payments.withIdempotencyKey('order 42');
    const key = await shop.lose(keyed.createPaymentIntent(shop.pay()));
    expect(await shop.settle(key, 'event')()).to.deep.equal({ _tag: 'NoEvidence' });
    expect(shop.changes).to.deep.equal([]);
    expect(await shop.doubts()).to.equal(1);
  });

  it('of an update stays in doubt when another update followed, and its repetition changes nothing', async () => {
    const shop = await openShop();
    const { id: payment_intent } = await shop.payments.createPaymentIntent(shop.pay());
    const { taskEither: keyed } = shop.payments.withIdempotencyKey('cart 1');
    const update = keyed.updatePayment({ payment_intent, amount: '12.50' });
    const key = await shop.lose(update);
    await shop.payments.updatePayment({ payment_intent, amount: '13.00' });
    shop.changes.length = 0;
    expect(await shop.settle(key, 'command')()).to.deep.equal({ _tag: 'NoEvidence' });
    expect(shop.changes).to.deep.equal([]);
    expect(await update()).to.have.nested.property('right.amount', 1250);
    expect((await shop.payments.getPayment({ payment_intent })).amount).to.equal(1300);
    expect(await shop.doubts()).to.equal(0);
  });

  it('of an update with a text that is not stored is not looked up without its caller', async () => {
    const shop = await openShop();
    const { id: payment_intent } = await shop.payments.createPaymentIntent(shop.pay());
    const { taskEither: keyed } = shop.payments.withIdempotencyKey('cart 1');
    shop.processor.controls.failNext({ on: 'updatePaymentIntent', with: 'timeout_before' });
    const update = keyed.updatePayment({ payment_intent, description: 'Two books' });
    const key = await shop.lose(update);
    expect(await shop.settle(key, 'command')()).to.deep.equal({ _tag: 'Unreadable' });
    expect(await update()).to.have.nested.property('right.description', 'Two books');
  });

  it('of a card token has no summary and stays in doubt', async () => {
    const shop = await openShop();
    const card = { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '123' };
    const key = await shop.lose(
      shop.payments.withIdempotencyKey('token').taskEither.tokenizeCard(card),
    );
    expect(key.summary).to.equal(null);
    expect(await shop.settle(key, 'event')()).to.deep.equal({ _tag: 'NoLookUp' });
  });

  it('is settled in the background after start, and no longer after stop', async () => {
    const shop = await openShop();
    const { taskEither: keyed } = shop.payments.withIdempotencyKey('order 42');
    await shop.lose(keyed.createPaymentIntent(shop.pay({ confirm: true })));
    shop.payments.start();
    await until(async () => (await shop.doubts()) === 0);
    await shop.payments.stop();
    expect(shop.reports).to.deep.include([
      'keySettled',
      { operation: 'createPaymentIntent', by: 'background' },
    ]);
    expect(shop.changes).to.deep.equal([]);
    await shop.payments.stop();
  });

  for (const [title, prepare] of Object.entries(cases)) {
    it(`is settled by a webhook that names it: ${title}`, async () => {
      const webhookSecret = `${'whsec'}_${'doubts'}`;
      const shop = await openShop({
        // Without the look-ups of the background.
        store: { takeLookUp: () => TE.right(null) },
        webhookSecrets: [webhookSecret],
      });
      const change = await prepare(shop);
      const key = await shop.lose(change(shop.payments.withIdempotencyKey('order 42').taskEither));
      const event = shop.processor.controls
        .events()
        .data.find((one) => derivedKeysOf(one).includes(key.firstSent?.derivedKey ?? ''));
      if (event === undefined) throw new Error('no event names the key');
      const payload = JSON.stringify(event);
      const timestamp = Math.floor(Date.now() / 1000);
      await shop.payments.receiveWebhook({
        payload,
        signature: signatureOf(payload, webhookSecret, timestamp),
      });
      shop.payments.start();
      await until(async () => (await shop.doubts()) === 0);
      await shop.payments.stop();
      expect(shop.changes).to.deep.equal([]);
      expect(shop.reports).to.deep.include([
        'keySettled',
        { operation: key.firstSent?.operation, by: 'event' },
      ]);
    });
  }

  it('does not delay the storing of an event that names it', async () => {
    let asked = 0;
    const never = () => async () => {
      asked += 1;
      return new Promise<never>(() => {});
    };
    const shop = await openShop({ store: { takeLookUp: never, unsettled: never } });
    const { taskEither: keyed } = shop.payments.withIdempotencyKey('order 42');
    await keyed.createPaymentIntent(shop.pay({ confirm: true }))();
    const [event] = shop.processor.controls.events().data;
    if (event === undefined) throw new Error('nothing happened');
    shop.payments.start();
    await until(() => asked > 0);
    expect(await shop.payments.keepEvent(event)).to.equal('stored');
    await shop.payments.stop(0);
  });
});
