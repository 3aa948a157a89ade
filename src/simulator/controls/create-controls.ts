import * as E from 'fp-ts/lib/Either.js';
import { pipe } from 'fp-ts/lib/function.js';
import * as TE from 'fp-ts/lib/TaskEither.js';
import type { EventSource } from '../../application/ports/event-source.js';
import { asThrown } from '../../application/thrown-payment-error.js';
import type { Dispute } from '../../domain/dispute.js';
import type { ProcessorError } from '../../domain/payment-error.js';
import type { PaymentIntent } from '../../domain/payment-intent.js';
import type { Payout } from '../../domain/payout.js';
import type { Refund } from '../../domain/refund.js';
import type { SetupIntent } from '../../domain/setup-intent.js';
import type { Engine } from '../engine/engine.js';
import type { Control } from '../engine/kernel/operation.js';
import { mostPlannedFailures } from '../engine/kernel/planned-failures.js';
import type { DisputeObject } from '../engine/objects/dispute.js';
import type { PaymentIntentObject } from '../engine/objects/payment-intent.js';
import type { PayoutObject } from '../engine/objects/payout.js';
import type { RefundObject } from '../engine/objects/refund.js';
import type { SetupIntentObject } from '../engine/objects/setup-intent.js';
import { controls, engineOperations } from '../engine/operations.js';
import { toProcessorError, withCharges } from './call-engine.js';
import { aSnapshot, checkClockStep, checkEventDelay, checkId, refusal } from './check-controls.js';
import { checkFailurePlan } from './check-failure-plan.js';
import { completeCheckout } from './complete-checkout.js';
import type { MemoryControls, MemorySnapshot } from './memory-controls.js';

// Reading events is not a call of the processor: planned failures do not apply to it.
const memoryEventSource = (engine: Pick<Engine, 'control'>): EventSource => ({
  listEvents: ({ createdFrom, createdTo, ...page }) =>
    pipe(
      TE.fromIOEither(() =>
        engine.control(engineOperations.listEvents, {
          ...page,
          created: { gte: createdFrom, ...(createdTo === undefined ? {} : { lt: createdTo }) },
        }),
      ),
      TE.mapLeft(toProcessorError),
    ),
});

const notSnapshot = refusal(
  'not a snapshot of the in-memory processor: pass the result of snapshot()',
  'snapshot',
);

const tooManyPlanned = refusal(
  `${mostPlannedFailures} failures are planned already: make requests that use them, or reset the processor`,
  'plan',
);

const orThrow = <A>(outcome: E.Either<ProcessorError, A>): A => {
  if (E.isLeft(outcome)) throw asThrown(outcome.left);
  return outcome.right;
};

const intent = checkId(['pi']);

const control =
  <A>(check: typeof intent, act: (id: string) => E.Either<ProcessorError, A>) =>
  (id: string): A =>
    pipe(check(id), E.flatMap(act), orThrow);

const restored = (engine: Engine, snapshot: MemorySnapshot): E.Either<ProcessorError, void> =>
  pipe(
    aSnapshot.read(snapshot, 'snapshot'),
    E.flatMap((given) =>
      E.tryCatch(
        () => engine.restore(given),
        () => undefined,
      ),
    ),
    E.mapLeft(() => notSnapshot),
  );

/** The controls of an engine. They throw a `ThrownPaymentError` for each failure. */
export const createControls = (engine: Engine): MemoryControls => {
  const onIntent =
    (step: Control<{ readonly payment_intent: string }, PaymentIntentObject>) =>
    (payment_intent: string): E.Either<ProcessorError, PaymentIntent> =>
      pipe(
        engine.control(step, { payment_intent }),
        E.bimap(toProcessorError, withCharges(engine)),
      );
  const onRefund =
    (step: Control<{ readonly refund: string }, RefundObject>) =>
    (refund: string): E.Either<ProcessorError, Refund> =>
      pipe(engine.control(step, { refund }), E.mapLeft(toProcessorError));

  const onDispute =
    (step: Control<{ readonly dispute: string }, DisputeObject>) =>
    (dispute: string): E.Either<ProcessorError, Dispute> =>
      pipe(engine.control(step, { dispute }), E.mapLeft(toProcessorError));
  const onPayout =
    (step: Control<{ readonly payout: string }, PayoutObject>) =>
    (payout: string): E.Either<ProcessorError, Payout> =>
      pipe(engine.control(step, { payout }), E.mapLeft(toProcessorError));
  const onOpen = (steps: {
    readonly intent: Parameters<typeof onIntent>[0];
    readonly refund: Parameters<typeof onRefund>[0];
    readonly dispute: Parameters<typeof onDispute>[0];
    readonly payout: Parameters<typeof onPayout>[0];
  }) =>
    control<PaymentIntent | Refund | Dispute | Payout>(checkId(['pi', 're', 'du', 'po']), (id) => {
      if (id.startsWith('re_')) return onRefund(steps.refund)(id);
      if (id.startsWith('po_')) return onPayout(steps.payout)(id);
      return id.startsWith('du_') ? onDispute(steps.dispute)(id) : onIntent(steps.intent)(id);
    });

  const onSetup =
    (step: Control<{ readonly setup_intent: string }, SetupIntentObject>) =>
    (setup_intent: string): E.Either<ProcessorError, SetupIntent> =>
      pipe(engine.control(step, { setup_intent }), E.mapLeft(toProcessorError));
  const onChallenge = (
    stepOfIntent: Parameters<typeof onIntent>[0],
    stepOfSetup: Parameters<typeof onSetup>[0],
  ) =>
    control<PaymentIntent | SetupIntent>(checkId(['pi', 'seti']), (id) =>
      id.startsWith('seti_') ? onSetup(stepOfSetup)(id) : onIntent(stepOfIntent)(id),
    );

  return {
    completeChallenge: onChallenge(controls.completeChallenge, controls.completeSetupChallenge),
    failChallenge: onChallenge(controls.failChallenge, controls.failSetupChallenge),
    settle: onOpen({
      intent: controls.settleIntent,
      refund: controls.settleRefund,
      dispute: controls.settleDispute,
      payout: controls.settlePayout,
    }),
    fail: onOpen({
      intent: controls.failIntent,
      refund: controls.failRefund,
      dispute: controls.failDispute,
      payout: controls.failPayout,
    }),
    expire: control(intent, onIntent(controls.expireIntent)),
    completeCheckout: (session, customer) =>
      pipe(
        checkId(['cs'])(session),
        E.flatMap((id) => completeCheckout(engine)(id, customer)),
        orThrow,
      ),
    clock: {
      now: engine.clock.now,
      advance: (seconds) => {
        const step = checkClockStep(engine.clock.state().advanced, seconds);
        engine.clock.advance(orThrow(step));
      },
    },
    failNext: (plan) => {
      const isPlanned = engine.failNext(orThrow(checkFailurePlan(plan)));
      orThrow(isPlanned ? E.right(undefined) : E.left(tooManyPlanned));
    },
    delayEvents: (seconds) => engine.delayEvents(orThrow(checkEventDelay(seconds))),
    events: (page = {}) =>
      pipe(engine.control(engineOperations.listEvents, page), E.mapLeft(toProcessorError), orThrow),
    eventSource: memoryEventSource(engine),
    onEvent: engine.onEvent,
    reset: engine.reset,
    snapshot: engine.snapshot,
    restore: (snapshot) => orThrow(restored(engine, snapshot)),
  };
};
