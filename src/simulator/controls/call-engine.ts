import * as E from 'fp-ts/lib/Either.js';
import * as T from 'fp-ts/lib/Task.js';
import type * as TE from 'fp-ts/lib/TaskEither.js';
import { chargesOf } from '../../adapters/outbound/stripe-objects/intent-charges.js';
import { decisionField } from '../../adapters/outbound/stripe-objects/refusal-decision.js';
import type { CallOptions } from '../../application/ports/payment-processor.js';
import type { PaymentIntent } from '../../domain/objects/payment-intent.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import { redact } from '../../domain/text/redact.js';
import type { Engine } from '../engine/engine.js';
import type { ApiError } from '../engine/errors.js';
import { methodFields } from '../engine/intents/params.js';
import { type Definition, requestOf } from '../engine/kernel/operation.js';
import { answered, type EngineFailure } from '../engine/kernel/pipeline.js';
import type { ChargeObject } from '../engine/objects/charge.js';
import { deepFreeze, withChanges } from '../engine/objects/json.js';
import type { PaymentIntentObject } from '../engine/objects/payment-intent.js';
import type { UpdateIntentParams } from '../engine/payment-intents/params.js';

const noResponse = {
  not_done: 'could not connect to the processor',
  unknown: 'the processor did not respond in time',
} as const;

/** A failure of the engine as the domain's error. */
export const toProcessorError = (failure: EngineFailure): ProcessorError => {
  if (failure._tag === 'NoAnswer') {
    const { outcome } = failure;
    return { _tag: 'ProcessorUnavailable', outcome, cause: new Error(noResponse[outcome]) };
  }
  const { status, error } = failure.error;
  const message = redact(error.message);
  if (error.type === 'card_error') {
    return {
      _tag: 'CardError',
      message,
      code: error.code ?? null,
      decline_code: error.decline_code ?? null,
      param: error.param ?? null,
      charge: error.charge ?? null,
      payment_intent: error.payment_intent?.id ?? null,
      ...(error.setup_intent === undefined ? {} : { setup_intent: error.setup_intent.id }),
    };
  }
  if (status >= 500) return { _tag: 'ProcessorFailed', status, cause: new Error(message) };
  if (status === 401 || status === 403) {
    return { _tag: 'ProcessorAuthenticationFailed', cause: new Error(message) };
  }
  return {
    _tag: 'ProcessorRefused',
    status,
    message,
    code: error.code ?? (error.type === 'idempotency_error' ? error.type : null),
    param: error.param ?? null,
    ...decisionField({ status, type: error.type, code: error.code }),
  };
};

/**
 * The first text of what is created or changed that the operation refuses. A form is read before the engine is called; what the port
 * passes is typed, but its texts can be too long.
 */
const textProblem = <P extends object, A>(
  { method, path, params: { known } }: Definition<P, A>,
  params: P,
): ApiError | null => {
  if (method === 'GET') return null;
  for (const [name, value] of Object.entries(params)) {
    if (typeof value !== 'string' || value === '' || !Object.hasOwn(known, name)) continue;
    const outcome = known[name]?.read(value, name);
    // An id in the path is found or not.
    if (outcome !== undefined && E.isLeft(outcome) && !path.includes(`:${name}`)) {
      return outcome.left;
    }
  }
  return null;
};

/** Types of payment methods that an intent takes. */
export type MethodTypes = NonNullable<UpdateIntentParams['payment_method_types']>;

/** Reads types of payment methods as an intent takes them, or says why it refuses them. */
export const readMethodTypes = (
  types: ReadonlyArray<string>,
): E.Either<ProcessorError, MethodTypes> =>
  E.mapLeft((problem: ApiError) => toProcessorError(answered(problem)))(
    methodFields.payment_method_types.read(
      Object.fromEntries(types.entries()),
      'payment_method_types',
    ),
  );

/** Calls operations of an engine as the port's functions: planned failures apply to them, and delayed responses wait. */
export const callEngine =
  (engine: Pick<Engine, 'respond'>) =>
  <P extends object, A>(operation: Definition<P, A>) =>
  (params: P, options?: CallOptions): TE.TaskEither<ProcessorError, A> =>
  async () => {
    const problem = textProblem(operation, params);
    if (problem !== null) return E.left(toProcessorError(answered(problem)));
    if (options?.beforeAttempt !== undefined) {
      const allowed = await options.beforeAttempt();
      if (E.isLeft(allowed)) return allowed;
    }
    const { answer, delay } = engine.respond(requestOf(operation, params), options);
    if (delay > 0) await T.delay(delay)(T.of(undefined))();
    return E.isRight(answer) ? answer : E.left(toProcessorError(answer.left));
  };

const addCharges = (intent: PaymentIntentObject, latest: ChargeObject | null): PaymentIntent => {
  const charges = deepFreeze(chargesOf(intent.id, latest));
  const composed = withChanges(intent, { charges });
  // All that a frozen intent holds is frozen.
  return Object.isFrozen(intent) ? Object.freeze(composed) : deepFreeze(composed);
};

type Composed = { readonly latest: ChargeObject | null; readonly intent: PaymentIntent };

const read = new WeakMap<PaymentIntentObject, Composed>();

// Answers to reads are composed once for as long as neither the intent nor its charge changes.
const readWithCharges = (
  intent: PaymentIntentObject,
  latest: ChargeObject | null,
): PaymentIntent => {
  const known = read.get(intent);
  if (known?.latest === latest) return known.intent;
  const composed = addCharges(intent, latest);
  read.set(intent, { latest, intent: composed });
  return composed;
};

const latestCharge = (
  chargeOf: (id: string) => ChargeObject | undefined,
  { latest_charge }: PaymentIntentObject,
): ChargeObject | null => (latest_charge === null ? null : (chargeOf(latest_charge) ?? null));

/** The operation, answered with the latest charge as it is then: a repeated request gets the same charge again. */
export const answeredWithCharges = <P extends object>(
  operation: Definition<P, PaymentIntentObject>,
): Definition<P, PaymentIntent> => ({
  ...operation,
  run: (context) => (params) => {
    const outcome = operation.run(context)(params);
    if (E.isLeft(outcome)) return outcome;
    const intent = outcome.right;
    const compose = operation.method === 'GET' ? readWithCharges : addCharges;
    return E.right(compose(intent, latestCharge(context.state.charges.get, intent)));
  },
});

/** Gives intents their latest charge in `charges` (decision P7). */
export const withCharges =
  ({ chargeOf }: Pick<Engine, 'chargeOf'>) =>
  (intent: PaymentIntentObject): PaymentIntent =>
    readWithCharges(intent, latestCharge(chargeOf, intent));
