import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import { api } from '../../../src/adapters/inbound/http/api.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/memory-idempotency-store.js';
import { createMemoryProcessor } from '../../../src/adapters/outbound/memory/memory-processor.js';
import type { KeyedPayments } from '../../../src/application/facade/payments.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../src/application/ports/payment-processor.js';
import { isPaymentError } from '../../../src/application/thrown-payment-error.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { keysOf } from '../../support/json/keys-of.js';
import { cardYear } from '../../support/processors/card-year.js';

const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };
const card = { number: '4242424242424242', exp_month: 12, exp_year: cardYear, cvc: '123' };

const shop = async () => {
  const processor = createMemoryProcessor({ seed: 'keyed' });
  const payments = createPayments({ processor });
  const { id: customer } = await payments.createCustomer(contact);
  return { payments, customer };
};

const caught = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    return await promise;
  } catch (error) {
    return isPaymentError(error) ? Object.fromEntries(Object.entries(error)) : error;
  }
};

describe('payments with an idempotency key', () => {
  it('are made once, and give the first answer again', async () => {
    const { payments, customer } = await shop();
    const pay = () =>
      payments.withIdempotencyKey('order 42').createPaymentIntent({
        customer,
        amount: '19.99',
        payment_method: 'pm_card_visa',
        confirm: true,
      });
    const paid = await pay();
    expect(await pay()).to.deep.equal(paid);
    const { data } = await payments.listPayments({ customer });
    expect(data.map(({ id }) => id)).to.deep.equal([paid.id]);
  });

  it('are declined alike', async () => {
    const { payments, customer } = await shop();
    const pay = () =>
      payments.withIdempotencyKey('order 42').createPaymentIntent({
        customer,
        amount: 10,
        payment_method: 'pm_card_visa_chargeDeclinedLostCard',
        confirm: true,
      });
    const declined = await caught(pay());
    expect(declined).to.include({ _tag: 'CardError', declineCode: 'lost_card' });
    expect(await caught(pay())).to.deep.equal(declined);
    expect((await payments.listPayments({ customer })).data).to.have.length(1);
  });

  it('refuse the key for something else', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    await once.createCustomer(contact);
    expect(await caught(once.createCustomer({ ...contact, name: 'Eva' }))).to.include({
      _tag: 'IdempotencyKeyReused',
      code: 'idempotency_key_reuse',
    });
  });

  it('are a TaskEither too, which does nothing before it runs, and the work once however often', async () => {
    const { payments } = await shop();
    const { taskEither } = payments.withIdempotencyKey('order 42');
    const create = taskEither.createCustomer(contact);
    expect((await payments.listCustomers()).data).to.have.length(1);
    const [first, second] = [await create(), await create()];
    expect(E.isRight(first)).to.equal(true);
    expect(second).to.deep.equal(first);
    expect((await payments.listCustomers()).data).to.have.length(2);
  });

  it('do not take the key for input that is refused', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    expect(await caught(once.createCustomer({ ...contact, name: '' }))).to.include({
      _tag: 'MissingInput',
    });
    expect(await once.createCustomer(contact)).to.include({ name: 'Ada' });
  });

  it('refuse a key that is none as data', async () => {
    const { payments } = await shop();
    const { taskEither } = payments.withIdempotencyKey('');
    expect(await taskEither.createCustomer(contact)()).to.deep.equal(
      E.left({ _tag: 'InvalidIdempotencyKey' }),
    );
  });

  it('keep the keys of different scopes apart', async () => {
    const { payments } = await shop();
    const [one, other] = ['one', 'other'].map((scope) =>
      payments.withIdempotencyKey('order 42', { scope }),
    );
    const first = await one?.createCustomer(contact);
    const second = await other?.createCustomer(contact);
    expect(first?.id).not.to.equal(second?.id);
  });

  it('are known wherever store and secret are the same', async () => {
    const processor = createMemoryProcessor({ seed: 'keyed' });
    const idempotency = { store: createMemoryIdempotencyStore(), secret: 'a secret' };
    const [one, other] = [1, 2].map(() => createPayments({ processor, idempotency }));
    const first = await one?.withIdempotencyKey('order 42').createCustomer(contact);
    const second = await other?.withIdempotencyKey('order 42').createCustomer(contact);
    expect(second).to.deep.equal(first);
  });
});

type Change = readonly [
  call: keyof PaymentProcessor,
  run: (payments: KeyedPayments) => Promise<unknown>,
];

const changes: ReadonlyArray<Change> = [
  ['createCustomer', (payments) => payments.createCustomer(contact)],
  ['updateCustomer', (payments) => payments.updateCustomer({ customer: 'cus_1', name: 'Eva' })],
  ['deleteCustomer', (payments) => payments.deleteCustomer({ customer: 'cus_1' })],
  ['createCardToken', (payments) => payments.tokenizeCard(card)],
  ['createCard', (payments) => payments.assignCard({ customer: 'cus_1', source: 'tok_1' })],
  [
    'updateCustomer',
    (payments) => payments.setDefaultCard({ customer: 'cus_1', default_source: 'card_1' }),
  ],
  ['deleteCard', (payments) => payments.removeCard({ customer: 'cus_1', card: 'card_1' })],
  [
    'createPaymentIntent',
    (payments) =>
      payments.createPaymentIntent({ customer: 'cus_1', amount: 1, payment_method: 'card_1' }),
  ],
  ['confirmPaymentIntent', (payments) => payments.confirmPayment({ payment_intent: 'pi_1' })],
  ['capturePaymentIntent', (payments) => payments.capturePayment({ payment_intent: 'pi_1' })],
  ['cancelPaymentIntent', (payments) => payments.cancelPayment({ payment_intent: 'pi_1' })],
  ['createRefund', (payments) => payments.refundCharge({ charge: 'ch_1' })],
];

describe("what payments with an idempotency key give to the processor's calls", () => {
  for (const [call, run] of changes) {
    it(`a key of its own to ${call}: ${String(run).match(/\.(\w+)\(/)?.[1]}`, async () => {
      const processor = createMemoryProcessor({ seed: 1 });
      const given: Array<CallOptions> = [];
      const recorded = (_input: unknown, options: CallOptions = {}) => {
        given.push(options);
        return async () => E.left({ _tag: 'Unexpected', cause: null } as const);
      };
      const payments = createPayments({ processor: { ...processor, [call]: recorded } });
      const once = payments.withIdempotencyKey('order 42');
      await caught(run(once));
      await caught(run(once));
      const [first] = given;
      if (first === undefined) throw new Error('nothing was called');
      expect(first.idempotencyKey).to.match(/^[!-~]{32,255}$/);
      expect(first).not.to.have.property('inDoubtSince');
      expect(given).to.deep.equal([first, { ...first, inDoubtSince: given[1]?.inDoubtSince }]);
      expect(given[1]?.inDoubtSince).to.be.a('number');
    });
  }
});

describe('the operations that take an idempotency key (decision I1)', () => {
  it('are those of POST, PUT and DELETE with an API key', () => {
    for (const { operation, method, access, takesKey } of Object.values(api)) {
      expect(takesKey, operation).to.equal(method !== 'GET' && access === 'api-key');
    }
  });

  it('are all that a key offers', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    const changing = Object.values(api).flatMap((route) =>
      route.takesKey ? [route.operation] : [],
    );
    expect(keysOf(once.taskEither)).to.have.members(changing);
    expect(keysOf(once)).to.have.members([...changing, 'taskEither']);
  });
});
