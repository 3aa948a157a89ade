import { strict as assert } from 'node:assert';
import * as E from 'fp-ts/lib/Either.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import * as t from 'io-ts';
import { completeProcessor } from '../application/complete-processor.js';
import { mapTable } from '../application/map-table.js';
import {
  type CallOptions,
  type CardDetails,
  type PaymentProcessor,
  type ProcessorExtras,
  processorFunctions,
} from '../application/ports/payment-processor.js';
import { missingForFunction } from '../application/ports/processor-functions-by-feature.js';
import { List } from '../domain/input/list.js';
import { nullable, oneOf } from '../domain/input/primitives.js';
import { PaymentIntent } from '../domain/objects/payment-intent.js';
import type { ProcessorError } from '../domain/payment-error.js';
import { lacks, type ProcessorFeatures, processorFeatures } from '../domain/processor-feature.js';
import { holdsNoCardData } from './holds-no-card-data.js';

type AnyCall = (input: never, options?: CallOptions) => TE.TaskEither<ProcessorError, unknown>;

/** Codecs of replies, where a profile is stricter than the port. */
export type ReplyCodecs = { readonly [N in keyof PaymentProcessor]?: t.Mixed };

const IntentList = List(PaymentIntent);

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
    t.intersection([
      t.type({
        _tag: t.literal('CardError'),
        message: t.string,
        code: nullable(t.string),
        decline_code: nullable(t.string),
        param: nullable(t.string),
        charge: nullable(t.string),
        payment_intent: nullable(t.string),
      }),
      t.partial({ setup_intent: t.string }),
    ]),
    t.intersection([
      t.type({
        _tag: t.literal('ProcessorRefused'),
        status: t.Integer,
        message: t.string,
        code: nullable(t.string),
        param: nullable(t.string),
      }),
      t.partial({ decision: t.keyof({ final: null, turned_away: null, undecided: null }) }),
    ]),
    t.type({
      _tag: t.literal('ProcessorUnavailable'),
      outcome: t.union([t.literal('not_done'), t.literal('unknown')]),
      cause: t.unknown,
    }),
    t.type({ _tag: t.literal('ProcessorFailed'), status: t.Integer, cause: t.unknown }),
    t.type({ _tag: t.literal('ProcessorAuthenticationFailed'), cause: t.unknown }),
    t.type({
      _tag: t.literal('UnsupportedOperation'),
      operation: t.string,
      feature: oneOf(processorFeatures, 'The missing feature'),
    }),
    t.type({ _tag: t.literal('Unexpected'), cause: t.unknown }),
  ],
  'ProcessorError',
);

const namesItsCharge = (what: string, intent: PaymentIntent): void => {
  // A processor without lists of charges leaves them out.
  if (intent.charges === undefined) return;
  const wanted = [intent.latest_charge ?? []].flat();
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

const lacksWhatItRefuses = (
  what: string,
  error: ProcessorError,
  features: ProcessorFeatures,
): void => {
  if (error._tag !== 'UnsupportedOperation') return;
  assert.ok(
    lacks(features, error.feature),
    `${what}: UnsupportedOperation names a feature that the processor lacks, but it has ${error.feature}`,
  );
};

const intentsIn = (reply: unknown): ReadonlyArray<PaymentIntent> => {
  if (PaymentIntent.is(reply)) return [reply];
  return IntentList.is(reply) ? reply.data : [];
};

/**
 * Wraps a processor and checks every reply: objects and errors have the port's shape, an intent
 * comes with its latest charge, only a missing feature makes an operation unsupported, and no card number or security code that was
 * sent comes back.
 */
export const checkedProcessor = (
  processor: Partial<PaymentProcessor> & ProcessorExtras,
  replies: ReplyCodecs = {},
): PaymentProcessor => {
  const { features = {} } = processor;
  const complete = completeProcessor(processor);
  const sent: Array<CardDetails> = [];

  const check = (name: string, codec: t.Mixed, outcome: E.Either<ProcessorError, unknown>) => {
    if (E.isRight(outcome)) {
      holdsNoCardData(`the answer of ${name}`, outcome.right, sent);
      conforms(`the answer of ${name}`, codec, outcome.right);
      for (const intent of intentsIn(outcome.right)) namesItsCharge(name, intent);
    } else {
      holdsNoCardData(`the error of ${name}`, outcome.left, sent);
      conforms(`the error of ${name}`, ProcessorErrorCodec, outcome.left);
      statusFits(name, outcome.left);
      lacksWhatItRefuses(name, outcome.left, features);
    }
  };

  return mapTable<PaymentProcessor, { readonly reply: t.Mixed }>(
    processorFunctions,
    ({ reply }, name) => {
      const isThere =
        typeof processor[name] === 'function' || missingForFunction(features, name) !== undefined;
      const call: AnyCall = complete[name];
      return (...args: Parameters<AnyCall>): ReturnType<AnyCall> => {
        assert.ok(isThere, `the processor has no function ${name}`);
        if (name === 'createCardToken') sent.push(args[0]);
        // Called with its `this`: an adapter may be an instance of a class.
        const task = call.apply(complete, args);
        assert.equal(typeof task, 'function', `${name} must return a TaskEither (a function)`);
        return async () => {
          const outcome = await task();
          check(name, replies[name] ?? reply, outcome);
          return outcome;
        };
      };
    },
  );
};
