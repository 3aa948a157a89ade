import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import type { ProcessorError } from '../../../domain/payment-error.js';
import type { PaymentIntent } from '../../../domain/payment-intent.js';
import type { Refund } from '../../../domain/refund.js';
import { checkPlan } from './check-plan.js';
import type { Engine } from './engine/engine.js';
import type { PaymentIntentObject } from './engine/objects/payment-intent-object.js';
import type { RefundObject } from './engine/objects/refund-object.js';
import type { Operation } from './engine/operation.js';
import { operations } from './engine/operations.js';
import type { MemoryControls } from './memory-controls.js';
import { refusal } from './refusal.js';
import { toProcessorError } from './to-processor-error.js';
import { withCharges } from './with-charges.js';

const notSnapshot = refusal('This is not a snapshot of the in-memory processor', 'snapshot');

const isRefund = (id: string): boolean => id.startsWith('re_');

/** The controls of an engine. */
export const createControls = (engine: Engine): MemoryControls => {
  const onIntent =
    (operation: Operation<{ readonly payment_intent: string }, PaymentIntentObject>) =>
    (payment_intent: string): E.Either<ProcessorError, PaymentIntent> =>
      pipe(
        engine.call(operation, { payment_intent }),
        E.bimap(toProcessorError, withCharges(engine)),
      );
  const onRefund =
    (operation: Operation<{ readonly refund: string }, RefundObject>) =>
    (refund: string): E.Either<ProcessorError, Refund> =>
      pipe(engine.call(operation, { refund }), E.mapLeft(toProcessorError));

  const settleIntent = onIntent(operations.settleIntent);
  const settleRefund = onRefund(operations.settleRefund);
  const failIntent = onIntent(operations.failIntent);
  const failRefund = onRefund(operations.failRefund);

  return {
    completeChallenge: onIntent(operations.completeChallenge),
    failChallenge: onIntent(operations.failChallenge),
    settle: (id) => (isRefund(id) ? settleRefund(id) : settleIntent(id)),
    fail: (id) => (isRefund(id) ? failRefund(id) : failIntent(id)),
    expire: onIntent(operations.expireIntent),
    clock: engine.clock,
    failNext: (plan) => pipe(checkPlan(plan), E.map(engine.failNext)),
    // Looking at the events is no call of the processor's: no planned failure hits it.
    events: (page = {}) =>
      pipe(
        engine.call({ ...operations.listEvents, method: 'CONTROL' }, page),
        E.mapLeft(toProcessorError),
      ),
    onEvent: engine.onEvent,
    reset: engine.reset,
    snapshot: engine.snapshot,
    restore: (snapshot) =>
      snapshot.version === 1
        ? E.tryCatch(
            () => engine.restore(snapshot),
            () => notSnapshot,
          )
        : E.left(notSnapshot),
  };
};
