import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { api } from '../../../src/adapters/inbound/http/api.js';
import { createMemoryProcessor } from '../../../src/adapters/outbound/memory/memory-processor.js';
import { createMemoryIdempotencyStore } from '../../../src/adapters/outbound/memory/stores/memory-idempotency-store.js';
import { bindUseCases, type KeyedUseCases } from '../../../src/application/facade/bind.js';
import { createFacade, type KeyedPayments } from '../../../src/application/facade/payments.js';
import type {
  CallOptions,
  PaymentProcessor,
} from '../../../src/application/ports/payment-processor.js';
import {
  isPaymentError,
  type ThrownPaymentError,
} from '../../../src/application/thrown-payment-error.js';
import { describePaymentError } from '../../../src/domain/payment-error-facts.js';
import { createPayments } from '../../../src/infrastructure/create-payments.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { noKeys } from '../../support/idempotency/no-keys.js';
import { seed } from '../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../support/inputs/usual-fields-check.js';
import { keysOf } from '../../support/json/keys-of.js';
import { cardYear } from '../../support/processors/card-year.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { customer: ada } = processorObjects;

const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

const paymentsOver = (parts: Partial<PaymentProcessor>) =>
  createFacade(bindUseCases({ ...explodingDependencies, ...parts }), noKeys, usualFieldsCheck);

const noUseCases = (): KeyedUseCases => {
  const none: Omit<KeyedUseCases, 'refused'> = JSON.parse('{}');
  return { ...none, refused: T.of };
};

const counting = () => {
  let calls = 0;
  const createCustomer: PaymentProcessor['createCustomer'] = () =>
    TE.fromIO(() => {
      calls += 1;
      return ada;
    });
  return { createCustomer, calls: () => calls };
};

const rejectionOf = async (promise: Promise<unknown>): Promise<ThrownPaymentError> => {
  try {
    await promise;
  } catch (caught) {
    if (isPaymentError(caught)) return caught;
    throw caught;
  }
  throw new Error('the promise was kept');
};

describe('payments as TaskEither', () => {
  it('do nothing before they run, and the work at each run', async () => {
    const { createCustomer, calls } = counting();
    const create = paymentsOver({ createCustomer }).taskEither.createCustomer(contact);
    expect(calls()).to.equal(0);
    expect(await create()).to.deep.equal(E.right(ada));
    expect(await create()).to.deep.equal(E.right(ada));
    expect(calls()).to.equal(2);
  });

  it('treat null, a possible JSON body, as no input', async () => {
    const outcome = await paymentsOver({}).taskEither.createCustomer(JSON.parse('null'))();
    expect(outcome).to.deep.equal(
      E.left({
        _tag: 'MissingInput',
        required: ['email', 'name', 'phone'],
        fields: ['email', 'name', 'phone'],
      }),
    );
  });

  it('do not call the processor with invalid input', async () => {
    const outcome = await paymentsOver({}).taskEither.createCustomer({ ...contact, name: ' ' })();
    expect(outcome).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['email', 'name', 'phone'], fields: ['name'] }),
    );
  });

  it('refuse an unknown field where money moves, and suggest the nearest one', async () => {
    const { taskEither } = paymentsOver({});
    const refund = JSON.parse('{"charge": "ch_1", "ammount": 500}');
    const useCases = bindUseCases(explodingDependencies);
    const { withIdempotencyKey } = createFacade(useCases, noUseCases, usualFieldsCheck);
    const refused = E.left({
      _tag: 'UnknownFields',
      fields: [{ name: 'ammount', nearest: 'amount' }],
    });
    expect(await taskEither.refundCharge(refund)()).to.deep.equal(refused);
    expect(await withIdempotencyKey('k').taskEither.refundCharge(refund)()).to.deep.equal(refused);
  });

  it('accept an unknown field elsewhere, and an undefined one everywhere', async () => {
    const { refund } = processorObjects;
    const deps = { createCustomer: () => TE.right(ada), createRefund: () => TE.right(refund) };
    const { taskEither } = paymentsOver(deps);
    const typo = { ...contact, emial: 'x' };
    expect(await taskEither.createCustomer(typo)()).to.deep.equal(E.right(ada));
    const absent = { charge: 'ch_1', ammount: undefined };
    expect(await taskEither.refundCharge(absent)()).to.deep.equal(E.right(refund));
  });

  const misread: ReadonlyArray<readonly [input: string, message: string]> = [
    [
      '{"amount": 19.99}',
      "amount must be text in whole units of the currency, not a number: for 19.99 EUR: amount: '19.99' or amount_minor: 1999",
    ],
    [
      '{"amount": 20}',
      "amount must be text in whole units of the currency, not a number: for 20.00 EUR: amount: '20.00' or amount_minor: 2000; for 0.20 EUR: amount: '0.20' or amount_minor: 20",
    ],
    [
      '{"amount": "1.005"}',
      "amount must be text in whole units of the currency with at most two decimals, such as '19.99': 1.005 was read as 1.005 whole units",
    ],
    [
      '{"amount": "-5"}',
      'amount must be greater than 0, in whole units of the currency: -5 was read as -5 whole units',
    ],
    [
      '{"amount_minor": 0}',
      'amount_minor must be greater than 0, in minor units of the currency, such as cents: 0 was read as 0 minor units',
    ],
    [
      '{"amount_minor": 19.99}',
      'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR: 19.99 was read as 19.99 minor units',
    ],
    [
      '{"amount": "5", "amount_minor": 500}',
      'amount and amount_minor cannot be used together: pass one of them',
    ],
    [
      '{"amount": null}',
      "amount must be text in whole units of the currency with at most two decimals, such as '19.99': received null",
    ],
    [
      '{"amount": "6,95"}',
      `amount must be text in whole units of the currency with at most two decimals, such as '19.99': received "6,95"`,
    ],
    [
      '{"amount_minor": "1999"}',
      'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR, not text: received "1999"',
    ],
    [
      '{"amount_minor": "nineteen"}',
      'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR, not text',
    ],
    [
      '{"amount_minor": true}',
      'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR: received true',
    ],
  ];
  for (const [amount, message] of misread) {
    it(`refuse ${amount} of a refund or a capture, with its unit (decision P19)`, async () => {
      const { taskEither } = paymentsOver({});
      for (const refused of [
        taskEither.refundCharge({ charge: 'ch_1', ...JSON.parse(amount) }),
        taskEither.capturePayment({ payment_intent: 'pi_1', ...JSON.parse(amount) }),
      ]) {
        const outcome = await refused();
        expect(E.isLeft(outcome) && describePaymentError(outcome.left)).to.equal(message);
      }
    });
  }

  it('refuse an amount of a creation with its unit and its currency (decision P19)', async () => {
    const { taskEither } = paymentsOver({});
    const order = { customer: 'cus_1', payment_method: 'pm_1' };
    for (const [fields, message] of [
      [
        '{"amount": 500, "currency": "jpy"}',
        "amount must be text in whole units of the currency, not a number: for 500 JPY: amount: '500' or amount_minor: 500",
      ],
      [
        '{"amount": "19.99", "currency": "jpy"}',
        'amount must be an amount in whole units without decimals in this currency, such as 1000: 19.99 was read as 19.99 JPY',
      ],
      [
        '{"amount_minor": "1999"}',
        'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR, not text: received "1999"',
      ],
      ['{}', 'customer, amount and payment_method are required: amount is missing or blank'],
    ] as const) {
      const outcome = await taskEither.createPaymentIntent({ ...order, ...JSON.parse(fields) })();
      expect(E.isLeft(outcome) && describePaymentError(outcome.left)).to.equal(message);
    }
  });

  it('say which amount is undefined, in a creation and in a refund', async () => {
    const { taskEither } = paymentsOver({});
    const order = Object.assign(JSON.parse('{"customer": "cus_1", "payment_method": "pm_1"}'), {
      amount: undefined,
    });
    const refund = Object.assign(JSON.parse('{"charge": "ch_1"}'), { amount_minor: undefined });
    for (const [refused, message] of [
      [
        taskEither.createPaymentIntent(order),
        'customer, amount and payment_method are required: amount is missing or blank',
      ],
      [
        taskEither.refundCharge(refund),
        'amount_minor must be an integer in the minor unit of the currency, such as 1999 for 19.99 EUR: received undefined',
      ],
    ] as const) {
      const outcome = await refused();
      expect(E.isLeft(outcome) && describePaymentError(outcome.left)).to.equal(message);
    }
  });

  it('end with the result or the error of the processor', async () => {
    const { CardError } = paymentErrors;
    const { taskEither } = paymentsOver({ createRefund: () => TE.left(CardError) });
    expect(await taskEither.refundCharge({ charge: 'ch_1' })()).to.deep.equal(E.left(CardError));
  });

  const defects: ReadonlyArray<readonly [string, PaymentProcessor['createCustomer']]> = [
    [
      'throws when it is called',
      () => {
        throw new Error('a defect');
      },
    ],
    [
      'throws when its task runs',
      () => () => {
        throw new Error('a defect');
      },
    ],
    ['rejects', () => () => Promise.reject(new Error('a defect'))],
  ];
  for (const [name, createCustomer] of defects) {
    it(`end with Unexpected and its cause when a processor ${name}`, async () => {
      const outcome = await paymentsOver({ createCustomer }).taskEither.createCustomer(contact)();
      expect(outcome).to.have.nested.property('left._tag', 'Unexpected');
      expect(outcome).to.have.nested.property('left.cause.message', 'a defect');
    });
  }

  it('never throw or reject, whatever the input', async () => {
    const { taskEither } = paymentsOver({});
    const inputs = fc.record({
      customer: fc.string(),
      amount: fc.string(),
      payment_method: fc.string(),
      return_url: fc.string(),
    });
    await fc.assert(
      fc.asyncProperty(inputs, async (written) => {
        expect(await taskEither.createPaymentIntent(written)()).to.have.property('_tag', 'Left');
      }),
      { seed, numRuns: 500 },
    );
  });
});

describe('payments as promises', () => {
  it('resolve with the result', async () => {
    const { createCustomer } = counting();
    expect(await paymentsOver({ createCustomer }).createCustomer(contact)).to.equal(ada);
  });

  it('start immediately', async () => {
    const { createCustomer, calls } = counting();
    const created = paymentsOver({ createCustomer }).createCustomer(contact);
    await created;
    expect(calls()).to.equal(1);
  });

  it('need no input if no field is required', async () => {
    const list = processorObjects.listOf(ada);
    const { listCustomers } = paymentsOver({ listCustomers: () => TE.right(list) });
    expect(await listCustomers()).to.equal(list);
  });

  it('pass a key for the processor on to it', async () => {
    const keys: Array<unknown> = [];
    const { createCustomer } = paymentsOver({
      createCustomer: (_fields, options) => {
        keys.push(options);
        return TE.right(ada);
      },
    });
    await createCustomer(contact, { processorIdempotencyKey: 'key-1' });
    expect(keys).to.deep.equal([{ idempotencyKey: 'key-1' }]);
  });

  it('reject incomplete input with an error that names the missing fields', async () => {
    const error = await rejectionOf(paymentsOver({}).confirmPayment({ payment_intent: '' }));
    expect(error).to.be.instanceOf(Error);
    expect(error._tag).to.equal('MissingInput');
    expect(error.message).to.equal('payment_intent is required');
  });

  it('reject with the facts of a decline, which a switch on its tag can read', async () => {
    const { confirmPayment } = paymentsOver({
      confirmPaymentIntent: () => TE.left(paymentErrors.CardError),
    });
    const error = await rejectionOf(confirmPayment({ payment_intent: 'pi_1' }));
    expect(error._tag === 'CardError' && error.decline_code).to.equal('insufficient_funds');
    expect(error._tag === 'CardError' && error.payment_intent).to.equal('pi_1');
    expect(error.code).to.equal('insufficient_funds');
    expect(error.message).to.equal('Your card has insufficient funds.');
  });

  it('reject with Unexpected when a processor throws', async () => {
    const error = await rejectionOf(paymentsOver({}).createCustomer(contact));
    expect(error._tag).to.equal('Unexpected');
    expect(error.message).to.equal(
      'An unexpected error occurred, so the operation may have been done: see the cause',
    );
    expect(error.cause).to.have.property('message', 'createCustomer must not be called here');
  });
});

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
  it('are made once, and a repetition gets the first answer again', async () => {
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

  it('repeat a decline too', async () => {
    const { payments, customer } = await shop();
    const pay = () =>
      payments.withIdempotencyKey('order 42').createPaymentIntent({
        customer,
        amount: '10',
        payment_method: 'pm_card_visa_chargeDeclinedLostCard',
        confirm: true,
      });
    const declined = await caught(pay());
    expect(declined).to.include({ _tag: 'CardError', decline_code: 'lost_card' });
    expect(await caught(pay())).to.deep.equal(declined);
    expect((await payments.listPayments({ customer })).data).to.have.length(1);
  });

  it('refuse the key of another request', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    await once.createCustomer(contact);
    expect(await caught(once.createCustomer({ ...contact, name: 'Eva' }))).to.include({
      _tag: 'IdempotencyKeyReused',
      code: 'idempotency_key_reuse',
    });
  });

  it('as a TaskEither do nothing before it runs, and the work once however often it runs', async () => {
    const { payments } = await shop();
    const { taskEither } = payments.withIdempotencyKey('order 42');
    const create = taskEither.createCustomer(contact);
    expect((await payments.listCustomers()).data).to.have.length(1);
    const [first, second] = [await create(), await create()];
    expect(E.isRight(first)).to.equal(true);
    expect(second).to.deep.equal(first);
    expect((await payments.listCustomers()).data).to.have.length(2);
  });

  it('do not store the key of a request whose input is refused', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    expect(await caught(once.createCustomer({ ...contact, name: '' }))).to.include({
      _tag: 'MissingInput',
    });
    expect(await once.createCustomer(contact)).to.include({ name: 'Ada' });
  });

  it('take a key without the spaces around it, as HTTP does', async () => {
    const { payments } = await shop();
    const { id } = await payments.withIdempotencyKey('order 42').createCustomer(contact);
    const again = await payments.withIdempotencyKey(' order 42 ').createCustomer(contact);
    expect(again.id).to.equal(id);
  });

  it('refuse an invalid key as data', async () => {
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

  it('are found by every instance with the same store and secret', async () => {
    const processor = createMemoryProcessor({ seed: 'keyed' });
    const options = {
      processor,
      stores: { idempotencyStore: createMemoryIdempotencyStore() },
      idempotencySecret: 'a secret',
    };
    const [one, other] = [1, 2].map(() => createPayments(options));
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
      payments.createPaymentIntent({ customer: 'cus_1', amount: '1', payment_method: 'card_1' }),
  ],
  ['confirmPaymentIntent', (payments) => payments.confirmPayment({ payment_intent: 'pi_1' })],
  ['capturePaymentIntent', (payments) => payments.capturePayment({ payment_intent: 'pi_1' })],
  ['cancelPaymentIntent', (payments) => payments.cancelPayment({ payment_intent: 'pi_1' })],
  ['createRefund', (payments) => payments.refundCharge({ charge: 'ch_1' })],
];

describe("payments with an idempotency key give the processor's calls", () => {
  for (const [call, run] of changes) {
    it(`a key of its own to ${call}: ${String(run).match(/\.(\w+)\(/)?.[1]}`, async () => {
      const processor = createMemoryProcessor({ seed: 1 });
      const given: Array<CallOptions> = [];
      const recorded = (_input: unknown, { beforeAttempt, ...options }: CallOptions = {}) => {
        expect(beforeAttempt).to.be.a('function');
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
  it('are the POST, PUT and DELETE routes with an API key', () => {
    for (const { operation, method, access, takesKey } of Object.values(api)) {
      expect(takesKey, operation).to.equal(method !== 'GET' && access !== 'signature');
    }
  });

  it('are the functions of withIdempotencyKey', async () => {
    const { payments } = await shop();
    const once = payments.withIdempotencyKey('order 42');
    const changing = Object.values(api).flatMap((route) =>
      route.takesKey ? [route.operation] : [],
    );
    expect(keysOf(once.taskEither)).to.have.members(changing);
    expect(keysOf(once)).to.have.members([...changing, 'taskEither']);
  });
});
