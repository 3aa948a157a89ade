import { expect } from 'chai';
import * as E from 'fp-ts/lib/Either.js';
import {
  decodeSupported,
  unsupportedFields,
  unsupportedOperation,
} from '../../src/application/unsupported-operations.js';
import { type OperationName, operations } from '../../src/application/use-cases.js';
import { decodeInput } from '../../src/domain/input/input.js';
import { type ProcessorFeature, processorFeatures } from '../../src/domain/processor-feature.js';
import { keysOf } from '../support/json/keys-of.js';

/** By hand: the operations, and the fields, that are not available without a feature alone. */
const table: {
  readonly [F in ProcessorFeature]: {
    readonly operations: ReadonlyArray<OperationName>;
    readonly fields: ReadonlyArray<string>;
  };
} = {
  customers: {
    operations: [
      'createCustomer',
      'getCustomer',
      'listCustomers',
      'updateCustomer',
      'deleteCustomer',
      'assignCard',
      'listCards',
      'setDefaultCard',
      'removeCard',
      'listPayments',
      'createSetupIntent',
      'confirmSetupIntent',
      'getSetupIntent',
      'cancelSetupIntent',
    ],
    fields: [
      'updatePayment.customer',
      'createPaymentIntent.customer',
      'createCheckoutSession.customer',
      'createCheckoutSession.customer_creation',
    ],
  },
  savedCards: {
    operations: ['assignCard', 'listCards', 'setDefaultCard', 'removeCard'],
    fields: [
      'createPaymentIntent.setup_future_usage',
      'updatePayment.setup_future_usage',
      'createCheckoutSession.setup_future_usage',
      'createPaymentIntent.off_session',
      'confirmPayment.off_session',
    ],
  },
  cardTokens: { operations: ['tokenizeCard'], fields: [] },
  lists: { operations: ['listCustomers', 'listPayments', 'listRefunds'], fields: [] },
  setupIntents: {
    operations: ['createSetupIntent', 'confirmSetupIntent', 'getSetupIntent', 'cancelSetupIntent'],
    fields: [],
  },
  checkout: {
    operations: ['createCheckoutSession', 'getCheckoutSession', 'expireCheckoutSession'],
    fields: [],
  },
  capture: {
    operations: ['capturePayment'],
    fields: [
      'updatePayment.capture_method',
      'createPaymentIntent.capture_method',
      'createCheckoutSession.capture_method',
    ],
  },
  partialRefunds: {
    operations: [],
    fields: ['refundCharge.amount', 'refundCharge.amount_minor'],
  },
  confirmOnCreation: {
    operations: [],
    fields: ['createPaymentIntent.confirm', 'createSetupIntent.confirm'],
  },
  redirects: {
    operations: [],
    fields: [
      'createPaymentIntent.return_url',
      'confirmPayment.return_url',
      'createSetupIntent.return_url',
      'confirmSetupIntent.return_url',
    ],
  },
  methodChoice: {
    operations: [],
    fields: [
      'createPaymentIntent.payment_methods',
      'createSetupIntent.payment_methods',
      'updatePayment.payment_methods',
      'createCheckoutSession.payment_methods',
    ],
  },
  updates: { operations: ['updatePayment'], fields: [] },
  ledgers: {
    operations: ['listCharges', 'listAllRefunds'],
    fields: ['listPayments.created_from', 'listPayments.created_to'],
  },
  balance: {
    operations: ['getBalance', 'listBalanceTransactions', 'listPayouts', 'listPayoutTransactions'],
    fields: [],
  },
  disputes: { operations: ['listDisputes', 'submitDisputeEvidence', 'closeDispute'], fields: [] },
  confirmationTokens: {
    operations: [],
    fields: [
      'createPaymentIntent.confirmation_token',
      'createPaymentIntent.mandate',
      'confirmPayment.confirmation_token',
      'confirmPayment.mandate',
      'createSetupIntent.confirmation_token',
      'createSetupIntent.mandate',
      'confirmSetupIntent.confirmation_token',
      'confirmSetupIntent.mandate',
    ],
  },
};

const names = keysOf(operations);

describe('a processor without a feature', () => {
  for (const feature of processorFeatures) {
    it(`has not the operations and fields that need ${feature}`, () => {
      const features = { [feature]: false };
      expect(
        names.filter((name) => unsupportedOperation(features, name) !== undefined),
      ).to.have.members(table[feature].operations);
      for (const operation of table[feature].operations) {
        expect(unsupportedOperation(features, operation)).to.deep.equal({
          _tag: 'UnsupportedOperation',
          operation,
          feature,
        });
      }
      expect(
        names.flatMap((name) =>
          unsupportedFields(features, name).map((field) => `${name}.${field}`),
        ),
      ).to.have.members(table[feature].fields);
    });
  }

  it('has all others, and with all features has everything', () => {
    const all = Object.fromEntries(processorFeatures.map((feature) => [feature, true]));
    for (const features of [{}, all]) {
      for (const name of names) {
        expect(unsupportedOperation(features, name)).to.equal(undefined);
        expect(unsupportedFields(features, name)).to.deep.equal([]);
      }
    }
  });

  it('takes a payment method with saved cards or card tokens, and not without both', () => {
    const both = { savedCards: false, cardTokens: false };
    for (const name of ['createPaymentIntent', 'confirmPayment', 'createSetupIntent'] as const) {
      expect(unsupportedFields(both, name)).to.include('payment_method');
    }
  });
});

describe('the input of createPaymentIntent for a processor', () => {
  const decode = (features: Parameters<typeof decodeSupported>[0], raw: object) =>
    decodeSupported(features, 'createPaymentIntent', (without) =>
      decodeInput(operations.createPaymentIntent.input, undefined, undefined, without),
    )({ ...raw });
  const alone = { customers: false, savedCards: false, cardTokens: false };
  const missing = (required: ReadonlyArray<string>, absent: ReadonlyArray<string>) => ({
    _tag: 'MissingInput',
    required,
    fields: absent,
  });
  const unsupported = (feature: ProcessorFeature, field: string) => ({
    _tag: 'UnsupportedOperation',
    operation: 'createPaymentIntent',
    feature,
    field,
  });

  it('is the amount alone without customers and cards', () => {
    expect(decode(alone, { amount_minor: 1999, description: 'A' })).to.deep.equal(
      E.right({ amount_minor: 1999, description: 'A' }),
    );
    expect(decode(alone, {})).to.deep.equal(E.left(missing(['amount'], ['amount'])));
  });

  it('needs the fields of the features that the processor has', () => {
    expect(decode({}, { amount_minor: 1 })).to.deep.equal(
      E.left(missing(['customer', 'amount', 'payment_method'], ['customer', 'payment_method'])),
    );
    expect(decode({ customers: false }, { amount_minor: 1 })).to.deep.equal(
      E.left(missing(['amount', 'payment_method'], ['payment_method'])),
    );
    expect(decode({ savedCards: false, cardTokens: false }, { amount_minor: 1 })).to.deep.equal(
      E.left(missing(['customer', 'amount'], ['customer'])),
    );
  });

  const paying = { customer: 'cus_1', payment_method: 'pm_1', amount_minor: 1 };
  for (const [feature, field, refused, taken] of [
    ['capture', 'capture_method', ['manual'], ['automatic', 'automatic_async']],
    ['confirmOnCreation', 'confirm', [true], [false]],
    ['savedCards', 'off_session', [true], [false]],
    ['savedCards', 'setup_future_usage', ['on_session', 'off_session'], []],
    ['redirects', 'return_url', ['https://shop.example'], []],
  ] as const) {
    it(`has no ${field} without ${feature}, unless it asks for nothing`, () => {
      for (const value of refused) {
        const outcome = decode({ [feature]: false }, { ...paying, [field]: value });
        expect(outcome).to.deep.equal(E.left(unsupported(feature, field)));
        expect(E.isRight(decode({}, { ...paying, [field]: value }))).to.equal(true);
      }
      for (const value of taken) {
        const outcome = decode({ [feature]: false }, { ...paying, [field]: value });
        expect(E.isRight(outcome)).to.equal(true);
      }
    });
  }

  it('has no customer and no payment method where the processor takes none', () => {
    expect(decode({ customers: false }, paying)).to.deep.equal(
      E.left(unsupported('customers', 'customer')),
    );
    expect(decode(alone, { payment_method: 'pm_1', amount_minor: 1 })).to.deep.equal(
      E.left(unsupported('savedCards', 'payment_method')),
    );
  });
});
