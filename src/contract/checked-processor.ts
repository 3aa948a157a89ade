import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import type { CardDetails, PaymentProcessor } from '../application/ports/payment-processor.js';
import { Card, CardToken, DeletedCard } from '../domain/card.js';
import { Customer, DeletedCustomer } from '../domain/customer.js';
import { List } from '../domain/list.js';
import type { ProcessorError } from '../domain/payment-error.js';
import { PaymentIntent } from '../domain/payment-intent.js';
import { nullable } from '../domain/primitives.js';
import { Refund } from '../domain/refund.js';
import { holdsNoCardData } from './holds-no-card-data.js';

/** Asserts that a value fits a codec. The message names paths, never values: they may be secret. */
const conforms = (what: string, codec: t.Mixed, value: unknown): void => {
  const decoded = codec.decode(value);
  if (E.isRight(decoded)) return;
  const paths = decoded.left.map(
    ({ context }) =>
      `${context.map(({ key }) => key).join('.') || '(itself)'}: ${context.at(-1)?.type.name}`,
  );
  assert.fail(`${what} is not a valid ${codec.name}: these parts are wrong: ${paths.join('; ')}`);
};

/** The shape of `ProcessorError`. */
const ProcessorErrorCodec = t.union(
  [
    t.type({
      _tag: t.literal('CardError'),
      message: t.string,
      code: nullable(t.string),
      declineCode: nullable(t.string),
      param: nullable(t.string),
      charge: nullable(t.string),
      paymentIntent: nullable(t.string),
    }),
    t.type({
      _tag: t.literal('ProcessorRefused'),
      status: t.Integer,
      message: t.string,
      code: nullable(t.string),
      param: nullable(t.string),
    }),
    t.type({
      _tag: t.literal('ProcessorUnavailable'),
      outcome: t.union([t.literal('not_done'), t.literal('unknown')]),
      cause: t.unknown,
    }),
    t.type({ _tag: t.literal('ProcessorFailed'), status: t.Integer, cause: t.unknown }),
    t.type({ _tag: t.literal('ProcessorAuthenticationFailed'), cause: t.unknown }),
    t.type({ _tag: t.literal('Unexpected'), cause: t.unknown }),
  ],
  'ProcessorError',
);

const namesItsCharge = (what: string, intent: PaymentIntent): void => {
  const wanted = intent.latest_charge === null ? [] : [intent.latest_charge];
  const held = intent.charges.data.map(({ id }) => id);
  assert.deepEqual(
    held,
    wanted,
    `${what}: charges must hold the charge that latest_charge names, and no other (decision P7)`,
  );
};

const statusFits = (what: string, error: ProcessorError): void => {
  if (error._tag === 'ProcessorRefused') {
    const fits = error.status >= 400 && error.status < 500;
    assert.ok(fits, `${what}: the status of a ProcessorRefused is 4xx, not ${error.status}`);
  }
  if (error._tag === 'ProcessorFailed') {
    assert.ok(
      error.status >= 500,
      `${what}: the status of a ProcessorFailed is 5xx, not ${error.status}`,
    );
  }
};

/**
 * Wraps a processor and checks every answer: objects and errors have the port's shape, an intent
 * comes with its latest charge, and no card number or security code that was sent comes back.
 */
export const checkedProcessor = (processor: PaymentProcessor): PaymentProcessor => {
  const sent: Array<CardDetails> = [];

  const checked =
    <Args extends Array<unknown>, A>(
      name: keyof PaymentProcessor,
      call: (...args: Args) => TE.TaskEither<ProcessorError, A>,
      codec: t.Mixed,
      check: (what: string, answer: A) => void = () => undefined,
    ) =>
    (...args: Args): TE.TaskEither<ProcessorError, A> => {
      assert.equal(typeof call, 'function', `the processor has no function ${name}`);
      // Called with its `this`: an adapter may be an instance of a class.
      const task = call.apply(processor, args);
      assert.equal(typeof task, 'function', `${name} must return a TaskEither (a function)`);
      return async () => {
        const outcome = await task();
        if (E.isRight(outcome)) {
          holdsNoCardData(`the answer of ${name}`, outcome.right, sent);
          conforms(`the answer of ${name}`, codec, outcome.right);
          check(name, outcome.right);
        } else {
          holdsNoCardData(`the error of ${name}`, outcome.left, sent);
          conforms(`the error of ${name}`, ProcessorErrorCodec, outcome.left);
          statusFits(name, outcome.left);
        }
        return outcome;
      };
    };

  const intent = <Args extends Array<unknown>>(
    name: keyof PaymentProcessor,
    call: (...args: Args) => TE.TaskEither<ProcessorError, PaymentIntent>,
  ) => checked(name, call, PaymentIntent, namesItsCharge);

  const tokenized = checked('createCardToken', processor.createCardToken, CardToken);

  return {
    createCustomer: checked('createCustomer', processor.createCustomer, Customer),
    retrieveCustomer: checked(
      'retrieveCustomer',
      processor.retrieveCustomer,
      t.union([DeletedCustomer, Customer]),
    ),
    listCustomers: checked('listCustomers', processor.listCustomers, List(Customer)),
    updateCustomer: checked('updateCustomer', processor.updateCustomer, Customer),
    deleteCustomer: checked('deleteCustomer', processor.deleteCustomer, DeletedCustomer),
    createCardToken: (details, options) => {
      sent.push(details);
      return tokenized(details, options);
    },
    createCard: checked('createCard', processor.createCard, Card),
    listCards: checked('listCards', processor.listCards, List(Card)),
    deleteCard: checked('deleteCard', processor.deleteCard, DeletedCard),
    createPaymentIntent: intent('createPaymentIntent', processor.createPaymentIntent),
    retrievePaymentIntent: intent('retrievePaymentIntent', processor.retrievePaymentIntent),
    listPaymentIntents: checked(
      'listPaymentIntents',
      processor.listPaymentIntents,
      List(PaymentIntent),
      (what, { data }) => {
        for (const one of data) namesItsCharge(what, one);
      },
    ),
    confirmPaymentIntent: intent('confirmPaymentIntent', processor.confirmPaymentIntent),
    capturePaymentIntent: intent('capturePaymentIntent', processor.capturePaymentIntent),
    cancelPaymentIntent: intent('cancelPaymentIntent', processor.cancelPaymentIntent),
    createRefund: checked('createRefund', processor.createRefund, Refund),
    retrieveRefund: checked('retrieveRefund', processor.retrieveRefund, Refund),
    listRefunds: checked('listRefunds', processor.listRefunds, List(Refund)),
  };
};
