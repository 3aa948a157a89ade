import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import { completeProcessor } from '../../src/application/complete-processor.js';
import { operations } from '../../src/application/use-cases.js';
import { ChargeId, PaymentIntentId } from '../../src/domain/ids.js';
import type { ProcessorFeature } from '../../src/domain/processor-feature.js';
import { createPayments } from '../../src/infrastructure/create-payments.js';
import { decoded } from '../support/inputs/decoded.js';
import { keysOf } from '../support/json/keys-of.js';
import { redirectProcessor } from '../support/processors/redirect-processor.js';

type Given = Readonly<Record<string, unknown>>;
type AnyCall = (input: Given) => TE.TaskEither<unknown, Given>;

const shop = () => {
  const { processor, created } = redirectProcessor();
  const payments = createPayments({ processor, idempotency: {} });
  // By name, with inputs that the types refuse.
  const call = (name: string, input: Given, facade: object = payments.taskEither) => {
    const run: AnyCall = Reflect.get(facade, name);
    return run(input)();
  };
  const underKey = (key: string, name: string, input: Given) =>
    call(name, input, payments.withIdempotencyKey(key).taskEither);
  return { payments, created, call, underKey };
};

const unsupported = (operation: string, feature: ProcessorFeature, field?: string) =>
  E.left({
    _tag: 'UnsupportedOperation',
    operation,
    feature,
    ...(field === undefined ? {} : { field }),
  });

describe('payments over a processor with few features', () => {
  it('are created with an amount alone, and wait for a form', async () => {
    const { call, created } = shop();
    const outcome = await call('createPaymentIntent', {
      amount: '19.99',
      return_url: 'https://shop.example/paid',
      metadata: { order: '42' },
    });
    expect(outcome).to.have.nested.property('right.next_action.type', 'post_form');
    expect(created).to.deep.equal([
      {
        amount: 1999,
        currency: 'eur',
        confirm: false,
        confirmation_method: 'manual',
        return_url: 'https://shop.example/paid',
        metadata: { order: '42' },
      },
    ]);
    expect(await call('getPayment', { payment_intent: '0042A1' })).to.have.nested.property(
      'right.status',
      'requires_action',
    );
  });

  it('name the operation and the missing feature, whatever the input', async () => {
    const { call } = shop();
    for (const [operation, feature] of [
      ['createCustomer', 'customers'],
      ['getCustomer', 'customers'],
      ['listCustomers', 'customers'],
      ['updateCustomer', 'customers'],
      ['deleteCustomer', 'customers'],
      ['tokenizeCard', 'cardTokens'],
      ['assignCard', 'customers'],
      ['listCards', 'customers'],
      ['setDefaultCard', 'customers'],
      ['removeCard', 'customers'],
      ['listPayments', 'customers'],
      ['capturePayment', 'capture'],
      ['createSetupIntent', 'customers'],
      ['confirmSetupIntent', 'customers'],
      ['getSetupIntent', 'customers'],
      ['cancelSetupIntent', 'customers'],
      ['listRefunds', 'lists'],
    ] as const) {
      for (const input of [{}, { customer: 'cus_1', misspelt: true }]) {
        expect(await call(operation, input)).to.deep.equal(unsupported(operation, feature));
      }
    }
  });

  it('refuse a part of a refund, and give back the whole', async () => {
    const { call } = shop();
    for (const amount of [{ amount: '5.00' }, { amount_minor: 500 }]) {
      const [field = ''] = Object.keys(amount);
      expect(await call('refundCharge', { charge: '0042A1', ...amount })).to.deep.equal(
        unsupported('refundCharge', 'partialRefunds', field),
      );
    }
    expect(await call('refundCharge', { charge: '0042A1' })).to.have.nested.property(
      'right.id',
      '0042A1-R',
    );
  });

  it('leave an idempotency key free that came with an unsupported operation', async () => {
    const { underKey, created } = shop();
    const paying = { amount: '19.99' };
    expect(await underKey('order-42', 'createCustomer', {})).to.deep.equal(
      unsupported('createCustomer', 'customers'),
    );
    expect(
      await underKey('order-42', 'createPaymentIntent', { ...paying, confirm: true }),
    ).to.deep.equal(unsupported('createPaymentIntent', 'confirmOnCreation', 'confirm'));
    expect(created).to.deep.equal([]);
    const paid = await underKey('order-42', 'createPaymentIntent', paying);
    expect(paid).to.have.nested.property('right.id', '0042A1');
    expect(await underKey('order-42', 'createPaymentIntent', paying)).to.deep.equal(paid);
    expect(created).to.have.lengthOf(1);
  });

  it('reject with an error that says so', async () => {
    const { payments } = shop();
    const error: unknown = await payments
      .listRefunds({ payment_intent: '0042A1' })
      .catch((thrown: unknown) => thrown);
    expect(error).to.include({
      _tag: 'UnsupportedOperation',
      code: 'unsupported_operation',
      feature: 'lists',
      message: 'listRefunds is not available with this processor, which lacks the feature lists',
    });
  });

  it('are not made over a processor without a function that its features need', () => {
    const { processor } = redirectProcessor();
    const { createRefund: _, ...others } = processor;
    const made = (given: object) => () => {
      Reflect.apply(createPayments, undefined, [{ processor: given }]);
    };
    expect(made(others)).to.throw(
      TypeError,
      /^createPayments: processor has no function createRefund$/,
    );
    const { lists: __, ...features } = processor.features;
    expect(made({ ...processor, features })).to.throw(
      TypeError,
      /^createPayments: processor has no function listRefunds$/,
    );
    expect(made({ ...processor, features: { ...processor.features, capture: true } })).to.throw(
      TypeError,
      /^createPayments: processor has no function capturePaymentIntent$/,
    );
  });
});

describe('a completed processor', () => {
  it('keeps its mode, and answers functions that it left out with the missing feature', async () => {
    const { processor } = redirectProcessor();
    const complete = completeProcessor({ ...processor, livemode: true });
    expect(complete.livemode).to.equal(true);
    expect(
      await complete.listRefunds({ payment_intent: decoded(PaymentIntentId, '1'), limit: 1 })(),
    ).to.deep.equal(unsupported('listRefunds', 'lists'));
    expect(await complete.createCustomer({})()).to.deep.equal(
      unsupported('createCustomer', 'customers'),
    );
  });

  it('calls the methods of an adapter that is a class with their instance', async () => {
    const { processor } = redirectProcessor();
    class Adapter {
      readonly features = processor.features;
      readonly #message = 'No such charge';
      retrieveCharge() {
        return TE.left({
          _tag: 'ProcessorRefused',
          status: 404,
          message: this.#message,
          code: 'resource_missing',
          param: null,
        } as const);
      }
    }
    const { retrieveCharge: _, ...others } = processor;
    const complete = completeProcessor(Object.assign(new Adapter(), others));
    expect(
      await complete.retrieveCharge({ charge: decoded(ChargeId, '1') })(),
    ).to.have.nested.property('left.message', 'No such charge');
  });
});

describe('the operations that a processor with few features has', () => {
  it('call only functions that it has', async () => {
    const { call } = shop();
    for (const name of keysOf(operations)) {
      const outcome = await call(name, {
        payment_intent: '0042A1',
        charge: '0042A1',
        amount: '1.00',
        event: 'evt_1',
        customer: 'cus_1',
        payload: '',
      });
      expect(JSON.stringify(outcome), name).not.to.include('Unexpected');
    }
  });
});
