import { expect } from 'chai';
import * as fc from 'fast-check';
import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { bindUseCases, type KeyedUseCases } from '../../../src/application/facade/bind.js';
import { payments } from '../../../src/application/facade/payments.js';
import type { PaymentProcessor } from '../../../src/application/ports/payment-processor.js';
import {
  asThrown,
  isPaymentError,
  type ThrownPaymentError,
} from '../../../src/application/thrown-payment-error.js';
import { describePaymentError } from '../../../src/domain/describe-payment-error.js';
import { paymentErrorCode } from '../../../src/domain/payment-error-code.js';
import { paymentErrors } from '../../support/errors/payment-errors.js';
import { noKeys } from '../../support/idempotency/no-keys.js';
import { seed } from '../../support/inputs/seed.js';
import { usualFieldsCheck } from '../../support/inputs/usual-fields-check.js';
import { explodingDependencies } from '../../support/processors/exploding-dependencies.js';
import { processorObjects } from '../../support/processors/processor-objects.js';

const { customer } = processorObjects;

const contact = { email: 'ada@example.com', name: 'Ada', phone: '+34600000000' };

const paymentsOver = (parts: Partial<PaymentProcessor>) =>
  payments(bindUseCases({ ...explodingDependencies, ...parts }), noKeys, usualFieldsCheck);

const noUseCases = (): KeyedUseCases => {
  const none: Omit<KeyedUseCases, 'refused'> = JSON.parse('{}');
  return { ...none, refused: T.of };
};

const counting = () => {
  let calls = 0;
  const createCustomer: PaymentProcessor['createCustomer'] = () =>
    TE.fromIO(() => {
      calls += 1;
      return customer;
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
  it('do nothing before they run, and the work as often as they run', async () => {
    const { createCustomer, calls } = counting();
    const create = paymentsOver({ createCustomer }).taskEither.createCustomer(contact);
    expect(calls()).to.equal(0);
    expect(await create()).to.deep.equal(E.right(customer));
    expect(await create()).to.deep.equal(E.right(customer));
    expect(calls()).to.equal(2);
  });

  it('take null, which a JSON body may be, for no input', async () => {
    const outcome = await paymentsOver({}).taskEither.createCustomer(JSON.parse('null'))();
    expect(outcome).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['email', 'name', 'phone'] }),
    );
  });

  it('do not call the processor with input that is refused', async () => {
    const outcome = await paymentsOver({}).taskEither.createCustomer({ ...contact, name: ' ' })();
    expect(outcome).to.deep.equal(
      E.left({ _tag: 'MissingInput', required: ['email', 'name', 'phone'] }),
    );
  });

  it('refuse an unknown field where money moves, and name the nearest one', async () => {
    const { taskEither } = paymentsOver({});
    const refund = JSON.parse('{"charge": "ch_1", "ammount": 500}');
    const useCases = bindUseCases(explodingDependencies);
    const { withIdempotencyKey } = payments(useCases, noUseCases, usualFieldsCheck);
    const refused = E.left({
      _tag: 'UnknownFields',
      fields: [{ name: 'ammount', nearest: 'amount' }],
    });
    expect(await taskEither.refundCharge(refund)()).to.deep.equal(refused);
    expect(await withIdempotencyKey('k').taskEither.refundCharge(refund)()).to.deep.equal(refused);
  });

  it('take an unknown field elsewhere, and one that is undefined everywhere', async () => {
    const { refund } = processorObjects;
    const deps = { createCustomer: () => TE.right(customer), createRefund: () => TE.right(refund) };
    const { taskEither } = paymentsOver(deps);
    const typo = { ...contact, emial: 'x' };
    expect(await taskEither.createCustomer(typo)()).to.deep.equal(E.right(customer));
    const absent = { charge: 'ch_1', ammount: undefined };
    expect(await taskEither.refundCharge(absent)()).to.deep.equal(E.right(refund));
  });

  it('end in what the processor ends in', async () => {
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
    it(`end in Unexpected, with its cause, when a processor ${name}`, async () => {
      const outcome = await paymentsOver({ createCustomer }).taskEither.createCustomer(contact)();
      expect(outcome).to.have.nested.property('left._tag', 'Unexpected');
      expect(outcome).to.have.nested.property('left.cause.message', 'a defect');
    });
  }

  it('answer any input as data: they never throw or reject', async () => {
    const { taskEither } = paymentsOver({});
    const inputs = fc.record({
      customer: fc.string(),
      amount: fc.oneof(fc.string(), fc.double()),
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
  it('give the result', async () => {
    const { createCustomer } = counting();
    expect(await paymentsOver({ createCustomer }).createCustomer(contact)).to.equal(customer);
  });

  it('start at once', async () => {
    const { createCustomer, calls } = counting();
    const created = paymentsOver({ createCustomer }).createCustomer(contact);
    await created;
    expect(calls()).to.equal(1);
  });

  it('need no input where none is required', async () => {
    const list = processorObjects.listOf(customer);
    const { listCustomers } = paymentsOver({ listCustomers: () => TE.right(list) });
    expect(await listCustomers()).to.equal(list);
  });

  it('pass the idempotency key on', async () => {
    const keys: Array<unknown> = [];
    const { createCustomer } = paymentsOver({
      createCustomer: (_fields, options) => {
        keys.push(options);
        return TE.right(customer);
      },
    });
    await createCustomer(contact, { idempotencyKey: 'key-1' });
    expect(keys).to.deep.equal([{ idempotencyKey: 'key-1' }]);
  });

  it('reject input with the error that says what is missing', async () => {
    const error = await rejectionOf(paymentsOver({}).confirmPayment({ payment_intent: '' }));
    expect(error).to.be.instanceOf(Error);
    expect(error._tag).to.equal('MissingInput');
    expect(error.message).to.equal('payment_intent es requerido');
  });

  it('reject with the facts of a decline, so that a switch on its tag knows them', async () => {
    const { confirmPayment } = paymentsOver({
      confirmPaymentIntent: () => TE.left(paymentErrors.CardError),
    });
    const error = await rejectionOf(confirmPayment({ payment_intent: 'pi_1' }));
    expect(error._tag === 'CardError' && error.declineCode).to.equal('insufficient_funds');
    expect(error._tag === 'CardError' && error.paymentIntent).to.equal('pi_1');
    expect(error.code).to.equal('insufficient_funds');
    expect(error.message).to.equal('Your card has insufficient funds.');
  });

  it('reject with Unexpected when a processor throws', async () => {
    const error = await rejectionOf(paymentsOver({}).createCustomer(contact));
    expect(error._tag).to.equal('Unexpected');
    expect(error.message).to.equal('Error interno del servidor');
    expect(error.cause).to.have.property('message', 'createCustomer must not be called here');
  });
});

describe('asThrown', () => {
  for (const error of Object.values(paymentErrors)) {
    it(`makes an Error of ${error._tag}, with its text, its code and all its facts`, () => {
      const thrown = asThrown(error);
      expect(thrown).to.be.instanceOf(Error);
      expect(thrown.name).to.equal('PaymentError');
      expect(thrown.message).to.equal(describePaymentError(error));
      expect(thrown.code).to.equal(paymentErrorCode(error));
      expect(thrown.stack).to.be.a('string');
      expect(thrown).to.include({ ...error, code: thrown.code });
      expect(isPaymentError(thrown)).to.equal(true);
    });
  }

  it('is the only source of what isPaymentError accepts', () => {
    const others: ReadonlyArray<unknown> = [
      new Error('x'),
      Object.assign(new Error('x'), { _tag: 'CardError', code: null }),
      { _tag: 'NotFound', resource: 'customer' },
      null,
      undefined,
      'CardError',
    ];
    for (const other of others) expect(isPaymentError(other)).to.equal(false);
  });
});
